import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'

/** Notifications cover this many days; all older than UNREAD_DAYS are read. */
const NOTIFIED_DAYS = 30
const UNREAD_DAYS = 2.5

/** Inserts the notifications of the demo world's members, derived from the other demo data. */
export async function insertNotifications(db: Db, now: Date): Promise<void> {
  const since = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await sql`
    insert into notifications (user_id, type, actor_id, subject_type, subject_id, created_at, read_at)
    select made.*,
      case when made.at < ${since(UNREAD_DAYS)}
        then least(date_trunc('day', made.at) + interval '1 day', ${since(0)}::timestamptz) end
    from (
      select following_id, 'new_follower', follower_id, null, null::uuid, created_at as at from followers
      union all
      select friend_id, 'friend_request', user_id, null, null, created_at from friends where status = 'pending'
      union all
      select user_id, 'friend_accepted', friend_id, null, null, updated_at from friends where status = 'accepted'
      union all
      select activity.user_id, 'reaction', reaction.user_id, 'activity', activity.id, reaction.created_at
      from activity_reactions reaction
      join friend_activities activity on reaction.subject_type = 'activity' and activity.id = reaction.subject_id
        and activity.user_id <> reaction.user_id
      union all
      select activity.user_id, 'comment', comment.user_id, 'activity', activity.id, max(comment.created_at)
      from activity_comments comment
      join friend_activities activity on comment.subject_type = 'activity' and activity.id = comment.subject_id
        and activity.user_id <> comment.user_id
      group by activity.id, comment.user_id
      union all
      select recipient_id, 'message', sender_id, null, null, max(created_at)
      from messages
      where read_at is null and deleted_at is null
      group by recipient_id, sender_id
    ) made
    where made.at > ${since(NOTIFIED_DAYS)}
    order by made.at`.execute(db)
}
