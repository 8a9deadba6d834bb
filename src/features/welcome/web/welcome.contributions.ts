import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { welcomePages } from '../welcome.pages.ts'

export const welcomeContributions: readonly Contribution[] = [fill(featurePages, welcomePages)]
