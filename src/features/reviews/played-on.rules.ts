import type { PlaythroughId } from '#shared/ids.ts'

/** On which platform and in which playthrough the author of a review has played; '' and null say nothing about it. */
export interface PlayedOn {
  platform: string
  playthroughId: PlaythroughId | null
}

interface Playthrough {
  id: PlaythroughId
  platform: string | null
}

/** Returns the initial values for a new review: the latest playthrough, of the oldest first, and its platform. */
export function suggestedPlay(playthroughs: readonly Playthrough[]): PlayedOn {
  const playthrough = playthroughs.at(-1)
  return { platform: playthrough?.platform ?? '', playthroughId: playthrough?.id ?? null }
}
