import { sql } from 'kysely'
import { lockKey } from '#db/advisory-lock.ts'
import type { Db } from '#db/db.ts'
import { send } from '#db/transaction.ts'
import type { GameId } from '#shared/ids.ts'

/** Name of the lock that a merge holds, and for which writes of games of sources wait. */
export const MERGES = lockKey(sql`'merges of games'`)

export interface MergedGame {
  from_id: GameId
  into_id: GameId
}

/** Finds which of these games were merged, and into which one that is still there. */
export async function findMerged(db: Db, ids: readonly GameId[]): Promise<Map<GameId, GameId>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<MergedGame>`
    select from_id, into_id from game_merges where from_id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ from_id, into_id }) => [from_id, into_id]))
}

/**
 * Lets a transaction that stores games of a source wait for merges that run, and merges wait for it: otherwise a source could
 * bring a game back while it is being merged.
 */
export async function waitForMerges(db: Db): Promise<void> {
  if (db.isTransaction) await send(db, sql`select pg_advisory_xact_lock_shared(${MERGES})`)
}
