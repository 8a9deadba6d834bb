import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { statisticsPages } from '../statistics.pages.ts'

export const statisticsContributions: readonly Contribution[] = [fill(featurePages, statisticsPages)]
