import { sql } from 'kysely'
import { type gameMerging, type gameSplitting, textsSetAside } from '#features/catalogue/server/catalogue.events.ts'
import { isTaken, putBack } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { tickedTitle } from '../../achievement-lists.texts.ts'

/**
 * Moves the ticks of a merged game to the same achievements of the game that stays, by the id at the source or else by name;
 * the catalogue has added those that it lacked. Written as new rows, so that the triggers count them.
 */
export async function moveMergedTicks({ db, events }: EventDeps, merge: PayloadOf<typeof gameMerging>): Promise<void> {
  const { from, to } = merge
  await sql`
    insert into user_achievements (user_id, achievement_id, game_id, unlocked_at)
    select tick.user_id, same.id, ${to}, min(tick.unlocked_at)
    from game_achievements gone
    join user_achievements tick on tick.achievement_id = gone.id
    cross join lateral (
      select known.id from game_achievements known
      where known.game_id = ${to} and (known.external_id = gone.external_id or lower(known.name) = lower(gone.name))
      order by (known.external_id = gone.external_id) desc, known.display_order, known.id limit 1
    ) same
    where gone.game_id = ${from} and ${isTaken(merge, 'tick.user_id')}
    group by tick.user_id, same.id
    order by tick.user_id, same.id
    on conflict do nothing`.execute(db)
  if (merge.move) await setTicksAside({ db, events }, merge, merge.move.userId)
  await sql`
    delete from user_achievements
    where achievement_id in (select id from game_achievements where game_id = ${from}) and ${isTaken(merge)}`.execute(
    db,
  )
  await announce(db, [tag.achievementsOf(from), tag.achievementsOf(to)])
}

/** Lets the member's journal keep which achievements were ticked that the other game does not have. */
async function setTicksAside(
  { db, events }: Pick<EventDeps, 'db' | 'events'>,
  { from, to, name }: PayloadOf<typeof gameMerging>,
  userId: UserId,
): Promise<void> {
  const { rows } = await sql<{ names: string | null; last: Date }>`
    select string_agg(gone.name, E'\n' order by tick.unlocked_at, gone.id) as names, max(tick.unlocked_at) as last
    from game_achievements gone join user_achievements tick on tick.achievement_id = gone.id and tick.user_id = ${userId}
    where gone.game_id = ${from} and not exists (
      select from game_achievements known
      where known.game_id = ${to} and (known.external_id = gone.external_id or lower(known.name) = lower(gone.name))
    )`.execute(db)
  const [row] = rows
  if (row?.names)
    await events.publish(db, textsSetAside, {
      texts: [{ userId, gameId: to, title: tickedTitle(name), text: row.names, writtenAt: row.last }],
    })
}

/** Gives each game its ticks; those since the merge stay with the game that stays. */
export async function splitTicks({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'user_achievements')
  await announce(db, [tag.achievementsOf(split.from), tag.achievementsOf(split.to)])
}
