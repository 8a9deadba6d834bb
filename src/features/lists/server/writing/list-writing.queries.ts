import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'

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
export interface LockedList extends ListFields {
  id: ListId
  games_count: number
  updated_at: Date
  /** Null for a list whose games its owner chooses. */
  filters: string | null
}

/** Locks a list of this owner. Returns undefined for a missing list and for another member's. */
export async function lockOwn(db: Db, id: ListId, userId: UserId): Promise<LockedList | undefined> {
  const { rows } = await sql<LockedList>`
    select list.id, title, description, is_shared, is_ranked, games_count, updated_at, smart.filters
    from lists list left join smart_lists smart on smart.list_id = list.id
    where list.id = ${id} and list.user_id = ${userId}
    for no key update of list`.execute(db)
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

/** Copies the games of a list into an empty one, in their order. */
export async function copyGames(db: Db, from: ListId, to: ListId, at: Date): Promise<void> {
  await sql`
    insert into list_games (list_id, game_id, position, added_at)
    select ${to}::uuid, game_id, position, ${at} from list_games where list_id = ${from}`.execute(db)
}
