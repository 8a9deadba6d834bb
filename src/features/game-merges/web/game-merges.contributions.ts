import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { gameMergesPages } from '../game-merges.pages.ts'

export const gameMergesContributions: readonly Contribution[] = [fill(featurePages, gameMergesPages)]
