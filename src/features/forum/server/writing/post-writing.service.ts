import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { withAuditLog } from '#features/admin/server/admin.service.ts'
import { holdText } from '#features/moderation/server/moderation.service.ts'
import { withdraw, withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Reply } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumPostId, ForumThreadId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { FORUM_REPLY } from '../../forum.notifications.ts'
import type { PostDraft } from '../../forum.schemas.ts'
import { POST, THREAD } from '../../forum.subject.ts'
import { FORUM_TEXTS } from '../../forum.texts.ts'
import { forumPostWritten } from '../forum.events.ts'
import { may } from '../forum.policy.ts'
import { type ForumDeps, type PostView, refuseMissingPost, refuseMissingThread, requirePost } from '../forum.service.ts'
import * as locks from './forum-locks.queries.ts'
import { notifyMentioned, readyText } from './forum-text.service.ts'
import * as queries from './forum-writing.queries.ts'
import {
  auditEntry,
  heldAfterEdit,
  itemOf,
  lockViewer,
  reasonToWait,
  refuseLocked,
  refuseWithoutGame,
  requireEdit,
  requireMay,
  requireVersion,
  SAME_WITHIN_MS,
  tagsOfPost,
} from './forum-writing.service.ts'

/** The job that notifies the subscribers of a thread of a new post. */
export const NOTIFY_SUBSCRIBERS = 'notify-forum-subscribers'

const CONTENT = { name: 'content', sentence: FORUM_TEXTS.postLength }

/**
 * Replies in a thread (G16). Refuses with 403 'This thread is locked', or why else it is closed, with 404 a thread that the
 * viewer may not read, and with 400 a quote of a post that is not a visible one of this thread, or a spoiler mark in a
 * thread without a game.
 * The same text by the same author within a minute is one post: the second request gets the first one's post, with
 * status 200. The author is subscribed, unless the author has unsubscribed before, and has read the thread.
 */
export function createPost(
  deps: ForumDeps,
  viewer: Viewer,
  threadId: ForumThreadId,
  draft: PostDraft,
  reply: Pick<Reply, 'wasThere'>,
): Promise<PostView> {
  const { content, quoted_post_id: quotedId, spoils_to = null } = draft
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const author = await lockViewer(db, viewer)
    const thread = (await locks.lockThread(db, author, threadId)) ?? refuseMissingThread()
    const at = clock()
    const since = new Date(at.getTime() - SAME_WITHIN_MS)
    const same = await queries.findSamePost(db, thread, { authorId: viewer.id, content, quotedId, since })
    if (same !== undefined) {
      reply.wasThere()
      return (await requirePost(inside, author, same)).post
    }
    if (!may(author, 'reply', itemOf(thread))) refuseReply(thread)
    if (spoils_to !== null && thread.game_id === null) refuseWithoutGame()
    if (quotedId !== null && !(await queries.isQuotable(db, author, threadId, quotedId)))
      refuse('invalid', 'quoted_post_not_found', FORUM_TEXTS.quotedMissing, {
        details: { quoted_post_id: FORUM_TEXTS.quotedMissing },
      })
    const text = await readyText(db, viewer.id, content, CONTENT)
    const reason = await reasonToWait(inside, author, text, null)
    const isHeld = reason !== null
    const post = await queries.insertPost(db, thread, {
      ...text,
      ...{ authorId: viewer.id, quotedId, spoilsTo: spoils_to, isHeld, at },
    })
    if (reason !== null) await holdText(db, subjectRef(POST, post.id), { authorId: viewer.id, reason, at })
    else await publishPost(inside, thread, { ...post, authorId: viewer.id }, text.mentioned, at)
    return (await requirePost(inside, author, post.id)).post
  })
}

/** Announces a new visible post, notifies those that it mentions, and queues the notifications of subscribers. */
export async function publishPost(
  { db, events, queue }: Pick<ForumDeps, 'db' | 'events' | 'queue'>,
  thread: locks.LockedThread,
  post: { id: ForumPostId; number: number; authorId: UserId },
  mentioned: readonly UserId[],
  at: Date,
): Promise<void> {
  const { id, number, authorId } = post
  await notifyMentioned(db, { type: 'post', id, kind: POST, authorId }, mentioned, at)
  await queue.send(db, NOTIFY_SUBSCRIBERS, { postId: id })
  await events.publish(db, forumPostWritten, { authorId })
  await announce(db, tagsOfPost(thread, number))
}

