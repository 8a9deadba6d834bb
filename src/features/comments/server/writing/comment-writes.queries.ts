import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { playedShareSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { Discussion } from '#server/subjects.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import { DELETED_COMMENT } from '../../comments.texts.ts'
import { isAbout, isReadBy } from '../comments.queries.ts'

/** Returns the query that inserts a comment with the progress of its author. */
export function insertionOf(gameIdSql: GameIdSql) {
  const insert = inserts.get(gameIdSql) ?? insertOf(gameIdSql)
  inserts.set(gameIdSql, insert)
  return insert
}

interface NewComment extends SubjectRef {
  userId: UserId
  content: string
  spoilsTo: number | null
  parentId: string | null
  answeredUserId: UserId | null
  answersReply: boolean
  /** Set for a comment that waits for a moderator. */
  hiddenAt: Date | null
  at: Date
}

interface InsertedRow {
  id: string
  written_at: number | null
}

type GameIdSql = Discussion['gameIdSql']

/** By the expression for the game of a kind of subject; undefined for kinds without one. */
const inserts = new Map<GameIdSql, ReturnType<typeof insertOf>>()

const insertOf = (gameIdSql: GameIdSql) =>
  compiledOnce<NewComment, InsertedRow>((value) => {
    const gameId = gameIdSql?.(sql`${value('subjectId')}::uuid`)
    const writtenAt = gameId ? sql`floor(${playedShareSql(sql`${value('userId')}::uuid`, gameId)})` : sql`null`
    return sql<InsertedRow>`
      insert into activity_comments (subject_type, subject_id, user_id, parent_id, answered_user_id, answers_reply,
        content, spoils_to, written_at, hidden_at, created_at)
      values (${value('subjectType')}, ${value('subjectId')}, ${value('userId')}, ${value('parentId')},
        ${value('answeredUserId')}, ${value('answersReply')}, ${value('content')}, ${value('spoilsTo')}, ${writtenAt},
        ${value('hiddenAt')}, ${value('at')})
      returning id, written_at`
  })

/** A comment that a new one answers. */
export interface AnsweredComment {
  id: string
  parent_id: string | null
  /** Null when the author is deleted. */
  user_id: UserId | null
  username: string | null
  display_name: string | null
  avatar_url: string | null
}

/**
 * Finds a comment on the subject that the viewer may answer, and keeps it from deletion until the end of the transaction.
 * Returns undefined for one that is hidden, for its author and admins, too.
 */
export async function lockAnswered(
  db: Db,
  commentId: string,
  subject: SubjectRef,
  viewer: Viewer,
): Promise<AnsweredComment | undefined> {
  const { rows } = await sql<AnsweredComment>`
    select comment.id, comment.parent_id, author.id as user_id, author.username, author.display_name, author.avatar_url
    from activity_comments comment
    left join profiles author on author.id = comment.user_id and author.disabled_at is null
    where comment.id = ${commentId} and ${isAbout(subject)} and comment.hidden_at is null and ${isReadBy(viewer)}
    for key share of comment`.execute(db)
  return rows[0]
}

/** Keeps others from answering or deleting the comment until the end of the transaction. */
export async function lockComment(db: Db, commentId: string): Promise<void> {
  await db.selectFrom('activity_comments').where('id', '=', commentId).select('id').forUpdate().execute()
}

/**
 * Deletes a comment, whose row the transaction has locked. One with replies loses its author and its words and keeps its
 * place.
 */
export async function deleteComment(db: Db, commentId: string, at: Date): Promise<void> {
  const hasReplies = sql<boolean>`exists (select from activity_comments reply where reply.parent_id = ${commentId})`
  await db
    .updateTable('activity_comments')
    .set({ user_id: null, content: DELETED_COMMENT, spoils_to: null, written_at: null, hidden_at: at, deleted_at: at })
    .where('id', '=', commentId)
    .where(hasReplies)
    .execute()
  await sql`delete from activity_comments where id = ${commentId} and deleted_at is null`.execute(db)
}

/** Deletes a comment that was deleted before its last reply, whose row the transaction has locked. */
export async function deleteWithoutReplies(db: Db, commentId: string): Promise<void> {
  await sql`
    delete from activity_comments comment
    where id = ${commentId} and deleted_at is not null
      and not exists (select from activity_comments reply where reply.parent_id = comment.id)`.execute(db)
}

/** Moves the comments on subjects of a type to others, by their ids. */
export async function moveComments(
  db: Db,
  type: SubjectType,
  moves: readonly { from: string; to: string }[],
): Promise<void> {
  await sql`
    update activity_comments set subject_id = given."to"
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as given ("from" uuid, "to" uuid)
    where subject_id = given."from" and subject_type = ${type}`.execute(db)
}

/** Moves comments to other subjects, each to its own. */
export async function moveCommentsBack(db: Db, moves: readonly { id: string; to: string }[]): Promise<void> {
  await sql`
    update activity_comments comment set subject_id = given."to"
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as given (id uuid, "to" uuid)
    where comment.id = given.id`.execute(db)
}
