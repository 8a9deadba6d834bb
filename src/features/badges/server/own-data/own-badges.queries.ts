import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

export const ownBadges: OwnData = {
  ownTables(db: Db, userId: string) {
    const user_badges = db
      .selectFrom('user_badges')
      .innerJoin('badges', 'badges.id', 'user_badges.badge_id')
      .where('user_id', '=', userId)
      .select(['badge_id', 'badges.name', 'badges.description', 'earned_at', 'challenge_id', 'taken_at'])
      .orderBy('earned_at')
      .orderBy('badge_id')
    return { user_badges }
  },
}
