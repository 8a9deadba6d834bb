import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isAfter, isBefore, type Keyset } from '#db/keyset.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { type HoldRow, holdSql } from '#features/moderation/server/moderation.service.ts'
import { type ReadingRow, readingSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { Discussion } from '#server/subjects.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import { REPLIES_SHOWN } from '../comments.rules.ts'
import { COMMENT } from '../comments.subject.ts'

interface NamedRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
}

export interface ReplyRow extends ReadingRow {
  id: string
  subject_type: SubjectType
  subject_id: string
  /** The comment at the top to which a reply belongs; null for a comment at the top. */
  parent_id: string | null
  /** Null when the author is deleted. */
  user_id: string | null
  username: string | null
  display_name: string | null
  avatar_url: string | null
  /** The author of the reply that it answers; null if it answers no reply, and if the viewer may not see that author. */
  answered: NamedRow | null
  content: string
  hidden_at: Date | null
  created_at: Date
  hold: HoldRow | null
  /** False for a comment that only keeps the place above its replies. */
  is_read: boolean
  is_deleted: boolean
}

/** A row as JSON contains it. */
type InJson<Row extends ReplyRow> = Omit<Row, 'hidden_at' | 'created_at'> & {
  hidden_at: string | null
  created_at: string
}

export type ReplyInJson = InJson<ReplyRow>
export type CommentInJson = InJson<CommentRow>

/** The first replies to a comment, the oldest first, and the number of all. Null for none. */
interface FirstReplies {
  total: number
  first: ReplyInJson[]
}

export type CommentRow = ReplyRow & { replies: FirstReplies | null }

/** The SQL expressions of a subject: its id and, if it is about a game, the game. */
export interface SubjectSql {
  type: SubjectType
  id: RawBuilder<unknown>
  /** Null if subjects of this type have no game. */
  gameId: RawBuilder<unknown> | null
}

export const isAbout = ({ subjectType, subjectId }: SubjectRef) =>
  sql`comment.subject_id = ${subjectId} and comment.subject_type = ${subjectType}`

/** Joins the author, and the author of the reply that it answers. A disabled member counts as deleted. */
const people = (viewer: Viewer | null) => sql`
  left join profiles author on author.id = comment.user_id and author.disabled_at is null
  left join profiles answered on answered.id = comment.answered_user_id and comment.answers_reply
    and comment.parent_id is not null and answered.disabled_at is null
    ${viewer === null ? sql`` : sql`and not ${isBlockBetween(sql`answered.id`, sql`${viewer.id}::uuid`)}`}`

const columns = (viewer: Viewer | null, gameId: SubjectSql['gameId']) => sql`
  comment.id, comment.subject_type, comment.subject_id, comment.parent_id,
  author.id as user_id, author.username, author.display_name, author.avatar_url,
  case when answered.id is not null then json_build_object('id', answered.id, 'username', answered.username,
    'display_name', answered.display_name, 'avatar_url', answered.avatar_url) end as answered,
  comment.content, comment.hidden_at, comment.created_at,
  coalesce(${isReadBy(viewer)}, false) as is_read, comment.deleted_at is not null as is_deleted,
  ${holdSql(COMMENT.type, sql`comment.id`, sql`comment.hidden_at is not null`)} as hold,
  ${readingSql(viewer, { text: 'comment', gameId: gameId ?? sql`null::text` })}`

/**
 * The condition for comments that the viewer may read: none by an author in a block with the viewer, hidden ones only for
 * their author and admins (G21), and no deleted ones, which have no author and are hidden.
 */
export function isReadBy(viewer: Viewer | null, alias: 'comment' | 'reply' = 'comment') {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const isShown = sql`${of('hidden_at')} is null`
  if (viewer === null) return isShown
  const id = sql`${viewer.id}::uuid`
  const isUnblocked = sql`not ${isBlockBetween(of('user_id'), id)}`
  return viewer.role === 'admin'
    ? sql`${of('deleted_at')} is null and ${isUnblocked}`
    : sql`(${isShown} or ${of('user_id')} = ${id}) and ${isUnblocked}`
}

/**
 * The condition for comments at the top: those that the viewer may read, and those with replies that the viewer may read,
 * which keep their place.
 */
const isAtTop = (viewer: Viewer | null) => sql`comment.parent_id is null and (${isReadBy(viewer)} or exists (
  select from activity_comments reply where reply.parent_id = comment.id and ${isReadBy(viewer, 'reply')}
))`

/** Returns the SQL expression for the first replies to a comment, whose id is `commentId`. */
function firstRepliesSql(
  commentId: RawBuilder<unknown>,
  gameId: SubjectSql['gameId'],
  viewer: Viewer | null,
): RawBuilder<FirstReplies | null> {
  const read = sql`from activity_comments comment where comment.parent_id = ${commentId} and ${isReadBy(viewer)}`
  return sql<FirstReplies | null>`(
    select json_build_object('total', counted.total, 'first', (
      select json_agg(shown order by shown.created_at, shown.id)
      from (
        select ${columns(viewer, gameId)}
        from (
          select comment.* ${read} order by comment.created_at, comment.id limit ${sql.lit(REPLIES_SHOWN)}
        ) comment
        ${people(viewer)}
      ) shown
    ))
    from (select count(*)::int as total ${read}) counted
    where counted.total > 0
  )`
}

