import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/**
 * Lets the rows of imports, and what an undo of them needs, name the game that stays. Changes of entries that become one
 * have followed `gamesJoined` already. Rows that are not applied yet are planned again.
 */
export async function moveMergedImports({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  await sql`
    update import_rows set game_id = ${to}, outcome = case when state = 'ready' then null else outcome end
    where game_id = ${from}`.execute(db)
  await sql`update import_changes set game_id = ${to} where game_id = ${from}`.execute(db)
}
