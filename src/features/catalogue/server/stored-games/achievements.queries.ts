import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'

/** Lists the game's achievements in their order; null when there is no such game. */
export async function listAchievements(db: Db, gameId: GameId, most: number) {
  // One statement finds both whether the game is stored and its achievements: a game without achievements is one empty
  // row.
  const rows = await db
    .selectFrom('games')
    .leftJoin('game_achievements as achievement', 'achievement.game_id', 'games.id')
    .select([
      'achievement.id',
      'achievement.name',
      'achievement.description',
      'achievement.icon_url',
      'achievement.rarity',
    ])
    .where('games.id', '=', gameId)
    .orderBy('achievement.display_order')
    .orderBy(sql`achievement.id`)
    .limit(most)
    .execute()
  if (rows.length === 0) return null
  return rows.flatMap(({ id, name, ...rest }) => (id === null || name === null ? [] : [{ id, name, ...rest }]))
}
export type AchievementRow = NonNullable<Awaited<ReturnType<typeof listAchievements>>>[number]

/** Locks a stored game until the transaction ends, so that lists of its achievements are stored one after the other. */
export async function lockGame(db: Db, gameId: GameId): Promise<void> {
  await db.selectFrom('games').select('id').where('id', '=', gameId).forNoKeyUpdate().execute()
}

export function listAchievementNames(db: Db, gameId: GameId) {
  return db.selectFrom('game_achievements').select(['external_id', 'name']).where('game_id', '=', gameId).execute()
}