export interface CommentPreviewRow {
  total: number
  /** Newest last. Null if the viewer may read replies only, to comments that are older. */
  latest: CommentInJson[] | null
}

/** Returns the SQL expression for a subject's latest comments and their number; it is null without comments. */
export function commentPreviewSql(
  { type, id, gameId }: SubjectSql,
  viewer: Viewer | null,
  most: number,
): RawBuilder<CommentPreviewRow | null> {
  const ofSubject = sql`
    from activity_comments comment
    where comment.subject_id = ${id} and comment.subject_type = ${type}`
  return sql<CommentPreviewRow | null>`(
    select json_build_object('total', counted.total, 'latest', (
      select json_agg(shown order by shown.created_at, shown.id)
      from (
        select latest.*, ${firstRepliesSql(sql`latest.id`, gameId, viewer)} as replies
        from (
          select ${columns(viewer, gameId)}
          from (
            select comment.* ${ofSubject} and ${isAtTop(viewer)}
            order by comment.created_at desc, comment.id desc
            limit ${sql.lit(most)}
          ) comment
          ${people(viewer)}
        ) latest
      ) shown
    ))
    from (select count(*)::int as total ${ofSubject} and ${isReadBy(viewer)}) counted
    where counted.total > 0
  )`
}

/** Returns the SQL expression for the number of a subject's comments; `subjectId` is an expression. */
export const commentCountSql = (
  type: SubjectType,
  subjectId: RawBuilder<unknown>,
  viewer: Viewer | null,
) => sql<number>`(
  select count(*)::int
  from activity_comments comment
  where comment.subject_id = ${subjectId} and comment.subject_type = ${type} and ${isReadBy(viewer)}
)`

/** Lists the latest comments for several subjects at once. */
export async function listLatest(
  db: Db,
  { type, gameIdSql }: { type: SubjectType; gameIdSql: Discussion['gameIdSql'] },
  subjectIds: readonly string[],
  viewer: Viewer | null,
  most: number,
): Promise<{ subject_id: string; comments: CommentPreviewRow | null }[]> {
  if (subjectIds.length === 0) return []
  const id = sql`subject.id`
  const subject = { type, id, gameId: gameIdSql?.(id) ?? null }
  const { rows } = await sql<{ subject_id: string; comments: CommentPreviewRow | null }>`
    select subject.id as subject_id, ${commentPreviewSql(subject, viewer, most)} as comments
    from unnest(${subjectIds}::uuid[]) as subject(id)`.execute(db)
  return rows
}

/** Lists the comments at the top of one subject before `before`, newest first, with their first replies. */
export async function listBefore(
  db: Db,
  subject: SubjectRef,
  gameId: SubjectSql['gameId'],
  viewer: Viewer | null,
  { before, most }: { before: Keyset | null; most: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select latest.*, ${firstRepliesSql(sql`latest.id`, gameId, viewer)} as replies
    from (
      select ${columns(viewer, gameId)}
      from activity_comments comment
      ${people(viewer)}
      where ${isAbout(subject)} and ${isAtTop(viewer)}
        and ${isBefore(before, 'comment.created_at', 'comment.id')}
      order by comment.created_at desc, comment.id desc
      limit ${most}
    ) latest
    order by latest.created_at desc, latest.id desc`.execute(db)
  return rows
}

/** Lists the replies to a comment after `after`, the oldest first. */
export async function listRepliesAfter(
  db: Db,
  commentId: string,
  gameId: SubjectSql['gameId'],
  viewer: Viewer | null,
  { after, most }: { after: Keyset | null; most: number },
): Promise<ReplyRow[]> {
  const { rows } = await sql<ReplyRow>`
    select ${columns(viewer, gameId)}
    from activity_comments comment
    ${people(viewer)}
    where comment.parent_id = ${commentId} and ${isReadBy(viewer)}
      and ${isAfter(after, 'comment.created_at', 'comment.id')}
    order by comment.created_at, comment.id
    limit ${most}`.execute(db)
  return rows
}

/** Finds a comment on a subject of this type. The caller checks that the viewer may see the subject. */
export async function findReadable(
  db: Db,
  commentId: string,
  { type, gameIdSql }: { type: SubjectType; gameIdSql: Discussion['gameIdSql'] },
  viewer: Viewer | null,
): Promise<ReplyRow | undefined> {
  const gameId = gameIdSql?.(sql`comment.subject_id`) ?? null
  const { rows } = await sql<ReplyRow>`
    select ${columns(viewer, gameId)}
    from activity_comments comment
    ${people(viewer)}
    where comment.id = ${commentId} and comment.subject_type = ${type} and ${isReadBy(viewer)}`.execute(db)
  return rows[0]
}

export async function countComments(db: Db, subject: SubjectRef, viewer: Viewer | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from activity_comments comment
    where ${isAbout(subject)} and ${isReadBy(viewer)}`.execute(db)
  return rows[0]?.total ?? 0
}
