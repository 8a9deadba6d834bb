import { type RawBuilder, sql } from 'kysely'

/** A game of a table. `igdb` is the number of its id at IGDB, `slug` its name in addresses there. */
export interface NamedGame {
  game_id: string
  name: string
  igdb: string | null
  slug: string | null
}

const GAME = sql`
  games.id as game_id, games.name, substring(games.id from '^igdb_([0-9]+)$') as igdb,
  (select min(uid) from game_external_ids where game_id = games.id and source = 'igdb_slug') as slug`

export interface LibraryRow extends NamedGame {
  status: string
  user_rating: number | null
  is_liked: boolean
  play_time: number
  notes: string | null
  last_played_at: Date | null
  created_at: Date
  /** The place of the playthrough among those of its game, from 1; also 1 for a game without one. */
  place: number
  started_on: string | null
  finished_on: string | null
  is_replay: boolean
  finish_level: string | null
  /** A playthrough of the game was completed to the last. */
  is_mastered: boolean
  review_text: string | null
  is_spoiler: boolean
}

/** Reads the library with one row for each playthrough, and one for a game without any. Only whole days are dates. */
export const libraryRows = (userId: string): RawBuilder<LibraryRow> => sql<LibraryRow>`
  select ${GAME}, entry.status, entry.user_rating, entry.is_liked, entry.play_time, entry.notes, entry.last_played_at,
    entry.created_at, (row_number() over game)::int as place,
    case when played.started_precision = 'day' then played.started_on end as started_on,
    case when played.finished_precision = 'day' then played.finished_on end as finished_on,
    coalesce(played.is_replay, false) as is_replay, played.finish_level,
    coalesce(bool_or(played.finish_level = 'completionist') over (partition by entry.id), false) as is_mastered,
    reviews.review_text, reviews.spoils_to is not null as is_spoiler
  from user_games entry
  join games on games.id = entry.game_id
  left join playthroughs played on played.user_id = entry.user_id and played.game_id = entry.game_id
  left join reviews on reviews.user_id = entry.user_id and reviews.game_id = entry.game_id and reviews.place = 0
  where entry.user_id = ${userId}
  window game as (partition by entry.id order by played.id)
  order by entry.id, place`

export interface ReviewRow extends NamedGame {
  rating: number
  review_text: string
  platform: string | null
  hours: number | null
  finish_level: string | null
  spoils_to: number | null
  is_public: boolean
  created_at: Date
  updated_at: Date
}

export const reviewRows = (userId: string): RawBuilder<ReviewRow> => sql<ReviewRow>`
  select ${GAME}, reviews.rating, review_text, platform, hours, finish_level, spoils_to, is_public,
    reviews.created_at, reviews.updated_at
  from reviews join games on games.id = reviews.game_id
  where user_id = ${userId} order by reviews.id`

export interface JournalRow {
  date: string
  type: string
  game_id: string | null
  name: string | null
  title: string | null
  content: string
  hours_played: number | null
  progress: number | null
  created_at: Date
}

export const journalRows = (userId: string): RawBuilder<JournalRow> => sql<JournalRow>`
  select entry.date, entry.type, entry.game_id, games.name, entry.title, entry.content, entry.hours_played,
    entry.progress, entry.created_at
  from journal_entries entry left join games on games.id = entry.game_id
  where user_id = ${userId} order by entry.date, entry.id`

export interface ListRow {
  list: string
  title: string
  description: string
  is_shared: boolean
  is_ranked: boolean
  /** Null for a list without games. */
  position: number | null
  game_id: string | null
  name: string | null
  note: string | null
  added_at: Date | null
}

export const listRows = (userId: string): RawBuilder<ListRow> => sql<ListRow>`
  select lists.id as list, title, description, is_shared, is_ranked, position, game_id, games.name, note, added_at
  from lists
  left join list_games on list_id = lists.id
  left join games on games.id = game_id
  where user_id = ${userId} order by lists.id, position`
