import { DAY_MS } from '#shared/durations.ts'

/**
 * The kinds of a game's rows that an admin sees before a merge, in this order (decision 0119). Each kind is a column that refers to
 * a game.
 */
export const MOVED_KINDS = {
  entries: 'user_games.game_id',
  playthroughs: 'playthroughs.game_id',
  sessions: 'play_sessions.game_id',
  copies: 'game_copies.game_id',
  shelf_places: 'own_shelf_games.game_id',
  achievements: 'user_achievements.game_id',
  reviews: 'reviews.game_id',
  journal_entries: 'journal_entries.game_id',
  activities: 'friend_activities.game_id',
  list_places: 'list_games.game_id',
  favourites: 'profile_favourites.game_id',
  threads: 'forum_threads.game_id',
  challenge_goals: 'challenge_goals.game_id',
  playlist_places: 'playlist_games.game_id',
  imported_rows: 'import_rows.game_id',
  source_ids: 'game_external_ids.game_id',
} as const satisfies Record<string, `${string}.${string}`>

export type MovedKind = keyof typeof MOVED_KINDS
export type MovedRows = Record<MovedKind, number>

/** So long the texts and entries of members of before a merge stay stored, and the merge can be split. */
export const MERGE_RECORD_DAYS = 180

/** Returns until when a merge can be split. */
export const splitUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + MERGE_RECORD_DAYS * DAY_MS)
