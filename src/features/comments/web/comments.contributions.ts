import { type Contribution, fill } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import { COMMENT } from '../comments.subject.ts'

export const commentsContributions: readonly Contribution[] = [fill(subjectKinds, COMMENT)]
