import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

export const ownActivity: OwnData = {
  ownTables(db: Db, userId: string) {
    const friend_activities = db
      .selectFrom('friend_activities')
      .leftJoin('games', 'games.id', 'friend_activities.game_id')
      .where('user_id', '=', userId)
      .select([
        'friend_activities.id',
        'activity_type',
        'game_id',
        'games.name as game_name',
        'friend_activities.details',
        'friend_activities.created_at',
      ])
      .orderBy('friend_activities.id')
    return { friend_activities }
  },
}
