import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { homePages } from '../home.pages.ts'

export const homeContributions: readonly Contribution[] = [fill(featurePages, homePages)]
