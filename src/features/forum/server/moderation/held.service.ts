import type { Transaction } from 'kysely'
import type { Tables } from '#db/db.ts'
import { fromCursor, placeByCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { withAuditLog } from '#features/admin/server/admin.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/session.ts'
import { UUID } from '#shared/canonical-ids.ts'
import { refuse } from '#shared/refusal.ts'
import { isModerator } from '#shared/roles.ts'
import { MODERATORS_ONLY } from '#shared/sentences.ts'
import type { LikedType } from '../../forum.rules.ts'
import { THREAD } from '../../forum.subject.ts'
import { forumPostWritten } from '../forum.events.ts'
import { type ForumDeps, refuseMissingPost, refuseMissingThread } from '../forum.service.ts'
import { viewAuthor } from '../forum.view.ts'
import { lockThread } from '../writing/forum-locks.queries.ts'
import { mentionedIn, notifyMentioned } from '../writing/forum-text.service.ts'
import { markDeleted } from '../writing/forum-writing.queries.ts'
import { lockViewer, tagsOfPost, tagsOfThreadChange } from '../writing/forum-writing.service.ts'
import { lockPostWithThread, publishPost } from '../writing/post-writing.service.ts'
import * as queries from './held.queries.ts'

const PAGE_SIZE = 20

/** Lists the threads and posts that wait for a moderator, oldest first. */
export async function listHeld({ db }: Pick<ForumDeps, 'db'>, cursor: string | undefined) {
  const read: Read<queries.HeldRow> = (after, most) => queries.listHeld(db, after, most)
  const [{ rows, nextCursor }, total] = await Promise.all([
    readKeysetPart(fromCursor(cursor), PAGE_SIZE, read, placeByCreation),
    queries.countHeld(db),
  ])
  return {
    data: rows.map((row) => ({ ...row, author: viewAuthor(row.author), created_at: row.created_at.toISOString() })),
    total,
    nextCursor,
  }
}

type Inside = ForumDeps & { db: Transaction<Tables> }

/**
 * Shows a held thread or post to everybody, counts it and notifies of it as if it were written now, or deletes it; the
 * audit log has it. Refuses with 403 a member who is no longer a moderator, and with 404 what does not wait.
 */
export async function decideHeld(
  deps: ForumDeps,
  viewer: Viewer,
  { type, id: given, decision }: { type: LikedType; id: string; decision: 'approve' | 'delete' },
): Promise<void> {
  const refuseMissing = type === 'thread' ? refuseMissingThread : refuseMissingPost
  if (!UUID.test(given)) refuseMissing()
  const id = given.toLowerCase()
  await inTransaction(deps, async (inside) => {
    const moderator = await lockViewer(inside.db, viewer)
    if (!isModerator(moderator)) refuse('forbidden', '42501', MODERATORS_ONLY)
    const isApproved = decision === 'approve'
    const about = await (type === 'thread'
      ? decideThread(inside, moderator, id, isApproved)
      : decidePost(inside, moderator, id, isApproved))
    await withAuditLog(
      inside,
      {
        adminId: moderator.id,
        action: isApproved ? 'approve_held' : `delete_${type}`,
        item: [type, id],
        data: { title: about.title, ...(about.author_id !== null && { author: about.author_id }) },
      },
      async () => {},
    )
  })
}

async function decideThread(inside: Inside, moderator: Viewer, id: string, isApproved: boolean) {
  const { db, clock, events } = inside
  const thread = await lockThread(db, moderator, id)
  if (!thread || thread.held_at === null) return refuseMissingThread()
  const at = clock()
  if (!isApproved) await markDeleted(db, 'thread', id, at)
  else {
    await queries.showHeldItem(db, 'thread', id)
    await queries.bumpThread(db, id, at)
    if (thread.author_id !== null && thread.hidden_at === null) {
      const item = { type: 'thread', id: thread.id, kind: THREAD, authorId: thread.author_id } as const
      await notifyMentioned(db, item, mentionedIn(thread.body_html), at)
      await events.publish(db, forumPostWritten, { authorId: thread.author_id })
    }
  }
  await announce(db, tagsOfThreadChange(thread))
  return thread
}

async function decidePost(inside: Inside, moderator: Viewer, id: string, isApproved: boolean) {
  const { db, clock } = inside
  const { thread, post } = await lockPostWithThread(db, moderator, id)
  if (post.held_at === null) return refuseMissingPost()
  const at = clock()
  if (!isApproved) await markDeleted(db, 'post', id, at)
  else await queries.showHeldItem(db, 'post', id)
  if (isApproved && post.author_id !== null && post.hidden_at === null)
    await publishPost(inside, thread, { ...post, authorId: post.author_id }, mentionedIn(post.content_html), at)
  else await announce(db, tagsOfPost(thread, post.number))
  return { title: thread.title, author_id: post.author_id }
}
