import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { UserId } from '#shared/ids.ts'
import { SUBJECT_TYPES, type SubjectRef, type SubjectType } from '#shared/subject.ts'

export interface CommentRow {
  id: string
  subject_id: string
  /** Null when the author is gone. */
  user_id: string | null
  username: string | null
  display_name: string | null
  avatar_url: string | null
  content: string
  created_at: Date
}

/** Where the comments on each kind of subject are kept (decision 0031), and the column that names the subject. */
const TABLES: Record<SubjectType, { table: string; subject: string }> = {
  activity: { table: 'activity_comments', subject: 'activity_id' },
}
const tableOf = (type: SubjectType) => sql.table(TABLES[type].table)
const subjectOf = (type: SubjectType) => sql.ref(TABLES[type].subject)

/** A disabled author is as gone as a removed one. */
const author = sql`left join profiles author on author.id = comment.user_id and author.disabled_at is null`
const columns = (subject: RawBuilder<unknown>) => sql`
  comment.id, ${subject} as subject_id, author.id as user_id, author.username, author.display_name, author.avatar_url,
  comment.content, comment.created_at`

/** What the viewer reads: nothing that is hidden, and nothing by an author whom they blocked or who blocked them. */
const isReadBy = (viewerId: UserId | null) =>
  viewerId === null
    ? sql`comment.hidden_at is null`
    : sql`comment.hidden_at is null and not ${isBlockBetween(sql`comment.user_id`, sql`${viewerId}::uuid`)}`

/** The latest comments on each of these subjects, newest last, with how many there are. One statement for all. */
export async function listLatest(
  db: Db,
  type: SubjectType,
  subjectIds: readonly string[],
  viewerId: UserId | null,
  most: number,
): Promise<(CommentRow & { total: number })[]> {
  if (subjectIds.length === 0) return []
  const { rows } = await sql<CommentRow & { total: number }>`
    select ${columns(sql`subject.id`)}, counted.total
    from unnest(${subjectIds}::uuid[]) as subject(id)
    cross join lateral (
      select count(*)::int as total
      from ${tableOf(type)} comment
      where comment.${subjectOf(type)} = subject.id and ${isReadBy(viewerId)}
    ) counted
    cross join lateral (
      select comment.id, comment.user_id, comment.content, comment.created_at
      from ${tableOf(type)} comment
      where comment.${subjectOf(type)} = subject.id and ${isReadBy(viewerId)}
      order by comment.created_at desc, comment.id desc
      limit ${most}
    ) comment
    ${author}
    order by comment.created_at, comment.id`.execute(db)
  return rows
}

/** The comments on one subject before `before`, newest first. */
export async function listBefore(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  viewerId: UserId | null,
  before: Keyset | null,
  most: number,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${columns(sql`comment.${subjectOf(subjectType)}`)}
    from ${tableOf(subjectType)} comment
    ${author}
    where comment.${subjectOf(subjectType)} = ${subjectId} and ${isReadBy(viewerId)}
      ${before ? sql`and (comment.created_at, comment.id) < (${before.at}, ${before.id}::uuid)` : sql``}
    order by comment.created_at desc, comment.id desc
    limit ${most}`.execute(db)
  return rows
}

export async function countComments(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  viewerId: UserId | null,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from ${tableOf(subjectType)} comment
    where comment.${subjectOf(subjectType)} = ${subjectId} and ${isReadBy(viewerId)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function insertComment(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  comment: { userId: UserId; content: string; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ${tableOf(subjectType)} (${subjectOf(subjectType)}, user_id, content, created_at)
    values (${subjectId}, ${comment.userId}, ${comment.content}, ${comment.at})
    returning id`.execute(db)
  return (rows[0] as { id: string }).id
}

/** Whose it is and what it is about, whichever kind that is; undefined where there is none, or it is hidden. */
export async function findComment(
  db: Db,
  commentId: string,
): Promise<{ subjectType: SubjectType; subjectId: string; userId: string | null } | undefined> {
  const each = SUBJECT_TYPES.map(
    (type) => sql`
      select ${type}::text as "subjectType", ${subjectOf(type)} as "subjectId", user_id as "userId"
      from ${tableOf(type)} where id = ${commentId} and hidden_at is null`,
  )
  const { rows } = await sql<{
    subjectType: SubjectType
    subjectId: string
    userId: string | null
  }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows[0]
}

/** Whether the member has said something to the subject that can be read. */
export async function hasCommented(db: Db, { subjectType, subjectId }: SubjectRef, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from ${tableOf(subjectType)}
    where ${subjectOf(subjectType)} = ${subjectId} and user_id = ${userId} and hidden_at is null
    limit 1`.execute(db)
  return rows.length > 0
}

export async function deleteComment(db: Db, type: SubjectType, commentId: string): Promise<void> {
  await sql`delete from ${tableOf(type)} where id = ${commentId}`.execute(db)
}
