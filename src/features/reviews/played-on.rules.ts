import { openPlaythrough } from '#features/play-log/play-sessions.rules.ts'
import type { PlaythroughId } from '#shared/ids.ts'

/** On which platform and in which playthrough the author of a review has played; '' and null say nothing about it. */
export interface PlayedOn {
  platform: string
  playthroughId: PlaythroughId | null
}

interface Playthrough {
  id: PlaythroughId
  platform: string | null
  finish_level: string
}

/** Returns the initial values for a new review: the open playthrough, else the latest one, and its platform. */
export function suggestedPlay(playthroughs: readonly Playthrough[]): PlayedOn {
  const playthrough = openPlaythrough(playthroughs)
  return { platform: playthrough?.platform ?? '', playthroughId: playthrough?.id ?? null }
}
