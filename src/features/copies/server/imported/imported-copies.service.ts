import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { idsByGame } from '#features/library/server/writing/entry-writing.service.ts'
import { partialDayOf } from '#features/play-log/play-sessions.rules.ts'
import type { UserId } from '#shared/ids.ts'
import type { CopyFacts, ImportedCopy } from '../../imported-copies.rules.ts'
import { copyColumns } from '../copies.queries.ts'

/** Lists what tells the copies of these games apart. */
export async function listCopiesOf(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
): Promise<(CopyFacts & { game_id: string })[]> {
  if (gameIds.length === 0) return []
  const rows = await db
    .selectFrom('game_copies')
    .select(['game_id', 'platform', 'store', 'edition', 'is_physical', 'got_on', 'got_precision'])
    .where('user_id', '=', userId)
    .where('game_id', '=', sql<string>`any(${gameIds})`)
    .orderBy('id')
    .execute()
  return rows.map(({ got_precision, ...copy }) => ({
    ...copy,
    got_on: copy.got_on && partialDayOf(copy.got_on, got_precision),
  }))
}

/** Inserts copies of locked entries, and returns their ids by game. */
export async function insertCopies(
  db: Db,
  userId: UserId,
  copies: readonly (ImportedCopy & { game_id: string })[],
  at: Date,
): Promise<Map<string, string[]>> {
  if (copies.length === 0) return new Map()
  const rows = await db
    .insertInto('game_copies')
    .values(
      copies.map(({ game_id, ...copy }) => ({
        ...copyColumns(copy),
        user_id: userId,
        game_id,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning(['id', 'game_id'])
    .execute()
  return idsByGame(rows)
}

/** Deletes those of these copies that the member has not changed since, and returns how many of each game. */
export async function deleteCopies(db: Db, userId: UserId, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ game_id: string; copies: number }>`
    with gone as (
      delete from game_copies
      where user_id = ${userId} and id = any(${ids}::uuid[]) and updated_at = created_at
      returning game_id
    )
    select game_id, count(*)::int as copies from gone group by game_id`.execute(db)
  return new Map(rows.map(({ game_id, copies }) => [game_id, copies]))
}
