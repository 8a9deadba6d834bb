import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'

/** Moves the places of a merged game. A shelf that has both games keeps the place of the other one. */
export async function moveMergedShelfPlaces(
  { db }: EventDeps,
  { from, to, members }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  await sql`
    update own_shelf_games place set game_id = ${to}
    where user_id = any(${members}::uuid[]) and game_id = ${from} and not exists (
      select from own_shelf_games other where other.shelf_id = place.shelf_id and other.game_id = ${to}
    )`.execute(db)
}

export async function splitShelfPlaces({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'own_shelf_games')
}
