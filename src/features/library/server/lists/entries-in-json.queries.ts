import { sql } from 'kysely'
import { isoOfJson } from '#db/json-instant.ts'
import type { EntryId, GameId, UserId } from '#shared/ids.ts'
import type { Entry } from '../../library.contract.ts'
import type { Status } from '../../library.rules.ts'
import type { EntryRow } from '../library.queries.ts'

/** What a list says of an entry, in the order in which PostgreSQL sends it. All its entries belong to the same member. */
const LISTED = [
  'id',
  'game_id',
  'status',
  'play_time',
  'completion_percentage',
  'achievements_completed',
  'user_rating',
  'is_liked',
  'notes',
  'last_played_at',
  'created_at',
  'updated_at',
] as const
type InJson<T> = T extends Date ? string : T
type ValuesOf<Names extends readonly (keyof EntryRow)[]> = { [At in keyof Names]: InJson<EntryRow[Names[At]]> }

export type EntryValues = ValuesOf<typeof LISTED>

/** The columns that a subquery called `entry` must have for `entriesInJson`. */
export const COLUMNS = LISTED.map((column) => `user_games.${column}` as const)

const VALUES = sql.join(LISTED.map((column) => sql.ref(`entry.${column}`)))

/**
 * Sends the rows of `entry` as one JSON text of arrays. A page would else be hundreds of values, each read and converted by
 * itself (decision 0091). Null if there are none.
 */
export const entriesInJson = sql<EntryValues[] | null>`
  json_agg(json_build_array(${VALUES}))`

/** Instants are ISO 8601 in UTC with milliseconds. */
export function entryOf(userId: UserId, values: EntryValues): Entry {
  const [id, game_id, status, play_time, completion_percentage, achievements_completed, ...others] = values
  const [user_rating, is_liked, notes, lastPlayed, created, updated] = others
  return {
    id: id as EntryId,
    user_id: userId,
    game_id: game_id as GameId,
    status: status as Status,
    play_time,
    completion_percentage,
    // The database generates the column of this name from the percentage.
    progress: completion_percentage,
    achievements_completed,
    user_rating,
    is_liked,
    notes,
    last_played_at: lastPlayed && isoOfJson(lastPlayed),
    created_at: isoOfJson(created),
    updated_at: isoOfJson(updated),
  }
}
