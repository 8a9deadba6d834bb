import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import { isAbout, isReadBy } from '../comments.queries.ts'

// What permissions, notifications and tags ask about comments, without their texts.

/** Returns the game of a subject, or null if it has none. */
export async function findGame(db: Db, gameId: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ game_id: string | null }>`select ${gameId} as game_id`.execute(db)
  return rows[0]?.game_id ?? null
}

export interface FoundComment extends SubjectRef {
  id: string
  parentId: string | null
  /** Null when the author is deleted. */
  userId: UserId | null
  answeredUserId: UserId | null
  /** Whether the viewer may read it, provided that they may see its subject. */
  isRead: boolean
}

/** Finds a comment; undefined for none, and for a deleted one. With a type it finds only comments on that kind of subject. */
export async function findComment(
  db: Db,
  commentId: string,
  viewer: Viewer | null,
  type?: SubjectType,
): Promise<FoundComment | undefined> {
  const { rows } = await sql<FoundComment>`
    select id, parent_id as "parentId", subject_type as "subjectType", subject_id as "subjectId",
      user_id as "userId", answered_user_id as "answeredUserId", coalesce(${isReadBy(viewer)}, true) as "isRead"
    from activity_comments comment
    where id = ${commentId} and deleted_at is null
      ${type === undefined ? sql`` : sql`and subject_type = ${type}`}`.execute(db)
  return rows[0]
}

/** Finds the subject of a comment, also of one that only keeps its place above its replies. */
export async function findSubjectOf(db: Db, commentId: string, type: SubjectType): Promise<SubjectRef | undefined> {
  const row = await db
    .selectFrom('activity_comments')
    .where('id', '=', commentId)
    .where('subject_type', '=', type)
    .select('subject_id')
    .executeTakeFirst()
  return row && { subjectType: type, subjectId: row.subject_id }
}

/** Returns whether the member has a comment on the subject that is not hidden. */
export async function hasCommented(db: Db, subject: SubjectRef, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from activity_comments comment
    where ${isAbout(subject)} and user_id = ${userId} and hidden_at is null
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns whether the member has a reply to the other one on the subject that is not hidden. */
export async function hasAnswered(
  db: Db,
  subject: SubjectRef,
  { userId, answeredUserId }: { userId: UserId; answeredUserId: UserId },
): Promise<boolean> {
  const { rows } = await sql`
    select from activity_comments comment
    where ${isAbout(subject)} and user_id = ${userId} and answered_user_id = ${answeredUserId} and hidden_at is null
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the subjects with comments of the member, and with replies that name the member. */
export async function listSubjectsOf(db: Db, userId: string): Promise<SubjectRef[]> {
  const rows = await db
    .selectFrom('activity_comments')
    .where((or) => or.or([or('user_id', '=', userId), or('answered_user_id', '=', userId)]))
    .select(['subject_type', 'subject_id'])
    .distinct()
    .execute()
  return rows.map((row) => ({ subjectType: row.subject_type as SubjectType, subjectId: row.subject_id }))
}
