import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/session.ts'
import { THREAD } from '../../forum.subject.ts'
import { forumPostWritten } from '../forum.events.ts'
import type { ForumDeps } from '../forum.service.ts'
import { findThreadId, lockPost, lockThread } from '../writing/forum-locks.queries.ts'
import { mentionedIn, notifyMentioned } from '../writing/forum-text.service.ts'
import { tagsOfPost, tagsOfThreadChange } from '../writing/forum-writing.service.ts'
import { publishPost } from '../writing/post-writing.service.ts'
import { bumpThread, showHeldItem } from './publish.queries.ts'

/** What a thread or post needs when it is published: the dependencies of the forum, without its sources of games. */
export type PublishDeps = Pick<ForumDeps, 'clock' | 'events' | 'queue'>

/** Shows a held thread to everybody, where a new one would be. Returns false if it does not wait. */
export async function publishHeldThread(deps: PublishDeps, db: Db, moderator: Viewer, id: string): Promise<boolean> {
  const thread = await lockThread(db, moderator, id)
  if (!thread || thread.held_at === null) return false
  const at = deps.clock()
  await showHeldItem(db, 'thread', id)
  await bumpThread(db, id, at)
  if (thread.author_id !== null && thread.hidden_at === null) {
    const item = { type: 'thread', id: thread.id, kind: THREAD, authorId: thread.author_id } as const
    await notifyMentioned(db, item, mentionedIn(thread.body_html), at)
    await deps.events.publish(db, forumPostWritten, { authorId: thread.author_id })
  }
  await announce(db, tagsOfThreadChange(thread))
  return true
}

/** Shows a held post to everybody. Returns false if it does not wait. */
export async function publishHeldPost(deps: PublishDeps, db: Db, moderator: Viewer, id: string): Promise<boolean> {
  const threadId = await findThreadId(db, id)
  const thread = threadId && (await lockThread(db, moderator, threadId))
  const post = thread && (await lockPost(db, moderator, id))
  if (!post || post.held_at === null) return false
  await showHeldItem(db, 'post', id)
  if (post.author_id !== null && post.hidden_at === null) {
    const written = { id: post.id, number: post.number, authorId: post.author_id }
    await publishPost({ ...deps, db }, thread, written, mentionedIn(post.content_html), deps.clock())
  } else await announce(db, tagsOfPost(thread, post.number))
  return true
}
