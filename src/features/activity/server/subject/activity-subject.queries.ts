import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface ReportedActivityRow {
  id: string
  user_id: string
  activity_type: string
  details: unknown
  hidden_at: Date | null
  game_name: string | null
}

/** Lists the contents of these activities, hidden ones included. */
export function listReportedActivities(db: Db, ids: readonly string[]): Promise<ReportedActivityRow[]> {
  return db
    .selectFrom('friend_activities as activity')
    .leftJoin('games', 'games.id', 'activity.game_id')
    .where('activity.id', 'in', ids)
    .select(['activity.id', 'activity.user_id', 'activity.activity_type', 'activity.details', 'activity.hidden_at'])
    .select('games.name as game_name')
    .execute()
}

/**
 * Hides an activity at an instant, or shows it again (null). Returns undefined when it is deleted or already in that
 * state.
 */
export function setHidden(db: Db, id: string, at: Date | null) {
  return db
    .updateTable('friend_activities')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .where('hidden_at', at === null ? 'is not' : 'is', null)
    .returning(['user_id', 'game_id'])
    .executeTakeFirst()
}

/** Returns the game of one activity, as a value in a query that has the id. */
export const gameIdSql = (activityId: RawBuilder<unknown>) =>
  sql<string | null>`(select game_id from friend_activities where id = ${activityId})`
