import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { send } from '#db/transaction.ts'
import { type HoldRow, holdSql } from '#features/moderation/server/moderation.service.ts'
import { type Audience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { GAMES_MAX } from '../lists.rules.ts'
import { LIST } from '../lists.subject.ts'

export interface ListRow {
  id: ListId
  user_id: UserId
  title: string
  description: string
  is_shared: boolean
  is_ranked: boolean
  games_count: number
  likes_count: number
  hidden_at: Date | null
  created_at: Date
  updated_at: Date
  changed_at: Date
  username: string | null
  display_name: string | null
  avatar_url: string | null
  is_liked: boolean
  hold: HoldRow | null
  smart: { filters: string; tells_of_new: boolean; new_count: number; seen_at: string } | null
  /** When a smart list last got a game by itself. */
  grown_at: Date | null
  /** Whether it is pinned to the home page of its owner, who is the viewer. */
  is_on_home: boolean
}

/** A scalar subquery: the planner would turn `exists` into a hash of all likes of the viewer. */
const listColumns = (viewerId: UserId | null) => sql`
  list.id, list.user_id, list.title, list.description, list.is_shared, list.is_ranked, list.games_count,
  list.likes_count, list.hidden_at, list.created_at, list.updated_at, list.changed_at,
  author.username, author.display_name, author.avatar_url,
  coalesce((select true from list_likes where list_id = list.id and user_id = ${viewerId}::uuid), false) as is_liked,
  ${holdSql(LIST.type, sql`list.id`, sql`list.hidden_at is not null`)} as hold,
  (select grown_at from smart_lists where list_id = list.id) as grown_at,
  coalesce(list.is_on_home and list.user_id = ${viewerId}::uuid, false) as is_on_home,
  ${smartSql(viewerId)} as smart`

/** How a list keeps itself. Of a full list nobody can say which of its games are new. */
const smartSql = (viewerId: UserId | null) => sql`(
  select jsonb_build_object(
    'filters', smart.filters,
    'tells_of_new', coalesce(smart.tells_of_new and list.user_id = ${viewerId}::uuid, false),
    'new_count', case
      when list.user_id = ${viewerId}::uuid and smart.grown_at > smart.seen_at and list.games_count < ${GAMES_MAX}
      then (select count(*) from list_games where list_id = list.id and added_at > smart.seen_at)
      else 0
    end,
    'seen_at', smart.seen_at)
  from smart_lists smart where smart.list_id = list.id
)`

/**
 * Returns the SQL condition for visible lists (G22, G60), on `list` and its `author`: the viewer's own lists, and those
 * of others that are shared and not hidden, if the profile is visible. Admins see hidden ones too.
 */
const isListVisible = (audience: Audience): RawBuilder<boolean> =>
  sql<boolean>`(list.user_id = ${audience.viewerId}::uuid or (
    list.is_shared and (list.hidden_at is null or ${audience.seesAll})
    and ${isVisibleTo(audience, sql`author`, 'profile')}))`

/** Finds a list if this audience may see it. */
export async function findVisible(
  db: Db,
  id: string,
  audience: Audience,
  viewerId: UserId | null,
): Promise<ListRow | undefined> {
  const { rows } = await sql<ListRow>`
    select ${listColumns(viewerId)}
    from lists list join profiles author on author.id = list.user_id
    where list.id = ${id} and ${isListVisible(audience)}`.execute(db)
  return rows[0]
}

/** Returns the ids of these lists that this audience may see. */
export async function listVisibleIds(db: Db, ids: readonly string[], audience: Audience): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select list.id
    from lists list join profiles author on author.id = list.user_id
    where list.id = any(${ids}::uuid[]) and ${isListVisible(audience)}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Part {
  limit: number
  offset: number
}

/** Which lists of a member: all for the owner, shared ones for others, hidden ones also for admins. */
export interface MemberLists {
  userId: UserId
  isOwn: boolean
  seesAll: boolean
}

const belongsTo = ({ userId, isOwn, seesAll }: MemberLists) =>
  isOwn
    ? sql`list.user_id = ${userId}`
    : sql`list.user_id = ${userId} and list.is_shared and (list.hidden_at is null or ${seesAll})`

/** Lists a member's lists, the last changed first. The caller has checked that the viewer may see the profile. */
export async function listOfMember(
  db: Db,
  which: MemberLists,
  viewerId: UserId | null,
  { limit, offset }: Part,
): Promise<{ rows: ListRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    listsOf(db, which, viewerId, sql`true`, sql`limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*)::int as total from lists list where ${belongsTo(which)}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Lists the lists of a member before a place, the last changed first. */
export function listOfMemberBefore(
  db: Db,
  which: MemberLists,
  viewerId: UserId | null,
  { before, limit }: { before: Keyset | null; limit: number },
): Promise<ListRow[]> {
  return listsOf(db, which, viewerId, isBefore(before, 'list.changed_at', 'list.id'), sql`limit ${limit}`)
}

async function listsOf(
  db: Db,
  which: MemberLists,
  viewerId: UserId | null,
  place: RawBuilder<boolean>,
  part: RawBuilder<unknown>,
): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select ${listColumns(viewerId)}
    from lists list join profiles author on author.id = list.user_id
    where ${belongsTo(which)} and ${place}
    order by list.changed_at desc, list.id desc
    ${part}`.execute(db)
  return rows
}

/** Which of the shared lists of everybody, as SQL with the alias `list`; `from` is the table unless it says otherwise. */
export interface SharedLists {
  from?: RawBuilder<unknown>
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/** The last changed first, which the index of shared lists has. */
export const LAST_CHANGED = sql`list.changed_at desc, list.id desc`

/** The condition of lists that everybody may see whose author shows the profile to them, and that have games. */
export const IS_SHOWN = sql`list.is_shared and list.hidden_at is null and list.games_count > 0`

/**
 * Lists shared lists with games that this audience may see in lists of many members. An index has them in their order; a
 * member who hides the profile costs one more row. The author of each is looked up: `limit 1` keeps PostgreSQL from reading
 * the lists of all members who show their profiles, and sorting them.
 */
export async function listShared(
  db: Db,
  audience: Audience,
  viewerId: UserId | null,
  { from = sql`lists list`, where, order }: SharedLists,
  limit: number,
): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select ${listColumns(viewerId)}
    from ${from}
    cross join lateral (
      select username, display_name, avatar_url from profiles author
      where author.id = list.user_id and ${isVisibleTo(audience, sql`author`, 'profile')} limit 1
    ) author
    where ${IS_SHOWN} and ${where}
    order by ${order}
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Lists the shared lists that changed last. */
export const listLatest = (db: Db, audience: Audience, viewerId: UserId | null, limit: number): Promise<ListRow[]> =>
  listShared(db, audience, viewerId, { where: sql`true`, order: LAST_CHANGED }, limit)

/** Lists the lists that a member has pinned to the home page, the last changed first. */
export const listPinned = (db: Db, userId: UserId, most: number): Promise<ListRow[]> =>
  listsOf(db, { userId, isOwn: true, seesAll: false }, userId, sql`list.is_on_home`, sql`limit ${most}`)

/** Lists those of these lists that are the member's and that the viewer may see. */
export const theseOfMember = (
  db: Db,
  which: MemberLists,
  viewerId: UserId | null,
  ids: readonly string[],
): Promise<ListRow[]> => listsOf(db, which, viewerId, sql`list.id = any(${ids}::uuid[])`, sql``)

/** Lists the first games of these lists, in their order. */
export async function listCovers(
  db: Db,
  listIds: readonly string[],
  most: number,
): Promise<{ list_id: string; game_id: GameId }[]> {
  if (listIds.length === 0) return []
  const { rows } = await sql<{ list_id: string; game_id: GameId }>`
    select list_id, game_id from list_games
    where list_id = any(${listIds}::uuid[]) and position <= ${most}
    order by list_id, position`.execute(db)
  return rows
}

export interface ChoiceRow {
  id: ListId
  title: string
  is_shared: boolean
  games_count: number
  has_game: boolean
}

/**
 * Lists all lists of a member except smart ones, the last changed first, and whether each contains the game. The scalar subquery looks up
 * one row for each list; with `exists` the planner would hash all lists of all members that contain the game.
 */
export async function listChoices(db: Db, userId: UserId, gameId: GameId | null): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select list.id, list.title, list.is_shared, list.games_count,
      coalesce((select true from list_games where list_id = list.id and game_id = ${gameId}), false) as has_game
    from lists list
    where list.user_id = ${userId} and not exists (select from smart_lists where list_id = list.id)
    order by list.changed_at desc, list.id desc`.execute(db)
  return rows
}

/**
 * Locks the author and these members, and then the list against deletion, until the transaction ends. Every transaction
 * locks members before their rows.
 */
export async function lockForShare(db: Db, id: string): Promise<void> {
  const query = sql`
    with author as materialized (
      select id from profiles where id = (select user_id from lists where id = ${id}) for key share
    )
    select id from lists where id = ${id} and user_id = (select id from author) for key share`
  await send(db, query)
}
