import type { GameId, UserId } from '#shared/ids.ts'
import type { Entry } from './library.contract.ts'

/** An entry that the server is about to create, as a page or a device without a network shows it until then. */
export function unsavedEntry(gameId: GameId, userId = '' as UserId, at = new Date().toISOString()): Entry {
  return {
    id: '' as Entry['id'],
    user_id: userId,
    game_id: gameId,
    status: 'playing',
    play_time: 0,
    completion_percentage: 0,
    progress: 0,
    achievements_completed: 0,
    user_rating: null,
    is_liked: false,
    notes: null,
    last_played_at: null,
    created_at: at,
    updated_at: at,
  }
}
