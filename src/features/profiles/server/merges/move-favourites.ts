import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Moves a merged game among the favourites. Who has both keeps the place of the other one. */
export async function moveMergedFavourites(
  { db }: EventDeps,
  { from, to }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  await sql`
    delete from profile_favourites gone using profile_favourites other
    where gone.game_id = ${from} and other.game_id = ${to} and other.user_id = gone.user_id`.execute(db)
  const { rows } = await sql<{ user_id: string }>`
    update profile_favourites set game_id = ${to} where game_id = ${from} returning user_id`.execute(db)
  await announce(
    db,
    rows.map(({ user_id }) => tag.shelf(user_id)),
  )
}
