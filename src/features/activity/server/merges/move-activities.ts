import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Moves the activities about a merged game, with the comments and reactions that they have. */
export async function moveMergedActivities(
  { db }: EventDeps,
  { from, to }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    with moved as (update friend_activities set game_id = ${to} where game_id = ${from} returning user_id)
    select distinct user_id from moved`.execute(db)
  await announce(db, [
    tag.activitiesAbout(from),
    tag.activitiesAbout(to),
    ...(rows.length > 0 ? [tag.feed] : []),
    ...rows.map(({ user_id }) => tag.activitiesOf(user_id)),
  ])
}
