import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { send } from '#db/transaction.ts'
import { isOfYear, type YearStart } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { Status } from '../library.rules.ts'

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

/** Returns whether an entry has such parts. */
export async function findOwnParts(db: Db, { userId, gameId }: EntryKey): Promise<boolean> {
  const { rows } = await sql`
    select from user_games entry where user_id = ${userId} and game_id = ${gameId} and ${hasOwnParts}`.execute(db)
  return rows.length > 0
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

export type LockedEntry = EntryRow & { isNew: boolean; completion_before: number | null }

/**
 * Locks the entry until the transaction ends, and inserts it first when it is missing. Writers of one entry run one
 * after another. There is no row, and nothing is inserted, if the game is not stored or is the own game of another member.
 */
export const lockEntry = compiledOnce<NewEntry, LockedEntry>(
  // The update changes nothing. It locks and returns the row, also when another transaction is writing it.
  (value) => sql`
    insert into user_games (user_id, game_id, status, user_rating, is_liked, created_at, updated_at)
    select ${value('userId')}, games.id, ${value('status')}, ${value('userRating')}, ${value('isLiked')}, ${value('at')},
      ${value('at')}
    from games
    where games.id = ${value('gameId')} and (games.owner_id is null or games.owner_id = ${value('userId')})
    on conflict (user_id, game_id) do update set user_id = excluded.user_id
    returning ${sql.join(ENTRY.map((column) => sql.ref(column)))}, completion_before, old.id is null as "isNew"`,
)

/** Locks an entry whose game is stored; a missing one is inserted as playing. */
export async function lockPlaying(db: Db, key: EntryKey, at: Date): Promise<LockedEntry> {
  const [entry] = await lockEntry(db, { ...key, status: 'playing', userRating: null, isLiked: false, at })
  return entry as LockedEntry
}

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
