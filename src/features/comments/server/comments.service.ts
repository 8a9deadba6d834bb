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
import { NEW_COMMENT, NEW_REPLY } from '../comments.notifications.ts'
import { COMMENTS_PAGE_SIZE, PREVIEWED } from '../comments.rules.ts'
import { COMMENT } from '../comments.subject.ts'
import { DELETE_OWN_COMMENTS, NO_GAME_TO_SPOIL } from '../comments.texts.ts'
import { mayDelete } from './comments.policy.ts'
import * as queries from './comments.queries.ts'
import { type CommentView, viewComment } from './comments.view.ts'
import * as facts from './facts/comment-facts.queries.ts'
import * as writes from './writing/comment-writes.queries.ts'

export type CommentPreviewRow = queries.CommentPreviewRow
// Queries of subjects count the comments in the same statement.
export { commentCountSql } from './comments.queries.ts'
export { moveComments, moveCommentsBack } from './writing/comment-writes.queries.ts'

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
 * Lists the comments on a subject that the viewer may see (G27), without those of members in a block with the viewer, each
 * with its first replies (decision 0120). Hidden comments are visible only to their author and admins. Newest last; the
 * cursor leads to earlier ones. The total includes the replies.
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

/** Lists the replies to a comment at the top, oldest first, also to one that only keeps its place. */
export async function listReplies(
  { db, subjects }: CommentsDeps,
  viewer: Viewer | null,
  { type, commentId }: { type: SubjectType; commentId: CommentId },
  cursor: string | undefined,
): Promise<{ rows: queries.ReplyRow[]; nextCursor: string | null }> {
  const subject = await facts.findSubjectOf(db, commentId, type)
  if (!subject) return refuseMissing()
  await subjects.require(type).requireAccess(db, viewer, subject.subjectId, 'read')
  const gameId = gameIdOf(subjects, subject)
  const read: Read<queries.ReplyRow> = (after, most) =>
    queries.listRepliesAfter(db, commentId, gameId, viewer, { after, most })
  return readKeysetPart(fromCursor(cursor), COMMENTS_PAGE_SIZE, read, keysetOfCreation)
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
): Promise<queries.ReplyRow> {
  const { requireAccess, discussion } = subjects.require(type)
  const row = await queries.findReadable(db, commentId, { type, gameIdSql: discussion?.gameIdSql }, viewer)
  if (!row) return refuseMissing()
  await requireAccess(db, viewer, row.subject_id, 'read')
  return row
}

const refuseMissing = () => refuse('not_found', 'comment_not_found', 'Comment not found')

interface CommentDraft {
  content: string
  spoilsTo: number | null
  /** The comment or reply that it answers. */
  replyTo: CommentId | null
}

/**
 * Adds a comment to a subject that the viewer may see, or a reply to a comment on it. The contract has parsed `content`.
 * What a device sends later stands where it arrives (decision 0141).
 * Stores the viewer's progress in the subject's game. Refuses with 400 a spoiler mark on a comment that is not about a
 * game, and with 404 a reply to a comment that the viewer may not read or that is hidden.
 */
export async function addComment(
  deps: CommentsDeps,
  viewer: Viewer,
  subject: SubjectRef,
  { content, spoilsTo, replyTo }: CommentDraft,
): Promise<queries.CommentRow> {
  const { made, at, reason, place } = await inTransaction(deps, async ({ db, clock, subjects }) => {
    const { requireAccess, discussion } = subjects.require(subject.subjectType)
    const rulesOf = await sendForHoldRules(db)
    const { ownerId } = await requireAccess(db, viewer, subject.subjectId, 'write')
    const at = clock()
    await requireGame({ db, subjects }, subject, spoilsTo)
    const place = await placeOf(db, viewer, subject, replyTo)
    const reason = await reasonToHold({ db, clock, rules: await rulesOf() }, viewer, {
      text: content,
      hasLink: namesAddress(content),
    })
    const { parentId, answeredUserId, answersReply } = place
    const comment = { userId: viewer.id, content, spoilsTo, parentId, answeredUserId, answersReply }
    const sent = await writes
      .insertionOf(discussion?.gameIdSql)
      .send(db, { ...subject, ...comment, hiddenAt: reason && at, at })
    if (reason === null)
      await notifyOf({ db, subjects }, { ...subject, ownerId, userId: viewer.id, answeredUserId, at })
    await announce(db, [tag.subject(subject)])
    const [made] = await sent.rows()
    if (!made) throw new Error('the comment was not inserted')
    if (reason !== null) await holdText(db, subjectRef(COMMENT, made.id), { authorId: viewer.id, reason, at })
    return { made, at, reason, place }
  })
  return {
    ...rowOf(viewer, subject),
    id: made.id,
    parent_id: place.parentId,
    answered: place.answered,
    content,
    hidden_at: reason && at,
    hold: reason && { state: 'waiting', reason, note: null },
    created_at: at,
    spoils_to: spoilsTo,
    written_at: made.written_at,
  }
}

/** What is true of every comment that has just been written. */
const rowOf = (viewer: Viewer, { subjectType, subjectId }: SubjectRef) => ({
  subject_type: subjectType,
  subject_id: subjectId,
  user_id: viewer.id,
  username: viewer.username,
  display_name: viewer.displayName,
  avatar_url: viewer.avatarUrl,
  // Authors read their own texts.
  reader_at: null,
  folds_further: false,
  is_read: true,
  is_deleted: false,
  replies: null,
})

