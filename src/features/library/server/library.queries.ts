import { sql } from 'kysely'
import { type Compilable, compiledOnce, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isoOfJson } from '#db/json-instant.ts'
import { type Sent, send } from '#db/transaction.ts'
import { isOfYear, type YearStart } from '#features/profiles/server/profiles.service.ts'
import type { EntryId, GameId, UserId } from '#shared/ids.ts'
import type { Entry, SharedSort } from '../library.contract.ts'
import type { SortOrder } from '../library.endpoints.ts'
import { defaultOrder, type Status } from '../library.rules.ts'
import { type Entries, filtered, type LibraryFilter } from './shelf/filtered-entries.queries.ts'

export const ENTRY = [
  'user_games.id',
  'user_games.user_id',
  'user_games.game_id',
  'user_games.status',
  'user_games.play_time',
  'user_games.completion_percentage',
  'user_games.progress',
  'user_games.achievements_completed',
  'user_games.user_rating',
  'user_games.is_liked',
  'user_games.notes',
  'user_games.last_played_at',
  'user_games.first_completed_at',
  'user_games.created_at',
  'user_games.updated_at',
] as const

export interface EntryRow {
  id: string
  user_id: string
  game_id: string
  status: string
  play_time: number
  completion_percentage: number
  /** Generated from completion_percentage. */
  progress: number | null
  achievements_completed: number
  user_rating: number | null
  is_liked: boolean
  notes: string | null
  last_played_at: Date | null
  /** Stays when the member plays the game again. */
  first_completed_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The key of an entry: every write of the library uses it. */
export interface EntryKey {
  userId: UserId
  gameId: GameId
}

export function findEntry(db: Db, { userId, gameId }: EntryKey): Promise<EntryRow | undefined> {
  return db
    .selectFrom('user_games')
    .select(ENTRY)
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
}

/** What a row of a list says, in the order in which PostgreSQL sends it. All belong to the same member. */
const LISTED = [
  'id',
  'game_id',
  'status',
  'play_time',
  'completion_percentage',
  'progress',
  'achievements_completed',
  'user_rating',
  'is_liked',
  'notes',
  'last_played_at',
  'created_at',
  'updated_at',
] as const
type InJson<T> = T extends Date ? string : T
type ValuesOf<Names extends readonly (keyof EntryRow)[]> = { [At in keyof Names]: InJson<EntryRow[Names[At]]> }
type Values = ValuesOf<typeof LISTED>

interface ListRow {
  entries: Values[] | null
  total: number
}

/** A part of a library, and the number of all entries that the filter leaves. */
interface ListedEntries {
  entries: Entry[]
  total: number
}

/**
 * Lists a part of a library. PostgreSQL sends it as one JSON text: a page would else be hundreds of values, each read and
 * converted by itself (decision 0091).
 */
export async function listEntries(db: Db, userId: UserId, filter: LibraryFilter, place: Place): Promise<ListedEntries> {
  const [list] = await rowsOf(db, queryOfList(db, userId, filter, place))
  return { entries: list?.entries?.map((values) => entryOf(userId, values)) ?? [], total: list?.total ?? 0 }
}

function entryOf(userId: UserId, values: Values): Entry {
  const [id, game_id, status, play_time, completion_percentage, progress, achievements_completed, ...others] = values
  const [user_rating, is_liked, notes, lastPlayed, created, updated] = others
  return {
    id: id as EntryId,
    user_id: userId,
    game_id: game_id as GameId,
    status: status as Status,
    play_time,
    completion_percentage,
    progress: progress ?? 0,
    achievements_completed,
    user_rating,
    is_liked,
    notes,
    last_played_at: lastPlayed && isoOfJson(lastPlayed),
    created_at: isoOfJson(created),
    updated_at: isoOfJson(updated),
  }
}

function queryOfList(
  db: Db,
  userId: UserId,
  filter: LibraryFilter,
  { sort, order = defaultOrder(sort), limit, offset }: Place,
): Compilable<ListRow> {
  const { status, search, platform = '', genre = '', game_id, narrowing, isPlayed = false, isShared = false } = filter
  const isPlain = search === '' && platform === '' && genre === '' && game_id === undefined && !narrowing
  if (!isPlain) return listQuery(db, userId, filter, { sort, order, limit, offset })
  const isAll = status === 'all'
  const key = `${sort} ${order} ${isAll} ${isPlayed} ${isShared}`
  let query = plainLists.get(key)
  if (!query) {
    query = compiledOnce((value, db) => {
      // Kysely takes an expression for any of these values.
      const [id, limit, offset] = [value('userId'), value('limit'), value('offset')] as unknown as [
        UserId,
        number,
        number,
      ]
      const status = isAll ? 'all' : (value('status') as unknown as Status)
      const plain: LibraryFilter = { status, search: '', isPlayed, isShared }
      return listQuery(db, id, plain, { sort, order, limit, offset })
    })
    plainLists.set(key, query)
  }
  return query({ userId, status, limit, offset })
}

interface Place {
  sort: SharedSort
  order?: SortOrder | undefined
  limit: number
  offset: number
}

/** Lists without filters but the status, compiled once for what changes their text (decision 0091). */
const plainLists = new Map<
  string,
  ReturnType<typeof compiledOnce<{ userId: UserId; status: Status | 'all'; limit: number; offset: number }, ListRow>>
>()

const VALUES = LISTED.map((column) => sql.ref(`entry.${column}`))

function listQuery(db: Db, userId: UserId, filter: LibraryFilter, place: Place & { order: SortOrder }) {
  const entries = ordered(filtered(db.selectFrom('user_games'), userId, filter), place.sort, place.order)
    .select(LISTED.map((column) => `user_games.${column}` as const))
    .limit(place.limit)
    .offset(place.offset)
  return db
    .selectFrom(entries.as('entry'))
    .select(sql<Values[] | null>`json_agg(json_build_array(${sql.join(VALUES)}))`.as('entries'))
    .select(
      filtered(db.selectFrom('user_games'), userId, filter)
        .select(sql<number>`count(*)`.as('total'))
        .$asScalar()
        .$notNull()
        .as('total'),
    )
}

export function listEntriesById(db: Db, userId: UserId, ids: readonly string[]): Promise<EntryRow[]> {
  return db
    .selectFrom('user_games')
    .select(ENTRY)
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

export interface FacetRow {
  column: 'platforms' | 'genres'
  name: string
  count: number
}

/** Counts the games of a library by platform and genre, the most frequent first. */
export async function tallyFacets(db: Db, userId: UserId, isShared: boolean): Promise<FacetRow[]> {
  const { rows } = await sql<FacetRow>`
    select facet.column, facet.name, count(*) as count
    from user_games
    join games on games.id = user_games.game_id
    cross join lateral (
      select 'platforms' as column, term ->> 'name' as name from jsonb_array_elements(games.platforms) term
      union all
      select 'genres', term ->> 'name' from jsonb_array_elements(games.genres) term
    ) facet
    where user_games.user_id = ${userId} and facet.name is not null
      ${isShared ? sql`and not is_own_game(user_games.game_id)` : sql``}
    group by facet.column, facet.name
    order by count(*) desc, facet.name`.execute(db)
  return rows
}

/**
 * SQL for whether a member has added to `entry` something in other tables that an undo must not delete with it, apart
 * from what was played.
 */
export const hasOwnParts = sql`(
  exists (select from play_timers one where one.user_id = entry.user_id and one.game_id = entry.game_id)
  or exists (select from own_shelf_games one where one.user_id = entry.user_id and one.game_id = entry.game_id)
  or exists (select from game_copies one where one.user_id = entry.user_id and one.game_id = entry.game_id)
  or exists (select from profile_pins one where one.entry_id = entry.id)
)`

/** The position of an entry in the queue of its member. */
const QUEUE_POSITION = sql`
  select held.position from own_shelves shelf join own_shelf_games held on held.shelf_id = shelf.id
  where shelf.user_id = user_games.user_id and shelf.is_queue and held.game_id = user_games.game_id
    and user_games.status = 'want_to_play'`

/** Orders by the sort; equal rows by the latest change. Rows without a value come last in either direction. */
function ordered<O>(entries: Entries<O>, sort: SharedSort, order: SortOrder): Entries<O> {
  const way = sql.raw(`${order} nulls last`)
  const latest = (query: Entries<O>) => query.orderBy('user_games.updated_at', 'desc').orderBy('user_games.id', 'desc')
  // Reads one column of the game in a subquery, so that the query still returns the rows of the library.
  const ofGame = (column: 'search_text' | 'first_release_date') =>
    entries
      .innerJoin('games', 'games.id', 'user_games.game_id')
      .orderBy(sql`${sql.ref(`games.${column}`)} ${way}`) as unknown as Entries<O>
  switch (sort) {
    case 'recent':
      return entries.orderBy('user_games.updated_at', order).orderBy('user_games.id', order)
    case 'added':
      return entries.orderBy('user_games.created_at', order).orderBy('user_games.id', order)
    case 'played':
    case 'last_played':
      return entries.orderBy(sql`user_games.last_played_at ${way}`).orderBy('user_games.id', order)
    case 'hours':
      return latest(entries.orderBy('user_games.play_time', order))
    case 'rating':
      return latest(entries.orderBy(sql`user_games.user_rating ${way}`))
    case 'released':
      return latest(ofGame('first_release_date'))
    case 'queue':
      return latest(entries.orderBy(sql`(${QUEUE_POSITION}) ${way}`))
    case 'name':
      // The search form of a name is the name without case, accents and punctuation, so it sorts by name.
      return latest(ofGame('search_text'))
  }
}

export function listMarkRows(db: Db, userId: UserId, gameIds: readonly GameId[]) {
  return db
    .selectFrom('user_games')
    .select(['game_id', 'status', 'user_rating', 'is_liked'])
    .where('user_id', '=', userId)
    .where('game_id', '=', sql<string>`any(${gameIds})`)
    .execute()
}

/** Counts entries and adds up hours by status; `thisYear` covers those created and played since the year began. */
export function tallyEntries(db: Db, userId: UserId, year: YearStart) {
  return db
    .selectFrom('user_games')
    .select([
      'status',
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where ${isOfYear(year)})`.as('thisYear'),
      sql<number>`sum(play_time)`.as('hours'),
    ])
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute()
}

export function listRecentlyPlayed(db: Db, userId: UserId, limit: number): Promise<EntryRow[]> {
  return db
    .selectFrom('user_games')
    .select(ENTRY)
    .where('user_id', '=', userId)
    .where('last_played_at', 'is not', null)
    .orderBy(sql`last_played_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function listMostPlayed(db: Db, userId: UserId, limit: number): Promise<EntryRow[]> {
  return db
    .selectFrom('user_games')
    .select(ENTRY)
    .where('user_id', '=', userId)
    .where('play_time', '>', 0)
    .orderBy('play_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export interface NewEntry extends EntryKey {
  status: Status
  userRating: number | null
  isLiked: boolean
  at: Date
}

const toRow = ({ userId, gameId, status, userRating, isLiked, at }: NewEntry) => ({
  user_id: userId,
  game_id: gameId,
  status,
  user_rating: userRating,
  is_liked: isLiked,
  created_at: at,
  updated_at: at,
})

/** Inserts an entry. Returns undefined when the game is in the library already; the existing entry stays unchanged. */
export function insertEntry(db: Db, entry: NewEntry): Promise<EntryRow | undefined> {
  return db
    .insertInto('user_games')
    .values(toRow(entry))
    .onConflict((conflict) => conflict.columns(['user_id', 'game_id']).doNothing())
    .returning(ENTRY)
    .executeTakeFirst()
}

export type LockedEntry = EntryRow & { isNew: boolean }

/**
 * Locks the entry until the transaction ends, and inserts it first when it is missing. Writers of one entry run one
 * after another.
 */
export async function lockEntry(db: Db, entry: NewEntry): Promise<LockedEntry> {
  return (await (await sendLock(db, entry)).rows())[0] as LockedEntry
}

/** Does the same, and does not wait for the row. */
export const sendLock = (db: Db, entry: NewEntry): Promise<Sent<LockedEntry>> => send(db, locking(entry))

const locking = compiledOnce<NewEntry, LockedEntry>((value, db) =>
  db
    .insertInto('user_games')
    .values({
      user_id: value('userId'),
      game_id: value('gameId'),
      status: value('status'),
      user_rating: value('userRating'),
      is_liked: value('isLiked'),
      created_at: value('at'),
      updated_at: value('at'),
    })
    // The update changes nothing. It locks and returns the row, also when another transaction is writing it.
    .onConflict((conflict) => conflict.columns(['user_id', 'game_id']).doUpdateSet({ user_id: value('userId') }))
    .returning(ENTRY)
    .returning(sql<boolean>`old.id is null`.as('isNew')),
)

/**
 * Reads an entry with the time when playing stopped, and locks the row until the transaction ends. Returns undefined
 * when there is no entry.
 */
export function lockExistingEntry(
  db: Db,
  { userId, gameId }: EntryKey,
): Promise<(EntryRow & { stopped_playing_at: Date | null }) | undefined> {
  return db
    .selectFrom('user_games')
    .select([...ENTRY, 'user_games.stopped_playing_at'])
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .forUpdate()
    .executeTakeFirst()
}

/** A separate statement, because the trigger on a change of the status sets the time itself. */
export async function setStoppedPlaying(db: Db, { userId, gameId }: EntryKey, at: Date | null): Promise<void> {
  await send(
    db,
    db
      .updateTable('user_games')
      .set({ stopped_playing_at: at })
      .where('user_id', '=', userId)
      .where('game_id', '=', gameId),
  )
}

/** Deletes an entry. Returns false when there was none. */
export async function deleteEntry(db: Db, { userId, gameId }: EntryKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_games')
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
