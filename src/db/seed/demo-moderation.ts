import type { Db } from '#db/db.ts'
import { HOUR_MS } from '#shared/durations.ts'

/** A comment with a word of the list waits for a moderator: only its author sees it. */
export async function insertWaitingText(
  db: Db,
  { now, host, author, idAt }: { now: Date; host: string; author: string; idAt: (at: Date) => string },
): Promise<void> {
  const at = new Date(now.getTime() - 3 * HOUR_MS)
  const activity = await db
    .selectFrom('friend_activities')
    .where('user_id', '=', host)
    .where('created_at', '<', at)
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!activity) return
  const id = idAt(at)
  await db
    .insertInto('activity_comments')
    .values({
      ...{ id, subject_type: 'activity', subject_id: activity.id, user_id: author },
      content: 'I know a shop with cheap keys for all of them, just ask me.',
      ...{ hidden_at: at, created_at: at },
    })
    .execute()
  await db
    .insertInto('held_texts')
    .values({ subject_type: 'comment', subject_id: id, author_id: author, reason: 'word', held_at: at })
    .execute()
}
