import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { KnownAchievement } from '../../imported-tick.rules.ts'

/** Lists the achievements of these games, and whether the member has ticked each. */
export async function listKnown(
  db: Db,
  userId: UserId,
  gameIds: readonly GameId[],
): Promise<(KnownAchievement & { game_id: GameId; is_ticked: boolean })[]> {
  const { rows } = await sql<KnownAchievement & { game_id: GameId; is_ticked: boolean }>`
    select one.id, one.game_id, one.external_id, one.name, tick.achievement_id is not null as is_ticked
    from game_achievements one
    left join user_achievements tick on tick.achievement_id = one.id and tick.user_id = ${userId}
    where one.game_id = any(${gameIds}::text[])`.execute(db)
  return rows
}

interface Tick {
  id: string
  game_id: GameId
  unlocked_at: string
}

/** Inserts ticks of games that are in the member's library. A tick that is there stays. */
export async function insertTicks(db: Db, userId: UserId, ticks: readonly Tick[]): Promise<Tick[]> {
  if (ticks.length === 0) return []
  const { rows } = await sql<Tick>`
    insert into user_achievements (user_id, achievement_id, game_id, unlocked_at)
    select entry.user_id, given.id, entry.game_id, given.unlocked_at
    from jsonb_to_recordset(${JSON.stringify(ticks)}::jsonb) as given (id uuid, game_id text, unlocked_at timestamptz)
    join user_games entry on entry.user_id = ${userId} and entry.game_id = given.game_id
    order by given.id
    on conflict (user_id, achievement_id) do nothing
    returning achievement_id as id, game_id, unlocked_at::text as unlocked_at`.execute(db)
  return rows
}

/** Deletes those of these ticks that still have this instant. */
export async function deleteTicks(
  db: Db,
  userId: UserId,
  ticks: readonly Omit<Tick, 'game_id'>[],
): Promise<{ game_id: GameId }[]> {
  if (ticks.length === 0) return []
  const { rows } = await sql<{ game_id: GameId }>`
    delete from user_achievements tick
    using jsonb_to_recordset(${JSON.stringify(ticks)}::jsonb) as given (id uuid, unlocked_at timestamptz)
    where tick.user_id = ${userId} and tick.achievement_id = given.id and tick.unlocked_at = given.unlocked_at
    returning tick.game_id`.execute(db)
  return rows
}

/** Counts a member's ticks in each of these games; a game without one is missing. */
export async function countTicksOf(
  db: Db,
  userId: UserId,
  gameIds: readonly GameId[],
): Promise<ReadonlyMap<GameId, number>> {
  const { rows } = await sql<{ game_id: GameId; ticks: number }>`
    select game_id, count(*)::int as ticks from user_achievements
    where user_id = ${userId} and game_id = any(${gameIds}::text[]) group by game_id`.execute(db)
  return new Map(rows.map(({ game_id, ticks }) => [game_id, ticks]))
}
