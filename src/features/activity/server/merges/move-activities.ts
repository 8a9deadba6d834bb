import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { isTaken, putBack } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Moves the activities about a merged game, with the comments and reactions that they have. */
export async function moveMergedActivities({ db }: EventDeps, merge: PayloadOf<typeof gameMerging>): Promise<void> {
  const { from, to } = merge
  const { rows } = await sql<{ user_id: string }>`
    with moved as (update friend_activities set game_id = ${to} where game_id = ${from} and ${isTaken(merge)} returning user_id)
    select distinct user_id from moved`.execute(db)
  await announce(db, [
    tag.activitiesAbout(from),
    tag.activitiesAbout(to),
    ...(rows.length > 0 ? [tag.feed] : []),
    ...rows.map(({ user_id }) => tag.activitiesOf(user_id)),
  ])
}

export async function splitActivities({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  const members = await putBack(db, split, 'friend_activities')
  await announce(db, [
    tag.activitiesAbout(split.from),
    tag.activitiesAbout(split.to),
    ...(members.length > 0 ? [tag.feed] : []),
    ...members.map(tag.activitiesOf),
  ])
}
