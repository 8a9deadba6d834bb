import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { namesAddress } from '#features/moderation/moderation.rules.ts'
import { holdText, reasonToHold, sendForHoldRules } from '#features/moderation/server/moderation.service.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import type { Discussion, Subjects } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { CommentId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { type SubjectKind, type SubjectRef, type SubjectType, subjectRef } from '#shared/subject.ts'
import { NEW_COMMENT } from '../comments.notifications.ts'
import { COMMENTS_PAGE_SIZE, PREVIEWED } from '../comments.rules.ts'
import { COMMENT } from '../comments.subject.ts'
import { DELETE_OWN_COMMENTS, NO_GAME_TO_SPOIL } from '../comments.texts.ts'
import { mayDelete } from './comments.policy.ts'
import * as queries from './comments.queries.ts'
import { type CommentView, viewComment } from './comments.view.ts'

export type CommentPreviewRow = queries.CommentPreviewRow
// Queries of subjects count the comments in the same statement.
export { commentCountSql, moveComments } from './comments.queries.ts'

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
  const gameId = gameIdOf(subjects, subject)
  const read: Read<queries.CommentRow> = (before, most) =>
    queries.listBefore(db, subject, gameId, viewer, { before, most })
  const [total, { rows, nextCursor }] = await Promise.all([
    queries.countComments(db, subject, viewer),
    readKeysetPart(fromCursor(cursor), COMMENTS_PAGE_SIZE, read, keysetOfCreation),
  ])
  return { rows: rows.reverse(), total, nextCursor }
}

/** Returns the SQL expression for the game of a subject; null if its type has none. */
function gameIdOf(subjects: Subjects, { subjectType, subjectId }: SubjectRef): queries.SubjectSql['gameId'] {
  const { discussion } = subjects.require(subjectType)
  return discussion?.gameIdSql?.(sql`${subjectId}::uuid`) ?? null
}

/** Finds a comment. Refuses with 404 if the viewer may not read it in the list of its subject's comments. */
export async function requireComment(
  { db, subjects }: CommentsDeps,
  viewer: Viewer | null,
  type: SubjectType,
  commentId: CommentId,
): Promise<queries.CommentRow> {
  const { requireAccess, discussion } = subjects.require(type)
  const row = await queries.findReadable(db, commentId, { type, gameIdSql: discussion?.gameIdSql }, viewer)
  if (!row) return refuseMissing()
  await requireAccess(db, viewer, row.subject_id, 'read')
  return row
}

const refuseMissing = () => refuse('not_found', 'comment_not_found', 'Comment not found')

/**
 * Adds a comment to a subject that the viewer may see. The contract has parsed `content`. Stores the viewer's
 * progress in the subject's game. Refuses with 400 a spoiler mark on a comment that is not about a game.
 */
export async function addComment(
  deps: CommentsDeps,
  viewer: Viewer,
  subject: SubjectRef,
  { content, spoilsTo }: { content: string; spoilsTo: number | null },
): Promise<queries.CommentRow> {
  const { made, at, reason } = await inTransaction(deps, async ({ db, clock, subjects }) => {
    const { requireAccess, discussion } = subjects.require(subject.subjectType)
    const rulesOf = await sendForHoldRules(db)
    const { ownerId } = await requireAccess(db, viewer, subject.subjectId, 'write')
    const at = clock()
    const gameId = gameIdOf(subjects, subject)
    if (spoilsTo !== null && (gameId === null || (await queries.findGame(db, gameId)) === null))
      refuse('invalid', 'no_game_to_spoil', NO_GAME_TO_SPOIL, { details: { spoils_to: NO_GAME_TO_SPOIL } })
    const reason = await reasonToHold({ db, clock, rules: await rulesOf() }, viewer, {
      text: content,
      hasLink: namesAddress(content),
    })
    const comment = { userId: viewer.id, content, spoilsTo, hiddenAt: reason && at, at }
    const sent = await queries.insertionOf(discussion?.gameIdSql).send(db, { ...subject, ...comment })
    if (ownerId && reason === null)
      await notify(db, { to: ownerId, type: NEW_COMMENT.type, actor: viewer.id, ...subject, at })
    await announce(db, [tag.subject(subject)])
    const [made] = await sent.rows()
    if (!made) throw new Error('the comment was not inserted')
    if (reason !== null) await holdText(db, subjectRef(COMMENT, made.id), { authorId: viewer.id, reason, at })
    return { made, at, reason }
  })
  return {
    id: made.id,
    subject_type: subject.subjectType,
    subject_id: subject.subjectId,
    user_id: viewer.id,
    username: viewer.username,
    display_name: viewer.displayName,
    avatar_url: viewer.avatarUrl,
    content,
    hidden_at: reason && at,
    hold: reason && { state: 'waiting', reason, note: null },
    created_at: at,
    spoils_to: spoilsTo,
    written_at: made.written_at,
    // Authors read their own texts.
    reader_at: null,
    folds_further: false,
  }
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
    if (!found) return refuseMissing()
    if (!mayDelete(viewer, found)) refuse('forbidden', 'not_your_comment', DELETE_OWN_COMMENTS)
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
    await withdraw(db, { type: NEW_COMMENT.type, actor: authorId, subjectType, subjectId })
}

/** For queries of subjects that load the comments in the same statement; `viewCommentPreview` converts the value. */
export const commentPreviewSql = (subject: queries.SubjectSql, viewer: Viewer | null) =>
  queries.commentPreviewSql(subject, viewer, PREVIEWED)

export function viewCommentPreview(preview: CommentPreviewRow | null, viewer: Viewer | null): CommentPreview {
  const comments = (preview?.latest ?? []).map((row) => viewComment(row, viewer))
  return { comments, total: preview?.total ?? 0 }
}

interface PreviewedSubject {
  kind: SubjectKind
  discussion: Pick<Discussion, 'gameIdSql'>
}

/** Loads the comment previews of all these subjects, in one statement. */
export async function loadPreviews(
  db: Db,
  { kind: { type }, discussion: { gameIdSql } }: PreviewedSubject,
  subjectIds: readonly string[],
  viewer: Viewer | null,
): Promise<ReadonlyMap<string, CommentPreview>> {
  const rows = await queries.listLatest(db, { type, gameIdSql }, subjectIds, viewer, PREVIEWED)
  return new Map(rows.map(({ subject_id, comments: preview }) => [subject_id, viewCommentPreview(preview, viewer)]))
}

/** Returns the tags of a page that shows these comments: the names of their authors. */
export const authorTags = (previews: Iterable<CommentPreview>): Tag[] =>
  [...previews].flatMap(({ comments }) => comments.flatMap(({ user_id }) => (user_id ? [tag.member(user_id)] : [])))
