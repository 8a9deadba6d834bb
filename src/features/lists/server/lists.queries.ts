import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import { send } from '#db/transaction.ts'
import { type Audience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'

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
}

/** A scalar subquery: the planner would turn `exists` into a hash of all likes of the viewer. */
const listColumns = (viewerId: UserId | null) => sql`
  list.id, list.user_id, list.title, list.description, list.is_shared, list.is_ranked, list.games_count,
  list.likes_count, list.hidden_at, list.created_at, list.updated_at, list.changed_at,
  author.username, author.display_name, author.avatar_url,
  coalesce((select true from list_likes where list_id = list.id and user_id = ${viewerId}::uuid), false) as is_liked`

/**
 * Returns the SQL condition for visible lists (G22, G60), on `list` and its `author`: the viewer's own lists, and those
 * of others that are shared and not hidden, if the profile is visible. Admins see hidden ones too.
 */
export const isListVisible = (audience: Audience): RawBuilder<boolean> =>
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
  const place = before
    ? sql<boolean>`(list.changed_at, list.id) < (${before.at}::timestamptz, ${before.id}::uuid)`
    : sql<boolean>`true`
  return listsOf(db, which, viewerId, place, sql`limit ${limit}`)
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

/**
 * Lists the latest shared lists with games that this audience may see in lists of many members, the last changed first.
 * The index has them in this order; a member who hides the profile costs one more row.
 */
export async function listLatest(
  db: Db,
  audience: Audience,
  viewerId: UserId | null,
  limit: number,
): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select ${listColumns(viewerId)}
    from lists list join profiles author on author.id = list.user_id
    where list.is_shared and list.hidden_at is null and list.games_count > 0
      and ${isVisibleTo(audience, sql`author`, 'profile')}
    order by list.changed_at desc, list.id desc
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}

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
 * Lists all lists of a member, the last changed first, and whether each contains the game. The scalar subquery looks up
 * one row for each list; with `exists` the planner would hash all lists of all members that contain the game.
 */
export async function listChoices(db: Db, userId: UserId, gameId: GameId | null): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select list.id, list.title, list.is_shared, list.games_count,
      coalesce((select true from list_games where list_id = list.id and game_id = ${gameId}), false) as has_game
    from lists list
    where list.user_id = ${userId}
    order by list.changed_at desc, list.id desc`.execute(db)
  return rows
}

export interface ListGameRow {
  game_id: GameId
  position: number
  note: string | null
  added_at: Date
}

/** Lists the games behind a position, in their order. */
export async function listGames(db: Db, listId: ListId, { limit, offset }: Part): Promise<ListGameRow[]> {
  const { rows } = await sql<ListGameRow>`
    select game_id, position, note, added_at from list_games
    where list_id = ${listId} and position > ${offset} and position <= ${offset + limit}
    order by position`.execute(db)
  return rows
}

/** A place in a list of games: after this game, which had this position. */
export interface AfterGame {
  gameId: GameId
  position: number
}

/**
 * Lists the games after a place in their order. Games that came or went before the place have moved the rest, so the game
 * itself says where the reader is; without it, the next one has its position.
 */
export async function listGamesAfter(
  db: Db,
  listId: ListId,
  { after, limit }: { after: AfterGame | null; limit: number },
): Promise<ListGameRow[]> {
  const place = after
    ? sql`coalesce(
        (select position from list_games where list_id = ${listId} and game_id = ${after.gameId}), ${after.position - 1}::int)`
    : sql`0`
  const { rows } = await sql<ListGameRow>`
    select game_id, position, note, added_at from list_games
    where list_id = ${listId} and position > ${place}
    order by position
    limit ${limit}`.execute(db)
  return rows
}

export async function findGame(db: Db, listId: ListId, gameId: GameId): Promise<ListGameRow | undefined> {
  const { rows } = await sql<ListGameRow>`
    select game_id, position, note, added_at from list_games
    where list_id = ${listId} and game_id = ${gameId}`.execute(db)
  return rows[0]
}

/** Counts the games of a list that the member completed, plays or dropped (C03). */
export async function countPlayed(db: Db, listId: ListId, userId: UserId): Promise<number> {
  const { rows } = await sql<{ played: number }>`
    select count(*)::int as played
    from list_games place
    join user_games entry on entry.game_id = place.game_id and entry.user_id = ${userId}
    where place.list_id = ${listId} and entry.status <> 'want_to_play'`.execute(db)
  return rows[0]?.played ?? 0
}

/** Locks the author until the transaction ends, so that concurrent creations run one after the other. */
export async function lockAuthor(db: Db, userId: UserId): Promise<void> {
  await db.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function countLists(db: Db, userId: UserId): Promise<number> {
  const { lists } = await db
    .selectFrom('lists')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('lists'))
    .executeTakeFirstOrThrow()
  return lists
}

/** A list that its owner changes, locked until the transaction ends. */
export interface LockedList {
  id: ListId
  title: string
  games_count: number
  updated_at: Date
}

/** Locks a list of this owner. Returns undefined for a missing list and for another member's. */
export async function lockOwn(db: Db, id: ListId, userId: UserId): Promise<LockedList | undefined> {
  const { rows } = await sql<LockedList>`
    select id, title, games_count, updated_at from lists
    where id = ${id} and user_id = ${userId}
    for no key update`.execute(db)
  return rows[0]
}

export interface ListFields {
  title: string
  description: string
  is_shared: boolean
  is_ranked: boolean
}

export async function insertList(db: Db, userId: UserId, fields: ListFields, at: Date): Promise<ListId> {
  const { title, description, is_shared, is_ranked } = fields
  const { id } = await db
    .insertInto('lists')
    .values({
      user_id: userId,
      title,
      description,
      is_shared,
      is_ranked,
      created_at: at,
      updated_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id as ListId
}

/** Returns a later time for each version, also if two follow within a millisecond. */
export async function updateFields(db: Db, id: ListId, fields: ListFields, at: Date): Promise<void> {
  const { title, description, is_shared, is_ranked } = fields
  await db
    .updateTable('lists')
    .set({
      title,
      description,
      is_shared,
      is_ranked,
      updated_at: sql<Date>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`,
      changed_at: at,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteList(db: Db, id: ListId): Promise<void> {
  await db.deleteFrom('lists').where('id', '=', id).execute()
}

