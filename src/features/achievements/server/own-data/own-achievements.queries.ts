import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the ticked achievements with their names and games, because people also read the file. */
export const ownAchievements: OwnData = {
  ownTables(db: Db, userId: string) {
    const user_achievements = db
      .selectFrom('user_achievements')
      .innerJoin('game_achievements', 'game_achievements.id', 'user_achievements.achievement_id')
      .innerJoin('games', 'games.id', 'user_achievements.game_id')
      .where('user_id', '=', userId)
      .selectAll('user_achievements')
      .select([
        'game_achievements.name as achievement_name',
        'game_achievements.external_id',
        'games.name as game_name',
      ])
      .orderBy('unlocked_at')
      .orderBy('achievement_id')
    return { user_achievements }
  },
}
