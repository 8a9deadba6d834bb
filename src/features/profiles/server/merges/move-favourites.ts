import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { isTaken, putBack } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Moves a merged game among the favourites. Who has both keeps the place of the other one. */
export async function moveMergedFavourites({ db }: EventDeps, merge: PayloadOf<typeof gameMerging>): Promise<void> {
  const { from, to } = merge
  await sql`
    delete from profile_favourites gone using profile_favourites other
    where gone.game_id = ${from} and other.game_id = ${to} and other.user_id = gone.user_id
      and ${isTaken(merge, 'gone.user_id')}`.execute(db)
  const { rows } = await sql<{ user_id: string }>`
    update profile_favourites set game_id = ${to} where game_id = ${from} and ${isTaken(merge)} returning user_id`.execute(
    db,
  )
  await announce(
    db,
    rows.map(({ user_id }) => tag.shelf(user_id)),
  )
}

/** Gives each game its places; one whose place is taken gets the first that is free, if there is one. */
export async function splitFavourites({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  const members = await putBack(db, split, 'profile_favourites')
  await sql`
    insert into profile_favourites (user_id, position, game_id)
    select member, free.position, ${split.from} from unnest(${members}::uuid[]) member
    cross join lateral (
      select position from generate_series(1, 4) position
      where position not in (select position from profile_favourites where user_id = member)
      order by position limit 1
    ) free
    where not exists (select from profile_favourites where user_id = member and game_id = ${split.from})`.execute(db)
  await announce(db, members.map(tag.shelf))
}
