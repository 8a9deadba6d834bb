import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { Viewer } from '#server/session.ts'
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
  hidden_at: Date | null
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
  comment.content, comment.hidden_at, comment.created_at`

/**
 * What the viewer reads: nothing by an author whom they blocked or who blocked them, and what admins have hidden only where
 * it is their own, or they are an admin (G21).
 */
function isReadBy(viewer: Viewer | null) {
  const isShown = sql`comment.hidden_at is null`
  if (viewer === null) return isShown
  const id = sql`${viewer.id}::uuid`
  const isUnblocked = sql`not ${isBlockBetween(sql`comment.user_id`, id)}`
  return viewer.role === 'admin' ? isUnblocked : sql`(${isShown} or comment.user_id = ${id}) and ${isUnblocked}`
}

/** As JSON has it. */
export interface CommentPreviewRow {
  total: number
  /** Newest last. */
  latest: (Omit<CommentRow, 'hidden_at' | 'created_at'> & { hidden_at: string | null; created_at: string })[]
}

/**
 * The latest comments on one subject and how many there are, as a value in a query that has the subject (`subjectId` is an
 * expression); null where there are none.
 */
export function commentPreviewSql(
  type: SubjectType,
  subjectId: RawBuilder<unknown>,
  viewer: Viewer | null,
  most: number,
): RawBuilder<CommentPreviewRow | null> {
  const read = sql`from ${tableOf(type)} comment where comment.${subjectOf(type)} = ${subjectId} and ${isReadBy(viewer)}`
  return sql<CommentPreviewRow | null>`(
    select json_build_object('total', counted.total, 'latest', (
      select json_agg(shown order by shown.created_at, shown.id)
      from (
        select ${columns(subjectId)}
        from (
          select comment.id, comment.user_id, comment.content, comment.hidden_at, comment.created_at ${read}
          order by comment.created_at desc, comment.id desc
          limit ${sql.lit(most)}
        ) comment
        ${author}
      ) shown
    ))
    from (select count(*)::int as total ${read}) counted
    where counted.total > 0
  )`
}

/** For all of these subjects at once. */
export async function listLatest(
  db: Db,
  type: SubjectType,
  subjectIds: readonly string[],
  viewer: Viewer | null,
  most: number,
): Promise<{ subject_id: string; said: CommentPreviewRow | null }[]> {
  if (subjectIds.length === 0) return []
  const { rows } = await sql<{ subject_id: string; said: CommentPreviewRow | null }>`
    select subject.id as subject_id, ${commentPreviewSql(type, sql`subject.id`, viewer, most)} as said
    from unnest(${subjectIds}::uuid[]) as subject(id)`.execute(db)
  return rows
}

/** The comments on one subject before `before`, newest first. */
export async function listBefore(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  viewer: Viewer | null,
  before: Keyset | null,
  most: number,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${columns(sql`comment.${subjectOf(subjectType)}`)}
    from ${tableOf(subjectType)} comment
    ${author}
    where comment.${subjectOf(subjectType)} = ${subjectId} and ${isReadBy(viewer)}
      ${before ? sql`and (comment.created_at, comment.id) < (${before.at}, ${before.id}::uuid)` : sql``}
    order by comment.created_at desc, comment.id desc
    limit ${most}`.execute(db)
  return rows
}

export async function countComments(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  viewer: Viewer | null,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from ${tableOf(subjectType)} comment
    where comment.${subjectOf(subjectType)} = ${subjectId} and ${isReadBy(viewer)}`.execute(db)
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

/** Whose it is, what it is about, and whether the viewer reads it, whichever kind that is; undefined where there is none. */
export async function findComment(
  db: Db,
  commentId: string,
  viewer: Viewer,
): Promise<{ subjectType: SubjectType; subjectId: string; userId: string | null; isRead: boolean } | undefined> {
  const each = SUBJECT_TYPES.map(
    (type) => sql`
      select ${type}::text as "subjectType", ${subjectOf(type)} as "subjectId", user_id as "userId",
        coalesce(${isReadBy(viewer)}, true) as "isRead"
      from ${tableOf(type)} comment where id = ${commentId}`,
  )
  const { rows } = await sql<{
    subjectType: SubjectType
    subjectId: string
    userId: string | null
    isRead: boolean
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
