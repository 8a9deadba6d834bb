import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { escapeLike } from '#db/like.ts'
import { normaliseForSearch } from '#features/catalogue/search-name.rules.ts'
import type { GameId, JournalEntryId, UserId } from '#shared/ids.ts'
import type { EntryType } from '../journal.endpoints.ts'
import { MAX_GAMES } from '../journal.rules.ts'

/** An entry joined with its review or list. */
export interface EntryRow {
  id: string
  type: EntryType
  date: string
  title: string | null
  content: string
  game_id: string | null
  progress: number | null
  hours_played: number | null
  created_at: Date
  updated_at: Date
  review_id: string | null
  review_text: string | null
  review_html: string | null
  review_rating: number | null
  review_is_public: boolean | null
  review_platform: string | null
  review_playthrough_id: string | null
  review_spoils_to: number | null
  list_id: string | null
  list_title: string | null
  /** The ids of the first games, in order. */
  list_games: string[] | null
  likes_count: number
}

const columns = sql`
  entry.id, entry.type, to_char(entry.date, 'YYYY-MM-DD') as date, entry.title, entry.content, entry.game_id,
  entry.progress, entry.hours_played::float8 as hours_played, entry.created_at,
  greatest(entry.updated_at, review.updated_at, list.changed_at) as updated_at,
  entry.review_id, review.review_text, review.review_html, review.rating::float8 as review_rating, review.is_public as review_is_public,
  review.platform as review_platform, review.playthrough_id as review_playthrough_id,
  review.spoils_to as review_spoils_to,
  entry.list_id, list.title as list_title,
  case when entry.list_id is not null then array(
    select game_id from list_games where list_id = entry.list_id order by position limit ${sql.lit(MAX_GAMES)}
  ) end as list_games,
  coalesce(review.likes_count, list.likes_count, 0) as likes_count`

const joined = sql`
  left join reviews review on review.id = entry.review_id
  left join lists list on list.id = entry.list_id`

