import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

export const ownChallenges: OwnData = {
  ownTables(db: Db, userId: string) {
    const challenge_participants = db
      .selectFrom('challenge_participants')
      .innerJoin('challenges', 'challenges.id', 'challenge_participants.challenge_id')
      .where('user_id', '=', userId)
      .select(['challenge_id', 'title', 'progress', 'completed', 'completed_at', 'joined_at'])
      .orderBy('joined_at')
      .orderBy('challenge_id')
    return { challenge_participants }
  },
}
