import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { SUMMARY } from '../catalogue.queries.ts'

/** Returns those of the ids that are stored. */
export async function findStoredIds(db: Db, ids: readonly GameId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('games').select('id').where('id', '=', sql<string>`any(${ids})`).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns those of the ids that a source has reported as unknown after `since`. */
export async function findKnownMissing(db: Db, ids: readonly GameId[], since: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('game_validity')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .where('is_valid', '=', false)
    .where('checked_at', '>', since)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function storeMissingIds(db: Db, ids: readonly GameId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('game_validity')
    .values(ids.map((id) => ({ id, is_valid: false, reason: 'not_found', checked_at: now })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ is_valid: false, reason: 'not_found', checked_at: now }),
    )
    .execute()
}

export async function pruneValidity(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('game_validity').where('checked_at', '<', before).execute()
}

/** Records that a source has just confirmed these games. */
export async function markValidated(db: Db, ids: readonly GameId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('games')
    .set({ is_validated: true, validation_reason: 'validated_success', last_validated: now })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Loads the data of stored games for a bulk response, in one statement. */
export async function loadBulkRows(db: Db, ids: readonly GameId[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('games')
    .select([
      ...SUMMARY,
      'games.rating',
      'games.total_rating_count',
      'games.hypes',
      'games.genres',
      'games.platforms',
      'games.origin',
      'games.refreshed_at',
      'games.is_validated',
      'games.validation_reason',
      'games.last_validated',
      sql<string | null>`games.details ->> 'summary'`.as('summary'),
      sql<string | null>`games.details -> 'publishers' ->> 0`.as('publisher'),
    ])
    .where('games.id', '=', sql<string>`any(${ids})`)
    .execute()
}
export type BulkRow = Awaited<ReturnType<typeof loadBulkRows>>[number]
