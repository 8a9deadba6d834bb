import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { gamePagesPages } from '../game-pages.pages.ts'

export const gamePagesContributions: readonly Contribution[] = [fill(featurePages, gamePagesPages)]
