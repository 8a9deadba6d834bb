import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import type { UserId } from '#shared/ids.ts'
import { ENTRY, type EntryRow } from '../library.queries.ts'
import { filtered, type LibraryFilter } from '../shelf/filtered-entries.queries.ts'

/** Lists the entries that were added before a place, the last added first. */
export function listEntriesBefore(
  db: Db,
  userId: UserId,
  { changedSince, ...filter }: LibraryFilter & { changedSince: Date | null },
  before: Keyset | null,
  limit: number,
): Promise<EntryRow[]> {
  let query = filtered(db.selectFrom('user_games'), userId, filter)
  if (changedSince) query = query.where('user_games.updated_at', '>=', changedSince)
  if (before)
    query = query.where(
      sql<boolean>`(user_games.created_at, user_games.id) < (${before.at}::timestamptz, ${before.id}::uuid)`,
    )
  return query
    .select(ENTRY)
    .orderBy('user_games.created_at', 'desc')
    .orderBy('user_games.id', 'desc')
    .limit(limit)
    .execute()
}
