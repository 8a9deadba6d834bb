import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { AchievementId, GameId, UserId } from '#shared/ids.ts'

export async function findGameOf(db: Db, id: AchievementId): Promise<GameId | undefined> {
  const row = await db.selectFrom('game_achievements').select('game_id').where('id', '=', id).executeTakeFirst()
  return row?.game_id as GameId | undefined
}

export interface Tick {
  userId: UserId
  achievementId: AchievementId
  gameId: GameId
}

/** Ticks an achievement. Returns false if it is ticked already; the time stays unchanged. */
export async function insertTick(db: Db, { userId, achievementId, gameId }: Tick, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_achievements')
    .values({ user_id: userId, achievement_id: achievementId, game_id: gameId, unlocked_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'achievement_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Unticks an achievement. Returns false if it is not ticked. */
export async function deleteTick(db: Db, { userId, achievementId }: Tick): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_achievements')
    .where('user_id', '=', userId)
    .where('achievement_id', '=', achievementId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export interface TickRow {
  id: AchievementId
  game_id: GameId
  unlocked_at: Date
  name: string
  description: string | null
  icon_url: string | null
  rarity: number | null
}

/** Lists a member's ticks, the latest first. */
export async function listTicks(
  db: Db,
  userId: UserId,
  { gameId, before, most }: { gameId: GameId | null; before: Keyset | null; most: number },
): Promise<TickRow[]> {
  const { rows } = await sql<TickRow>`
    select tick.achievement_id as id, tick.game_id, tick.unlocked_at,
      achievement.name, achievement.description, achievement.icon_url, achievement.rarity
    from (
      select achievement_id, game_id, unlocked_at from user_achievements
      where user_id = ${userId}
        ${gameId === null ? sql`` : sql`and game_id = ${gameId}`}
        and ${isBefore(before, 'unlocked_at', 'achievement_id')}
      order by unlocked_at desc, achievement_id desc
      limit ${most}
    ) tick
    join game_achievements achievement on achievement.id = tick.achievement_id
    order by tick.unlocked_at desc, tick.achievement_id desc`.execute(db)
  return rows
}

export async function countTicks(db: Db, userId: UserId, gameId: GameId | null): Promise<number> {
  let ticks = db.selectFrom('user_achievements').where('user_id', '=', userId)
  if (gameId !== null) ticks = ticks.where('game_id', '=', gameId)
  const { count } = await ticks.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

export interface GameTicksRow {
  game_id: GameId
  unlocked: number
  total: number
}

/** Lists the games in which a member has ticked achievements, the latest tick first. */
export async function listGames(
  db: Db,
  userId: UserId,
  gameId: GameId | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<GameTicksRow[]> {
  const { rows } = await sql<GameTicksRow>`
    select part.game_id, part.unlocked,
      (select count(*)::int from game_achievements where game_id = part.game_id) as total
    from (
      select game_id, count(*)::int as unlocked, max(unlocked_at) as latest
      from user_achievements
      where user_id = ${userId} ${gameId === null ? sql`` : sql`and game_id = ${gameId}`}
      group by game_id
      order by latest desc, game_id
      limit ${limit} offset ${offset}
    ) part
    order by part.latest desc, part.game_id`.execute(db)
  return rows
}

/** Counts a member's ticks, their games, and the games of which all achievements are ticked. */
export async function countTotals(db: Db, userId: UserId) {
  const { rows } = await sql<{ unlocked: number; games: number; complete: number }>`
    select coalesce(sum(unlocked), 0)::int as unlocked, count(*)::int as games,
      (count(*) filter (
        where unlocked >= (select count(*) from game_achievements where game_id = played.game_id)
      ))::int as complete
    from (
      select game_id, count(*) as unlocked from user_achievements where user_id = ${userId} group by game_id
    ) played`.execute(db)
  return rows[0] ?? { unlocked: 0, games: 0, complete: 0 }
}

/** Returns the stored number of members who have ticked at least one achievement of the game. */
export async function findMembers(db: Db, gameId: GameId): Promise<number> {
  const row = await db
    .selectFrom('achievement_member_counts')
    .select('members')
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  return row?.members ?? 0
}

/** Lists the stored number of members for each achievement of the game. */
export function listMemberCounts(db: Db, gameId: GameId) {
  return db
    .selectFrom('achievement_counts')
    .select(['achievement_id', 'members'])
    .where('game_id', '=', gameId)
    .orderBy('achievement_id')
    .execute()
}
