import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** From now on the records of files that were the merged game are the game that stays. */
export async function moveMergedKeys({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  await sql`update game_import_keys set game_id = ${to} where game_id = ${from}`.execute(db)
}

export async function splitKeys({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'game_import_keys')
}
