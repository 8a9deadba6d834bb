import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { infoPages } from '../info.pages.ts'

export const infoContributions: readonly Contribution[] = [fill(featurePages, infoPages)]
