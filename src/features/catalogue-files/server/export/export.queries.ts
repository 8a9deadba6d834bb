import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { EXTERNAL_IDS } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import { STORED_COLUMNS, type StoredRow } from '../games/stored-game.ts'

export type ExportRow = StoredRow & { provenance: Record<string, unknown>; refreshed_at: string }

const AT_ONCE = 1000

export async function countAllGames(db: Db): Promise<number> {
  const { rows } = await sql<{ games: number }>`select count(*) as games from games where owner_id is null`.execute(db)
  return rows[0]?.games ?? 0
}

/** Reads every game of the catalogue in the order of ids, from one snapshot, and holds only a part of them in memory at a time. */
export async function readAllGames(db: Db, take: (rows: readonly ExportRow[]) => Promise<void>): Promise<void> {
  const columns = sql.join(STORED_COLUMNS.map((column) => sql.ref(column)))
  await inTransaction({ db }, async ({ db: tx }) => {
    await sql`
      declare all_games no scroll cursor for
      select ${columns}, ${EXTERNAL_IDS}, provenance,
        to_char(refreshed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as refreshed_at
      from games where owner_id is null order by id`.execute(tx)
    for (;;) {
      const { rows } = await sql<ExportRow>`fetch ${sql.raw(String(AT_ONCE))} from all_games`.execute(tx)
      if (rows.length === 0) return
      await take(rows)
    }
  })
}
