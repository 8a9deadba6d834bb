import { inTransaction } from '#db/transaction.ts'
import { notifyAll } from '#features/notifications/server/notifications.service.ts'
import type { UserId } from '#shared/ids.ts'
import { subjectRef } from '#shared/subject.ts'
import { FORUM_REPLY } from '../../forum.notifications.ts'
import { THREAD } from '../../forum.subject.ts'
import type { ForumDeps } from '../forum.service.ts'
import { findShownPost, listSubscribers } from './forum-subscribers.queries.ts'

/** The number of members in one transaction, which keeps each one short. */
const BATCH = 500

/**
 * Notifies the subscribers of a thread of a new post, in batches, so that writing a post costs the same whatever their
 * number. A member has one line for each thread. Repeating it notifies nobody twice.
 */
export async function notifySubscribers(deps: Pick<ForumDeps, 'db' | 'clock'>, postId: string): Promise<void> {
  for (let after: UserId | null = null; ; ) {
    const last: UserId | null = await inTransaction(deps, async ({ db, clock }) => {
      const post = await findShownPost(db, postId)
      if (!post) return null
      const { thread_id: threadId, author_id: actor } = post
      const rows = await listSubscribers(db, { postId, threadId, after, most: BATCH })
      const to = rows.flatMap(({ user_id, is_notified }) => (is_notified ? user_id : []))
      if (to.length > 0)
        await notifyAll(db, { to, type: FORUM_REPLY.type, actor, ...subjectRef(THREAD, threadId), at: clock() })
      return rows.length === BATCH ? (rows.at(-1)?.user_id ?? null) : null
    })
    if (last === null) return
    after = last
  }
}
