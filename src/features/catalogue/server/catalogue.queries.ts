import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import type { PlayTime } from '../time-to-beat.schemas.ts'

export interface CardRow {
  id: string
  name: string
  first_release_date: number | null
  genre: string | null
  developer: string | null
  cover_image_id: string | null
  cover_url: string | null
  /** The member whose own game it is; null for a game of the catalogue (decision 0086). */
  owner_id: string | null
}

export interface SummaryRow extends CardRow {
  data_source: string
  total_rating: number | null
}

export const CARD = [
  'games.id',
  'games.name',
  'games.first_release_date',
  'games.developer',
  'games.cover_image_id',
  'games.cover_url',
  'games.owner_id',
  sql<string | null>`games.genres -> 0 ->> 'name'`.as('genre'),
] as const
export const SUMMARY = [...CARD, 'games.data_source', 'games.total_rating'] as const

/**
 * Locks games against deletion in the transaction that refers to them, and returns those that are not stored: cards may
 * come from a cache, and a foreign key would fail without a sentence.
 */
export async function lockGames(db: Db, ids: readonly GameId[]): Promise<GameId[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from games where id = any(${ids}::text[]) order by id for key share`.execute(db)
  const stored = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !stored.has(id))
}

export function findGame(db: Db, id: GameId) {
  return db
    .selectFrom('games')
    .select([
      ...SUMMARY,
      'games.rating',
      'games.origin',
      'games.refreshed_at',
      'games.last_validated',
      'games.total_rating_count',
      'games.genres',
      'games.platforms',
      'games.genre_ids',
      'games.theme_ids',
      'games.series',
      'games.hypes',
      'games.critic_rating',
      'games.critic_rating_count',
      'games.origin',
      'games.provenance',
      'games.details',
      'games.time_to_beat',
      sql<PlayTime[] | null>`(select times from game_play_times where game_id = games.id)`.as('play_times'),
      sql<number>`(select count(*) from game_achievements where game_id = games.id)`.as('achievements'),
    ])
    .where('games.id', '=', id)
    .where('games.owner_id', 'is', null)
    .executeTakeFirst()
}
export type GameRow = NonNullable<Awaited<ReturnType<typeof findGame>>>

/** Finds the game with a cover picture. */
export function findCardByCover(db: Db, coverImageId: string): Promise<CardRow | undefined> {
  return db.selectFrom('games').select(CARD).where('games.cover_image_id', '=', coverImageId).executeTakeFirst()
}
