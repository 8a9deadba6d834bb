import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'
import { tag } from '#server/tags.ts'

export const ownActivity: OwnData = {
  async exportOwn(db: Db, userId: string) {
    const friend_activities = await db
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
      .execute()
    return { friend_activities }
  },
  /** Pages that list the member's activities cache the member's name; these tags are those of the pages. */
  async tagsOf(db: Db, userId: string) {
    const rows = await db
      .selectFrom('friend_activities')
      .where('user_id', '=', userId)
      .where('game_id', 'is not', null)
      .select('game_id')
      .distinct()
      .execute()
    return [tag.feed, ...rows.map(({ game_id }) => tag.played(game_id as string))]
  },
}
