import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import { fromCursor, toCursor } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import type { Subjects } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { CommentId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import { COMMENTS_PAGE_SIZE, PREVIEWED } from '../comments.rules.ts'
import { mayDelete } from './comments.policy.ts'
import * as queries from './comments.queries.ts'
import { type CommentView, viewComment } from './comments.view.ts'

export type CommentPreviewRow = queries.CommentPreviewRow

export interface CommentsDeps {
  db: Db
  clock: Clock
  subjects: Subjects
}

/** The last comments on a subject, newest last, and their total number. */
export interface CommentPreview {
  comments: CommentView[]
  total: number
}

/**
 * Lists the comments on a subject that the viewer may see (G27), without those of members in a block with the viewer.
 * Hidden comments are visible only to their author and admins. Newest last; the cursor leads to earlier ones.
 */
export async function listComments(
  { db, subjects }: CommentsDeps,
  viewer: Viewer | null,
  subject: SubjectRef,
  cursor: string | undefined,
): Promise<{ rows: queries.CommentRow[]; total: number; nextCursor: string | null }> {
  await subjects.require(subject.subjectType).requireAccess(db, viewer, subject.subjectId, 'read')
  const before = cursor === undefined ? null : fromCursor(cursor)
  const [total, found] = await Promise.all([
    queries.countComments(db, subject, viewer),
    queries.listBefore(db, subject, viewer, before, COMMENTS_PAGE_SIZE + 1),
  ])
  const rows = found.slice(0, COMMENTS_PAGE_SIZE)
  const last = rows.at(-1)
  const nextCursor = found.length > rows.length && last ? toCursor({ at: last.created_at, id: last.id }) : null
  return { rows: rows.reverse(), total, nextCursor }
}

/** Adds a comment to a subject that the viewer may see. The contract has parsed `content`. */
export function addComment(
  deps: CommentsDeps,
  viewer: Viewer,
  subject: SubjectRef,
  content: string,
): Promise<queries.CommentRow> {
  return inTransaction(deps, async ({ db, clock, subjects }) => {
    const { requireAccess } = subjects.require(subject.subjectType)
    const { ownerId } = await requireAccess(db, viewer, subject.subjectId, 'write')
    const at = clock()
    const id = await queries.insertComment(db, subject, { userId: viewer.id, content, at })
    if (ownerId) await notify(db, { to: ownerId, type: 'comment', actor: viewer.id, ...subject, at })
    await announce(db, [tag.subject(subject)])
    return {
      id,
      subject_type: subject.subjectType,
      subject_id: subject.subjectId,
      user_id: viewer.id,
      username: viewer.username,
      display_name: viewer.displayName,
      avatar_url: viewer.avatarUrl,
      content,
      hidden_at: null,
      created_at: at,
    }
  })
}

/**
 * Deletes the viewer's own comment, also when its subject is no longer visible. Refuses with 403 for another member's,
 * and with 404 when it is missing.
 */
export function deleteComment(
  deps: CommentsDeps,
  viewer: Viewer,
  type: SubjectType,
  commentId: CommentId,
): Promise<void> {
  return inTransaction(deps, async ({ db }) => {
    const found = await queries.findComment(db, commentId, viewer, type)
    if (!found) return refuse('not_found', 'comment_not_found', 'Comment not found')
    if (!mayDelete(viewer, found)) refuse('forbidden', 'not_your_comment', 'You can only delete your own comments')
    await queries.deleteComment(db, commentId)
    await withdrawCommentNotification(db, found, viewer.id)
    await announce(db, [tag.subject(found)])
  })
}

/**
 * Removes the notification of the subject's owner when none of the author's comments is visible any more, because one
 * notification stands for all of them.
 */
export async function withdrawCommentNotification(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  authorId: UserId,
): Promise<void> {
  if (!(await queries.hasCommented(db, { subjectType, subjectId }, authorId)))
    await withdraw(db, { type: 'comment', actor: authorId, subjectType, subjectId })
}

/** For queries of subjects that load the comments in the same statement; `viewCommentPreview` converts the value. */
export const commentPreviewSql = (type: SubjectType, subjectId: RawBuilder<unknown>, viewer: Viewer | null) =>
  queries.commentPreviewSql(type, subjectId, viewer, PREVIEWED)

export function viewCommentPreview(preview: CommentPreviewRow | null, viewer: Viewer | null): CommentPreview {
  const latest = (preview?.latest ?? []).map((row) => ({
    ...row,
    hidden_at: row.hidden_at === null ? null : new Date(row.hidden_at),
    created_at: new Date(row.created_at),
  }))
  return { comments: latest.map((row) => viewComment(row, viewer)), total: preview?.total ?? 0 }
}

/** Loads the comment previews of all these subjects, in one statement. */
export async function loadPreviews(
  db: Db,
  type: SubjectType,
  subjectIds: readonly string[],
  viewer: Viewer | null,
): Promise<ReadonlyMap<string, CommentPreview>> {
  const rows = await queries.listLatest(db, type, subjectIds, viewer, PREVIEWED)
  return new Map(rows.map(({ subject_id, comments: preview }) => [subject_id, viewCommentPreview(preview, viewer)]))
}

/** Returns the tags of a page that shows these comments: the names of their authors. */
export const authorTags = (previews: Iterable<CommentPreview>): Tag[] =>
  [...previews].flatMap(({ comments }) => comments.flatMap(({ user_id }) => (user_id ? [tag.member(user_id)] : [])))
