import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { type HoldRow, holdSql } from '#features/moderation/server/moderation.service.ts'
import { playedShareSql, type ReadingRow, readingSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { Discussion } from '#server/subjects.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import { COMMENT } from '../comments.subject.ts'

export interface CommentRow extends ReadingRow {
  id: string
  subject_type: SubjectType
  subject_id: string
  /** Null when the author is deleted. */
  user_id: string | null
  username: string | null
  display_name: string | null
  avatar_url: string | null
  content: string
  hidden_at: Date | null
  created_at: Date
  hold: HoldRow | null
}

/** The SQL expressions of a subject: its id and, if it is about a game, the game. */
export interface SubjectSql {
  type: SubjectType
  id: RawBuilder<unknown>
  /** Null if subjects of this type have no game. */
  gameId: RawBuilder<unknown> | null
}

const isAbout = ({ subjectType, subjectId }: SubjectRef) =>
  sql`comment.subject_id = ${subjectId} and comment.subject_type = ${subjectType}`

/** Joins the author. A disabled author counts as deleted. */
const author = sql`left join profiles author on author.id = comment.user_id and author.disabled_at is null`
const columns = (viewer: Viewer | null, gameId: SubjectSql['gameId']) => sql`
  comment.id, comment.subject_type, comment.subject_id, author.id as user_id, author.username, author.display_name, author.avatar_url,
  comment.content, comment.hidden_at, comment.created_at,
  ${holdSql(COMMENT.type, sql`comment.id`, sql`comment.hidden_at is not null`)} as hold,
  ${readingSql(viewer, { text: 'comment', gameId: gameId ?? sql`null::text` })}`

/**
 * The condition for comments that the viewer may read: none by an author in a block with the viewer, and hidden
 * ones only for their author and admins (G21).
 */
function isReadBy(viewer: Viewer | null) {
  const isShown = sql`comment.hidden_at is null`
  if (viewer === null) return isShown
  const id = sql`${viewer.id}::uuid`
  const isUnblocked = sql`not ${isBlockBetween(sql`comment.user_id`, id)}`
  return viewer.role === 'admin' ? isUnblocked : sql`(${isShown} or comment.user_id = ${id}) and ${isUnblocked}`
}

/** A comment as JSON contains it. */
export type CommentOfPreview = Omit<CommentRow, 'hidden_at' | 'created_at'> & {
  hidden_at: string | null
  created_at: string
}

export interface CommentPreviewRow {
  total: number
  /** Newest last. */
  latest: CommentOfPreview[]
}

/** Returns the SQL expression for a subject's latest comments and their number; it is null without comments. */
export function commentPreviewSql(
  { type, id, gameId }: SubjectSql,
  viewer: Viewer | null,
  most: number,
): RawBuilder<CommentPreviewRow | null> {
  const read = sql`
    from activity_comments comment
    where comment.subject_id = ${id} and comment.subject_type = ${type} and ${isReadBy(viewer)}`
  return sql<CommentPreviewRow | null>`(
    select json_build_object('total', counted.total, 'latest', (
      select json_agg(shown order by shown.created_at, shown.id)
      from (
        select ${columns(viewer, gameId)}
        from (
          select comment.* ${read}
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

/** Lists the comments on one subject before `before`, newest first. */
export async function listBefore(
  db: Db,
  subject: SubjectRef,
  gameId: SubjectSql['gameId'],
  viewer: Viewer | null,
  { before, most }: { before: Keyset | null; most: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${columns(viewer, gameId)}
    from activity_comments comment
    ${author}
    where ${isAbout(subject)} and ${isReadBy(viewer)}
      and ${isBefore(before, 'comment.created_at', 'comment.id')}
    order by comment.created_at desc, comment.id desc
    limit ${most}`.execute(db)
  return rows
}

/** Finds a comment on a subject of this type. The caller checks that the viewer may see the subject. */
export async function findReadable(
  db: Db,
  commentId: string,
  { type, gameIdSql }: { type: SubjectType; gameIdSql: Discussion['gameIdSql'] },
  viewer: Viewer | null,
): Promise<CommentRow | undefined> {
  const gameId = gameIdSql?.(sql`comment.subject_id`) ?? null
  const { rows } = await sql<CommentRow>`
    select ${columns(viewer, gameId)}
    from activity_comments comment
    ${author}
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
      insert into activity_comments (subject_type, subject_id, user_id, content, spoils_to, written_at, hidden_at,
        created_at)
      values (${value('subjectType')}, ${value('subjectId')}, ${value('userId')}, ${value('content')},
        ${value('spoilsTo')}, ${writtenAt}, ${value('hiddenAt')}, ${value('at')})
      returning id, written_at`
  })

/** Returns the game of a subject, or null if it has none. */
export async function findGame(db: Db, gameId: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ game_id: string | null }>`select ${gameId} as game_id`.execute(db)
  return rows[0]?.game_id ?? null
}

export interface FoundComment extends SubjectRef {
  /** Null when the author is deleted. */
  userId: string | null
  /** Whether the viewer may read it, provided that they may see its subject. */
  isRead: boolean
}

/** Finds a comment; undefined for none. With a type it finds only comments on that kind of subject. */
export async function findComment(
  db: Db,
  commentId: string,
  viewer: Viewer | null,
  type?: SubjectType,
): Promise<FoundComment | undefined> {
  const { rows } = await sql<FoundComment>`
    select subject_type as "subjectType", subject_id as "subjectId", user_id as "userId",
      coalesce(${isReadBy(viewer)}, true) as "isRead"
    from activity_comments comment
    where id = ${commentId} ${type === undefined ? sql`` : sql`and subject_type = ${type}`}`.execute(db)
  return rows[0]
}

/** Returns whether the member has a comment on the subject that is not hidden. */
export async function hasCommented(db: Db, subject: SubjectRef, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from activity_comments comment
    where ${isAbout(subject)} and user_id = ${userId} and hidden_at is null
    limit 1`.execute(db)
  return rows.length > 0
}

export async function deleteComment(db: Db, commentId: string): Promise<void> {
  await db.deleteFrom('activity_comments').where('id', '=', commentId).execute()
}

/** Returns the subjects that the member has commented on. */
export async function listSubjectsOf(db: Db, userId: string): Promise<SubjectRef[]> {
  const rows = await db
    .selectFrom('activity_comments')
    .where('user_id', '=', userId)
    .select(['subject_type', 'subject_id'])
    .distinct()
    .execute()
  return rows.map((row) => ({ subjectType: row.subject_type as SubjectType, subjectId: row.subject_id }))
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
