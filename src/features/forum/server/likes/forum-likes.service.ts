import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { NEW_LIKE } from '#features/notifications/likes.notifications.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/session.ts'
import type { Tag } from '#server/tags.ts'
import { UUID } from '#shared/canonical-ids.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { type SubjectKind, subjectRef } from '#shared/subject.ts'
import type { LikedType } from '../../forum.rules.ts'
import { POST, THREAD } from '../../forum.subject.ts'
import { FORUM_TEXTS } from '../../forum.texts.ts'
import { may } from '../forum.policy.ts'
import { type ForumDeps, refuseMissingPost, refuseMissingThread } from '../forum.service.ts'
import { lockThread } from '../writing/forum-locks.queries.ts'
import { lockViewer, tagsOfPost, tagsOfThreadChange } from '../writing/forum-writing.service.ts'
import { lockPostWithThread } from '../writing/post-writing.service.ts'
import * as queries from './forum-likes.queries.ts'

interface LockedItem {
  kind: SubjectKind
  id: string
  authorId: UserId | null
  likes_count: number
  isClosed: boolean
  tags: Tag[]
}

/**
 * Likes a thread or a post, or removes the like, and notifies its author (R-FORUM-01). Refuses with 400 a missing id,
 * with 404 a text that the viewer may not read, and with 403 the viewer's own text. Members also like in locked
 * threads.
 */
export function toggleLike(
  deps: Pick<ForumDeps, 'db' | 'clock'>,
  viewer: Viewer,
  { type, id }: { type: LikedType; id: string },
): Promise<{ liked: boolean; likes_count: number }> {
  if (id === '') refuse('invalid', 'validation_failed', FORUM_TEXTS.likeBody, { details: { id: FORUM_TEXTS.likeBody } })
  const refuseMissing = type === 'thread' ? refuseMissingThread : refuseMissingPost
  if (!UUID.test(id)) refuseMissing()
  return inTransaction(deps, async ({ db, clock }) => {
    const member = await lockViewer(db, viewer)
    const item = await lockItem(db, member, type, id.toLowerCase())
    if (item.isClosed && item.authorId !== member.id) refuseMissing()
    if (!may(member, 'like', { ...item, isLocked: false })) refuse('forbidden', 'own_item', FORUM_TEXTS.ownItem)
    const at = clock()
    const liked = await queries.toggleLike(db, { userId: viewer.id, type, itemId: item.id, at })
    const cause = { type: NEW_LIKE.type, actor: viewer.id, ...subjectRef(item.kind, item.id) } as const
    if (liked && item.authorId !== null) await notify(db, { ...cause, to: item.authorId, at })
    if (!liked) await withdraw(db, cause)
    await announce(db, item.tags)
    return { liked, likes_count: item.likes_count + (liked ? 1 : -1) }
  })
}

async function lockItem(db: Db, viewer: Viewer, type: LikedType, id: string): Promise<LockedItem> {
  if (type === 'thread') {
    const thread = (await lockThread(db, viewer, id)) ?? refuseMissingThread()
    return {
      kind: THREAD,
      id: thread.id,
      authorId: thread.author_id,
      likes_count: thread.likes_count,
      isClosed: thread.hidden_at !== null || thread.held_at !== null,
      tags: tagsOfThreadChange(thread),
    }
  }
  const { thread, post } = await lockPostWithThread(db, viewer, id, { isThreadLocked: false })
  return {
    kind: POST,
    id: post.id,
    authorId: post.author_id,
    likes_count: post.likes_count,
    isClosed: post.hidden_at !== null || post.held_at !== null,
    tags: tagsOfPost(thread, post.number),
  }
}
