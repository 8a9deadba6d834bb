import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { achievementsPages } from '../achievements.pages.ts'

export const achievementsContributions: readonly Contribution[] = [fill(featurePages, achievementsPages)]
