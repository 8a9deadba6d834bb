import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import { hasGame, renamedGame } from '#features/library/server/writing/entry-writing.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Moves playthroughs, sessions and timers of a merged game, with their ids. */
export async function moveMergedPlayLog(
  { db }: EventDeps,
  { from, to, members }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  const isMoved = sql`user_id = any(${members}::uuid[]) and game_id = ${from}`
  // One statement, because a session refers to the playthrough and to the entry of one game.
  await sql`
    with runs as (update playthroughs set game_id = ${to} where ${isMoved})
    update play_sessions set game_id = ${to} where ${isMoved}`.execute(db)
  const { rows: timers } = await sql<{ user_id: string }>`
    update play_timers set game_id = ${to} where ${isMoved} returning user_id`.execute(db)
  await sql`
    update merged_sessions set sessions = ${renamedGame('sessions', from, to)}
    where user_id = any(${members}::uuid[]) and ${hasGame('sessions', from)}`.execute(db)
  await announce(
    db,
    timers.map(({ user_id }) => tag.timer(user_id)),
  )
}

/** Gives each game its playthroughs, sessions and timers; those since the merge stay with the game that stays. */
export async function splitPlayLog({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'playthroughs')
  await putBack(db, split, 'play_sessions')
  await putBack(db, split, 'merged_sessions')
  await announce(db, (await putBack(db, split, 'play_timers')).map(tag.timer))
}
