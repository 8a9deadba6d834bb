import { createContext } from 'react'
import type { GameId } from '#shared/ids.ts'

/**
 * How the library tells friends what happened without knowing the activity feature, which stands below it (C07: save
 * first, then one activity call). `app/document.tsx` plugs the activity feature's call in:
 * `<ActivityPoster value={postActivity}>`, a value that stays the same from rendering to rendering.
 *
 * It never throws. `waitMinutes` is N of 'Please wait N minutes …' (C65), null for every other failure. A member who does
 * not share activity gets `{ ok: true }`. `retract` takes back what was recorded, when the player presses Undo; leave it
 * out where nothing was recorded. It never throws either.
 */
export type PostActivity = (input: {
  type: 'want_to_play' | 'started_playing' | 'completed' | 'progress'
  gameId: GameId
  /** Of `progress`: the percentage, 1 to 100. */
  details?: { progress?: number }
}) => Promise<{ ok: true; retract?: () => Promise<void> } | { ok: false; waitMinutes: number | null }>

export const ActivityPoster = createContext<PostActivity>(async () => ({ ok: true }))
