import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { searchPages } from '../search.pages.ts'

export const searchContributions: readonly Contribution[] = [fill(featurePages, searchPages)]