/** Updates the number of games and the time of a list after a change, and returns the number. */
export async function recount(db: Db, id: ListId, at: Date): Promise<number> {
  const { rows } = await sql<{ games_count: number }>`
    update lists set changed_at = ${at}, games_count = (select count(*) from list_games where list_id = ${id})
    where id = ${id}
    returning games_count`.execute(db)
  return rows[0]?.games_count ?? 0
}

/** Inserts games into an empty list in this order. */
export async function insertGames(db: Db, id: ListId, gameIds: readonly GameId[], at: Date): Promise<void> {
  await sql`
    insert into list_games (list_id, game_id, position, added_at)
    select ${id}::uuid, game_id, position, ${at}
    from unnest(${gameIds}::text[]) with ordinality as given (game_id, position)`.execute(db)
}

/** Replaces the first `most` games of a list. Later games do not change, and remaining games retain their notes. */
export async function replaceFirstGames(
  db: Db,
  id: ListId,
  gameIds: readonly GameId[],
  most: number,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ game_id: GameId; position: number; note: string | null; added_at: Date }>`
    delete from list_games where list_id = ${id} returning game_id, position, note, added_at`.execute(db)
  const before = new Map(rows.map((row) => [row.game_id, row]))
  const behind = rows.filter(({ game_id, position }) => position > most && !gameIds.includes(game_id))
  const order = [...gameIds, ...behind.sort((a, b) => a.position - b.position).map(({ game_id }) => game_id)]
  if (order.length === 0) return
  const values = order.map((game_id, index) => {
    const { note = null, added_at = at } = before.get(game_id) ?? {}
    return { list_id: id, game_id, position: index + 1, note, added_at }
  })
  await db.insertInto('list_games').values(values).execute()
}

/** Inserts a game at a position and shifts the games from there on down by one. */
export async function insertGame(
  db: Db,
  id: ListId,
  game: { gameId: GameId; note: string | null; position: number },
  at: Date,
): Promise<void> {
  await sql`
    update list_games set position = position + 1
    where list_id = ${id} and position >= ${game.position}`.execute(db)
  await db
    .insertInto('list_games')
    .values({ list_id: id, game_id: game.gameId, position: game.position, note: game.note, added_at: at })
    .execute()
}

/** Copies the games of a list into an empty one, in their order. */
export async function copyGames(db: Db, from: ListId, to: ListId, at: Date): Promise<void> {
  await sql`
    insert into list_games (list_id, game_id, position, added_at)
    select ${to}::uuid, game_id, position, ${at} from list_games where list_id = ${from}`.execute(db)
}

export async function updateNote(db: Db, id: ListId, gameId: GameId, note: string | null): Promise<void> {
  await db.updateTable('list_games').set({ note }).where('list_id', '=', id).where('game_id', '=', gameId).execute()
}

/** Removes a game and shifts the games behind it up by one. Returns false if the list does not contain it. */
export async function deleteGame(db: Db, id: ListId, gameId: GameId): Promise<boolean> {
  const { rows } = await sql<{ position: number }>`
    delete from list_games where list_id = ${id} and game_id = ${gameId} returning position`.execute(db)
  const [gone] = rows
  if (!gone) return false
  await sql`
    update list_games set position = position - 1
    where list_id = ${id} and position > ${gone.position}`.execute(db)
  return true
}

/** Moves a game from one position to another and shifts the games in between by one. */
export async function moveGame(db: Db, id: ListId, gameId: GameId, from: number, to: number): Promise<void> {
  const step = from < to ? -1 : 1
  await sql`
    update list_games
    set position = case when game_id = ${gameId} then ${to}::int else position + ${step}::int end
    where list_id = ${id} and position between ${Math.min(from, to)} and ${Math.max(from, to)}`.execute(db)
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

/** Locks the author and the member who likes a list, and then the list. */
export async function lockForLike(db: Db, id: ListId, viewerId: UserId): Promise<void> {
  await sql`
    with people as materialized (
      select id from profiles
      where id = ${viewerId} or id = (select user_id from lists where id = ${id})
      order by id
      for key share
    )
    select id from lists where id = ${id} and user_id in (select id from people) for no key update`.execute(db)
}

/** Adds or removes the like, and returns whether the member likes the list now. A trigger counts the likes. */
export async function toggleLike(db: Db, id: ListId, userId: UserId, at: Date): Promise<boolean> {
  const removed = await db
    .deleteFrom('list_likes')
    .where('list_id', '=', id)
    .where('user_id', '=', userId)
    .returning('list_id')
    .executeTakeFirst()
  if (removed) return false
  await db.insertInto('list_likes').values({ list_id: id, user_id: userId, created_at: at }).execute()
  return true
}

export async function countLikes(db: Db, id: ListId): Promise<number> {
  const { likes_count } = await db
    .selectFrom('lists')
    .where('id', '=', id)
    .select('likes_count')
    .executeTakeFirstOrThrow()
  return likes_count
}
