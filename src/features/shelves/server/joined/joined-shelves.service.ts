import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/** Moves the places on shelves from one game to the other. A shelf that has both games keeps the place of the other one. */
export async function moveShelfPlaces(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  await sql`
    update own_shelf_games place set game_id = ${to}
    where user_id = ${userId} and game_id = ${from} and not exists (
      select from own_shelf_games other where other.shelf_id = place.shelf_id and other.game_id = ${to}
    )`.execute(db)
}