/**
 * Edits the viewer's own post while the thread is not locked; the earlier text becomes a version. Refuses with 403
 * another member's post, and with 409 an `updated_at` that differs from the stored one; the 409 contains the stored post.
 */
export function editPost(
  deps: ForumDeps,
  viewer: Viewer,
  id: ForumPostId,
  draft: { content: string; spoils_to?: number | null | undefined; updated_at?: string | undefined },
): Promise<PostView> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const author = await lockViewer(db, viewer)
    const { thread, post } = await lockPostWithThread(db, author, id)
    requireEdit(author, itemOf(thread, post))
    await requireVersion(draft.updated_at, post, async () => ({ post: (await requirePost(inside, author, id)).post }))
    const spoilsTo = draft.spoils_to === undefined ? post.spoils_to : draft.spoils_to
    if (spoilsTo !== null && thread.game_id === null) refuseWithoutGame()
    if (draft.content !== post.content || spoilsTo !== post.spoils_to) {
      const at = clock()
      const text = await readyText(db, author.id, draft.content, CONTENT)
      const heldAt = await heldAfterEdit(inside, author, { ...post, type: 'post' }, text)
      await queries.insertVersion(db, {
        ...{ type: 'post', itemId: id, authorId: author.id, title: null, content: post.content },
        ...{ html: post.content_html, spoilsTo: post.spoils_to, writtenAt: post.written_at },
        ...{ createdAt: post.edited_at ?? post.created_at, at },
      })
      await queries.updatePostText(db, post, thread, { ...text, spoilsTo, heldAt, at })
      if (heldAt === null && post.hidden_at === null)
        await notifyMentioned(db, { type: 'post', id, kind: POST, authorId: author.id }, text.mentioned, at)
      await announce(db, tagsOfPost(thread, post.number))
    }
    return (await requirePost(inside, author, id)).post
  })
}

/**
 * Deletes a post: its author, or a moderator, with an entry in the audit log. Refuses with 403 others. Its number stays,
 * and quotes of it show that it was deleted.
 */
export function deletePost(deps: ForumDeps, viewer: Viewer, id: ForumPostId): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const member = await lockViewer(db, viewer)
    const { thread, post } = await lockPostWithThread(db, member, id)
    requireMay(member, 'delete', itemOf(thread, post))
    await queries.markDeleted(db, 'post', id, clock())
    await withdrawPost(db, post)
    await announce(db, tagsOfPost(thread, post.number))
    if (post.author_id !== member.id)
      await withAuditLog(
        inside,
        auditEntry(member, 'delete_post', ['post', id], { title: thread.title, author_id: post.author_id }),
        async () => {},
      )
  })
}

/**
 * Withdraws the notifications about a post that readers no longer see: mentions and likes, and the notification of the
 * subscribers, unless it stands for another post of the author.
 */
export async function withdrawPost(
  db: Db,
  post: { id: string; thread_id: ForumThreadId; author_id: UserId | null },
): Promise<void> {
  await withdrawAbout(db, subjectRef(POST, post.id))
  if (post.author_id !== null && !(await queries.hasShownPost(db, post.thread_id, post.author_id)))
    await withdraw(db, { type: FORUM_REPLY.type, actor: post.author_id, ...subjectRef(THREAD, post.thread_id) })
}

/**
 * Locks the thread of a post, and then the post; for a like only the post. Refuses with 404 a post that the viewer may
 * not read.
 */
export async function lockPostWithThread(
  db: Db,
  viewer: Viewer,
  id: string,
  { isThreadLocked = true } = {},
): Promise<{ thread: locks.LockedThread; post: locks.LockedPost }> {
  const threadId = (await locks.findThreadId(db, id)) ?? refuseMissingPost()
  const thread = (await locks.lockThread(db, viewer, threadId, { isLocked: isThreadLocked })) ?? refuseMissingPost()
  const post = (await locks.lockPost(db, viewer, id)) ?? refuseMissingPost()
  return { thread, post }
}

/** Refuses a reply in a locked thread, or in one that waits for a moderator or was hidden by one, in its own words. */
function refuseReply(thread: locks.LockedThread): never {
  if (thread.locked) return refuseLocked()
  if (thread.hidden_at !== null) return refuse('forbidden', 'thread_hidden', FORUM_TEXTS.hiddenThread)
  return refuse('forbidden', 'thread_held', FORUM_TEXTS.heldThread)
}