/** Refuses a spoiler mark on a subject without a game. */
async function requireGame(
  { db, subjects }: Pick<CommentsDeps, 'db' | 'subjects'>,
  subject: SubjectRef,
  spoilsTo: number | null,
): Promise<void> {
  if (spoilsTo === null) return
  const gameId = gameIdOf(subjects, subject)
  if (gameId === null || (await facts.findGame(db, gameId)) === null)
    refuse('invalid', 'no_game_to_spoil', NO_GAME_TO_SPOIL, { details: { spoils_to: NO_GAME_TO_SPOIL } })
}

const AT_TOP = { parentId: null, answeredUserId: null, answersReply: false, answered: null }

/** Returns where a new comment stands: at the top, or below the comment that it answers or that one's own (decision 0120). */
async function placeOf(db: Db, viewer: Viewer, subject: SubjectRef, replyTo: CommentId | null) {
  if (replyTo === null) return AT_TOP
  const found = await writes.lockAnswered(db, replyTo, subject, viewer)
  if (!found) return refuseMissing()
  const { user_id, username, display_name, avatar_url } = found
  const answersReply = found.parent_id !== null
  return {
    parentId: found.parent_id ?? found.id,
    answeredUserId: user_id,
    answersReply,
    answered: answersReply && user_id !== null ? { id: user_id, username, display_name, avatar_url } : null,
  }
}

/**
 * Notifies the owner of the subject of a comment that others see, and the member that it answers, if that member may see
 * the subject. An owner that it answers gets one notification.
 */
async function notifyOf(
  { db, subjects }: Pick<CommentsDeps, 'db' | 'subjects'>,
  comment: SubjectRef & { ownerId: UserId | null; userId: UserId; answeredUserId: UserId | null; at: Date },
): Promise<void> {
  const { ownerId, userId: actor, answeredUserId, subjectType, subjectId, at } = comment
  const cause = { actor, subjectType, subjectId, at }
  if (answeredUserId !== null) {
    const { discussion } = subjects.require(subjectType)
    const mayRead =
      answeredUserId === ownerId ||
      ((await discussion?.listVisibleIds(db, readerOf(answeredUserId), [subjectId])) ?? []).length > 0
    if (mayRead) await notify(db, { ...cause, to: answeredUserId, type: NEW_REPLY.type })
  }
  if (ownerId !== null && ownerId !== answeredUserId)
    await notify(db, { ...cause, to: ownerId, type: NEW_COMMENT.type })
}

/** The rules of who may see something read no more of a viewer. */
const readerOf = (id: UserId) => ({ id, role: 'user' }) as Viewer

/** Notifies of a comment that a moderator has published, as if it were written now. */
export async function notifyOfPublished(
  deps: Pick<CommentsDeps, 'db' | 'subjects'>,
  { subject, authorId, answeredUserId }: { subject: SubjectRef; authorId: UserId; answeredUserId: UserId | null },
  at: Date,
): Promise<void> {
  const [content] = await deps.subjects.require(subject.subjectType).loadContents(deps.db, [subject.subjectId])
  await notifyOf(deps, { ...subject, ownerId: content?.ownerId ?? null, userId: authorId, answeredUserId, at })
}

/**
 * Deletes the viewer's own comment, also when its subject is no longer visible. One with replies keeps its place without
 * author and words, and loses it with the last of them (decision 0120). Refuses with 403 for another member's, and with
 * 404 when it is missing.
 */
export function deleteComment(
  deps: CommentsDeps,
  viewer: Viewer,
  type: SubjectType,
  commentId: CommentId,
): Promise<void> {
  return inTransaction(deps, async ({ db, clock }) => {
    await writes.lockComment(db, commentId)
    const found = await facts.findComment(db, commentId, viewer, type)
    if (!found) return refuseMissing()
    if (!mayDelete(viewer, found)) refuse('forbidden', 'not_your_comment', DELETE_OWN_COMMENTS)
    await writes.deleteComment(db, commentId, clock())
    if (found.parentId !== null) {
      await writes.lockComment(db, found.parentId)
      await writes.deleteWithoutReplies(db, found.parentId)
    }
    await withdrawNotifications(db, found, { authorId: viewer.id, answeredUserId: found.answeredUserId })
    await announce(db, [tag.subject(found)])
  })
}

/**
 * Removes the notifications of the subject's owner and of the member that a comment answers when no such comment of the
 * author is visible any more, because one notification stands for all of them.
 */
export async function withdrawNotifications(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  { authorId, answeredUserId }: { authorId: UserId; answeredUserId: UserId | null },
): Promise<void> {
  const subject = { subjectType, subjectId }
  if (!(await facts.hasCommented(db, subject, authorId)))
    await withdraw(db, { type: NEW_COMMENT.type, actor: authorId, ...subject })
  if (answeredUserId === null) return
  if (!(await facts.hasAnswered(db, subject, { userId: authorId, answeredUserId })))
    await withdraw(db, { to: answeredUserId, type: NEW_REPLY.type, actor: authorId, ...subject })
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

/** Returns the tags of a page that shows these comments: the names of their authors, and of the members that replies name. */
export const authorTags = (previews: Iterable<CommentPreview>): Tag[] =>
  [...previews]
    .flatMap(({ comments }) => comments.flatMap(({ replies, ...comment }) => [comment, ...replies]))
    .flatMap(({ user_id, answered }) => [user_id, answered?.id ?? null])
    .flatMap((id) => (id ? [tag.member(id)] : []))
