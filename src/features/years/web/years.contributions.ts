import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { yearsPages } from '../years.pages.ts'

export const yearsContributions: readonly Contribution[] = [fill(featurePages, yearsPages)]
