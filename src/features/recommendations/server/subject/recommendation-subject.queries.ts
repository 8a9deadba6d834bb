import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/** Returns the sender of a recommendation that the member has sent or got. */
export function findRecommendation(db: Db, userId: UserId, id: string) {
  return db
    .selectFrom('recommendations')
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('sender_id', '=', userId), eb('recipient_id', '=', userId)]))
    .select('sender_id')
    .$castTo<{ sender_id: UserId }>()
    .executeTakeFirst()
}

/** Lists the lines of reported recommendations, with the names of their games. */
export function listContents(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('recommendations')
    .innerJoin('games', 'games.id', 'recommendations.game_id')
    .where('recommendations.id', 'in', ids)
    .select(['recommendations.id', 'sender_id', 'line', 'games.name as game_name'])
    .$castTo<{ id: string; sender_id: UserId; line: string | null; game_name: string }>()
    .execute()
}
