import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { JoinedEntry } from '#features/library/server/library.events.ts'
import type { GameId, ImportId } from '#shared/ids.ts'

/** Stores which game a row is, and forgets the plan of all rows of this game. */
export async function decideRow(
  db: Db,
  id: ImportId,
  n: number,
  decision: { state: string; game_id: string | null; matched_by: string | null; reason: string | null },
): Promise<void> {
  await sql`
    update import_rows set outcome = null
    where import_id = ${id} and state = 'ready' and game_id in (
      (select game_id from import_rows where import_id = ${id} and n = ${n}), ${decision.game_id}
    )`.execute(db)
  await db
    .updateTable('import_rows')
    .set({ ...decision, outcome: null })
    .where('import_id', '=', id)
    .where('n', '=', n)
    .execute()
}

/** Stores which games rows that asked are. The rows of games that have a plan are planned again with them. */
export async function decideRows(
  db: Db,
  id: ImportId,
  rows: readonly { n: number; game_id: GameId | null }[],
  matchedBy: 'own-game' | 'member',
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (n integer, game_id text)`
  await sql`
    update import_rows set outcome = null
    where import_id = ${id} and state = 'ready' and game_id in (select game_id from ${given})`.execute(db)
  await sql`
    update import_rows one
    set game_id = given.game_id, outcome = null,
      state = case when given.game_id is null then 'skipped' else 'ready' end,
      matched_by = case when given.game_id is null then null else ${matchedBy} end,
      reason = case when given.game_id is null then 'declined' end
    from ${given} where one.import_id = ${id} and one.n = given.n`.execute(db)
}

/** From now on all rows and changes of the member's imports are about the other game. */
export async function renameGame(
  db: Db,
  { from, to, entries }: { from: GameId; to: GameId; entries: readonly JoinedEntry[] },
): Promise<void> {
  const given = entries.map(({ userId, entryId, before }) => ({ user_id: userId, entry_id: entryId, before }))
  const members = given.map(({ user_id }) => user_id)
  await sql`
    update import_rows set game_id = ${to}
    where game_id = ${from} and import_id in (select id from imports where user_id = any(${members}::uuid[]))`.execute(
    db,
  )
  // An undo of the import that added the game of their own must not remove an entry that was there before.
  await sql`
    update import_changes change set game_id = ${to}, entry_id = given.entry_id,
      before = coalesce(change.before, given.before)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (user_id uuid, entry_id uuid, before jsonb)
    join imports on imports.user_id = given.user_id
    where change.import_id = imports.id and change.game_id = ${from} and change.after is not null`.execute(db)
}
