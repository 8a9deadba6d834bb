import { type Contribution, fill } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import { POST, THREAD } from '../forum.subject.ts'

export const forumContributions: readonly Contribution[] = [fill(subjectKinds, THREAD), fill(subjectKinds, POST)]
