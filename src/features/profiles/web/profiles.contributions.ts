import { type Contribution, fill } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import { PROFILE } from '../profiles.subject.ts'

export const profilesContributions: readonly Contribution[] = [fill(subjectKinds, PROFILE)]
