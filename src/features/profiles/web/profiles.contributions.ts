import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, subjectKinds } from '#web/web.slots.ts'
import { profilesPages } from '../profiles.pages.ts'
import { ABOUT, PROFILE } from '../profiles.subject.ts'

export const profilesContributions: readonly Contribution[] = [
  fill(featurePages, profilesPages),
  fill(subjectKinds, PROFILE),
  fill(subjectKinds, ABOUT),
]
