import type { Db } from '#db/db.ts'
import type { EntryKey } from '#features/library/server/writing/entry-writing.service.ts'
import type { UserId } from '#shared/ids.ts'

const TIMER = ['game_id', 'playthrough_id', 'started_at', 'running_since', 'banked_ms'] as const

export interface TimerRow {
  game_id: string
  playthrough_id: string | null
  started_at: Date
  running_since: Date | null
  banked_ms: number
}

export function findTimer(db: Db, userId: UserId): Promise<TimerRow | undefined> {
  return db.selectFrom('play_timers').select(TIMER).where('user_id', '=', userId).executeTakeFirst()
}

/** Inserts a timer. Returns undefined when the member has one already. */
export function insertTimer(
  db: Db,
  { userId, gameId }: EntryKey,
  playthroughId: string | null,
  at: Date,
): Promise<TimerRow | undefined> {
  return db
    .insertInto('play_timers')
    .values({ user_id: userId, game_id: gameId, playthrough_id: playthroughId, started_at: at, running_since: at })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning(TIMER)
    .executeTakeFirst()
}

/** Reads and locks the timer until the transaction ends, so that two tabs pause and stop one after the other. */
export function lockTimer(db: Db, userId: UserId): Promise<TimerRow | undefined> {
  return db.selectFrom('play_timers').select(TIMER).where('user_id', '=', userId).forUpdate().executeTakeFirst()
}

export function setTimer(
  db: Db,
  userId: UserId,
  timing: Pick<TimerRow, 'running_since' | 'banked_ms'>,
): Promise<TimerRow> {
  return db
    .updateTable('play_timers')
    .set(timing)
    .where('user_id', '=', userId)
    .returning(TIMER)
    .executeTakeFirstOrThrow()
}

export async function deleteTimer(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('play_timers').where('user_id', '=', userId).execute()
}