async function select(db: Db, from: RawBuilder<unknown>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select ${columns} ${from}`.execute(db)
  return rows
}

export interface EntryFilter {
  type?: EntryType | undefined
  game_id?: GameId | undefined
  date?: string | undefined
  search: string
}

/** Lists the member's entries before `before`, newest first. */
export function listEntries(
  db: Db,
  userId: UserId,
  { type, game_id, date, search }: EntryFilter,
  before: Keyset | null,
  most: number,
): Promise<EntryRow[]> {
  const conditions = [
    sql`entry.user_id = ${userId}`,
    ...(type ? [sql`entry.type = ${type}`] : []),
    ...(game_id ? [sql`entry.game_id = ${game_id}`] : []),
    ...(date ? [sql`entry.date = ${date}::date`] : []),
    ...(search === '' ? [] : [isFound(search)]),
    isBefore(before, 'entry.created_at', 'entry.id'),
  ]
  return select(
    db,
    sql`from journal_entries entry ${joined}
      where ${sql.join(conditions, sql` and `)}
      order by entry.created_at desc, entry.id desc
      limit ${most}`,
  )
}

/**
 * Returns the SQL condition that an entry's title, text or game names contain the search text,
 * however Unicode spells its letters. It uses scalar subqueries,
 * because the planner would turn `exists` into a hash of all games with that name, and read the whole catalogue.
 */
function isFound(search: string): RawBuilder<boolean> {
  const words = `%${escapeLike(search.normalize('NFC'))}%`
  const name = normaliseForSearch(search)
  const isNamed = sql`(games.name ilike ${words}${name === '' ? sql`` : sql` or games.search_text like ${`%${escapeLike(name)}%`}`})`
  return sql<boolean>`(
    normalize(concat_ws(' ', entry.title, entry.content, review.review_text, list.title)) ilike ${words}
    or coalesce((select true from games where games.id = entry.game_id and ${isNamed}), false)
    or coalesce((
      select true from list_games join games on games.id = list_games.game_id
      where list_games.list_id = entry.list_id and ${isNamed}
      limit 1
    ), false)
  )`
}

/** The maximum number of games for the filter; the search finds entries of all games. */
const MAX_FILTERED = 2000

/** Lists the games that the member's entries are about, by name. */
export async function listGames(db: Db, userId: UserId): Promise<{ id: GameId; name: string }[]> {
  const { rows } = await sql<{ id: GameId; name: string }>`
    select games.id, games.name
    from (
      select distinct game_id from journal_entries where user_id = ${userId} and game_id is not null
    ) entry
    join games on games.id = entry.game_id
    order by games.name, games.id
    limit ${sql.lit(MAX_FILTERED)}`.execute(db)
  return rows
}

export async function findEntry(db: Db, userId: UserId, id: JournalEntryId): Promise<EntryRow | undefined> {
  const rows = await select(
    db,
    sql`from journal_entries entry ${joined} where entry.id = ${id} and entry.user_id = ${userId}`,
  )
  return rows[0]
}

/** Finds the entry of a review or a list. */
export async function findEntryOf(
  db: Db,
  userId: UserId,
  of: { reviewId: string } | { listId: string },
): Promise<EntryRow | undefined> {
  const isOf = 'reviewId' in of ? sql`entry.review_id = ${of.reviewId}` : sql`entry.list_id = ${of.listId}`
  const rows = await select(db, sql`from journal_entries entry ${joined} where ${isOf} and entry.user_id = ${userId}`)
  return rows[0]
}

/** Lists the member's entries on this day of earlier years, latest year first. */
export function listEntriesOnDay(db: Db, userId: UserId, day: string, most: number): Promise<EntryRow[]> {
  return select(
    db,
    sql`from journal_entries entry ${joined}
      where entry.user_id = ${userId}
        and extract(month from entry.date) = extract(month from ${day}::date)
        and extract(day from entry.date) = extract(day from ${day}::date)
        and entry.date < ${day}::date
      order by entry.date desc, entry.created_at desc, entry.id desc
      limit ${most}`,
  )
}

/** Locks an entry of the member until the end of the transaction. Returns whether it exists. */
export async function lockEntry(db: Db, userId: UserId, id: JournalEntryId): Promise<boolean> {
  const { rows } = await sql`
    select from journal_entries where id = ${id} and user_id = ${userId} for no key update`.execute(db)
  return rows.length > 0
}

export interface EntryValues {
  userId: UserId
  type: EntryType
  date: string
  title: string | null
  content: string
  gameId: string | null
  progress: number | null
  hoursPlayed: number | null
  reviewId: string | null
  listId: string | null
  at: Date
}

/** Inserts an entry and returns its id, or undefined if its review or list already has an entry. */
export async function insertEntry(db: Db, entry: EntryValues): Promise<JournalEntryId | undefined> {
  const row = await db
    .insertInto('journal_entries')
    .values({
      user_id: entry.userId,
      type: entry.type,
      date: entry.date,
      title: entry.title,
      content: entry.content,
      game_id: entry.gameId,
      progress: entry.progress,
      hours_played: entry.hoursPlayed,
      review_id: entry.reviewId,
      list_id: entry.listId,
      created_at: entry.at,
      updated_at: entry.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id as JournalEntryId | undefined
}

/** Inserts the entries of reviews that have none. */
export async function insertReviewEntries(
  db: Db,
  userId: UserId,
  entries: readonly { review_id: string; game_id: string; date: string; created_at: Date }[],
  at: Date,
): Promise<void> {
  await db
    .insertInto('journal_entries')
    .values(entries.map((entry) => ({ ...entry, user_id: userId, type: 'review', updated_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateEntry(
  db: Db,
  id: JournalEntryId,
  changes: {
    date?: string
    title?: string | null
    content?: string
    game_id?: string | null
    progress?: number | null
    hours_played?: number | null
    updated_at: Date
  },
): Promise<void> {
  await db.updateTable('journal_entries').set(changes).where('id', '=', id).execute()
}

export async function deleteEntry(db: Db, id: JournalEntryId): Promise<void> {
  await db.deleteFrom('journal_entries').where('id', '=', id).execute()
}

/** Returns whether this is the member's newest progress entry about the game. */
export async function isLatestProgress(db: Db, userId: UserId, gameId: string, id: JournalEntryId): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from journal_entries
    where user_id = ${userId} and game_id = ${gameId} and type = 'progress'
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id === id
}
