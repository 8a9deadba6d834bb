import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { isTaken, type Moved, putBack } from '#features/catalogue/server/catalogue.service.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

const ofMember = (merge: Moved) =>
  merge.move ? sql`import_id in (select id from imports where ${isTaken(merge)})` : sql`true`

/**
 * Lets the rows of imports, and what an undo of them needs, name the game that stays. Changes of entries that become one
 * have followed `gamesJoined` already. Rows that are not applied yet are planned again.
 */
export async function moveMergedImports({ db }: EventDeps, merge: PayloadOf<typeof gameMerging>): Promise<void> {
  const { from, to } = merge
  await sql`
    update import_rows set game_id = ${to}, outcome = case when state = 'ready' then null else outcome end
    where game_id = ${from} and ${ofMember(merge)}`.execute(db)
  await sql`update import_changes set game_id = ${to} where game_id = ${from} and ${ofMember(merge)}`.execute(db)
}

/** Lets rows and what an undo needs name their games again. */
export async function splitImports({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'import_rows')
  await putBack(db, split, 'import_changes')
  await sql`
    update import_rows set outcome = null 
    where game_id in (${split.from}, ${split.to}) and state = 'ready' and ${ofMember(split)}`.execute(db)
}
