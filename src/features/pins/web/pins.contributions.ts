import { type Contribution, fill } from '#web/slots.tsx'
import { appProviders } from '#web/web.slots.ts'
import { PinningProvider } from './pinning-provider.tsx'

export const pinsContributions: readonly Contribution[] = [fill(appProviders, PinningProvider)]
