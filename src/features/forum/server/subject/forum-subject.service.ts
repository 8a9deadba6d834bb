import type { Db } from '#db/db.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import { webLinksOf } from '#server/safe-html.ts'
import type { Subject } from '#server/subjects.ts'
import type { ForumThreadId } from '#shared/ids.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { subjectRef } from '#shared/subject.ts'
import { threadPath } from '../../forum.rules.ts'
import { POST, THREAD } from '../../forum.subject.ts'
import { refuseMissingPost, refuseMissingThread } from '../forum.service.ts'
import { type PublishDeps, publishHeldPost, publishHeldThread } from '../moderation/publish.service.ts'
import { tagsOfPost, tagsOfThreadChange } from '../writing/forum-writing.service.ts'
import { withdrawPost } from '../writing/post-writing.service.ts'
import * as queries from './forum-subject.queries.ts'

/** Makes threads reportable by everybody who may read them (G21). Moderators handle the reports. */
export const threadSubject = (deps: PublishDeps): Subject => ({
  kind: THREAD,
  moderatedBy: 'moderator',
  discussion: null,
  async requireAccess(db, viewer, id) {
    const found = (await queries.findThreadOwner(db, viewer, id)) ?? refuseMissingThread()
    return { ownerId: found.author_id }
  },
  async loadContents(db, ids) {
    const rows = ids.length === 0 ? [] : await queries.listReportedThreads(db, ids)
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.author_id,
      text: `${row.title}\n${plainTextOf(row.html)}`,
      href: threadPath(row.id),
      isHidden: row.is_hidden,
      links: webLinksOf(row.html),
    }))
  },
  async setHidden(db, id, at) {
    const thread = await queries.hideThread(db, id, at)
    if (!thread) return false
    if (at !== null) await withdrawAbout(db, subjectRef(THREAD, id))
    await announce(db, tagsOfThreadChange(thread))
    return true
  },
  publish: (db, moderator, id) => publishHeldThread(deps, db, moderator, id),
})

/** Makes posts reportable by everybody who may read them (G21). Moderators handle the reports. */
export const postSubject = (deps: PublishDeps): Subject => ({
  kind: POST,
  moderatedBy: 'moderator',
  discussion: null,
  async requireAccess(db, viewer, id) {
    const found = (await queries.findPostOwner(db, viewer, id)) ?? refuseMissingPost()
    return { ownerId: found.author_id }
  },
  async loadContents(db, ids) {
    const rows = ids.length === 0 ? [] : await queries.listReportedPosts(db, ids)
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.author_id,
      text: plainTextOf(row.html),
      href: row.is_deleted ? null : POST.ownerPage(row.id),
      isHidden: row.is_hidden,
      links: webLinksOf(row.html),
    }))
  },
  setHidden: setPostHidden,
  publish: (db, moderator, id) => publishHeldPost(deps, db, moderator, id),
})

async function setPostHidden(db: Db, id: string, at: Date | null): Promise<boolean> {
  const thread = await queries.lockThreadOf(db, id)
  const post = thread && (await queries.hidePost(db, id, at))
  if (!post) return false
  if (at !== null) await withdrawPost(db, { id, thread_id: thread.id as ForumThreadId, author_id: post.author_id })
  await announce(db, tagsOfPost(thread, post.number))
  return true
}
