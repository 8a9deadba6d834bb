import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { publicApiPages } from '../public-api.pages.ts'

export const publicApiContributions: readonly Contribution[] = [fill(featurePages, publicApiPages)]
