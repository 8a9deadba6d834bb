import type { Term } from '#features/catalogue/catalogue.contract.ts'
import type { GameDetails } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { StoredRawgGame } from './rawg-proxy.queries.ts'

/**
 * Converts a stored RAWG game to RAWG's shape. Genres and platforms are stored with IGDB's ids, so they have names
 * only; fields that are not stored (`slug`, `added` …) are omitted.
 */
export function rawgGame(row: StoredRawgGame): Record<string, unknown> {
  const details = row.details as Partial<GameDetails>
  const released = dayOf(row.first_release_date)
  const named = (terms: unknown) => (terms as Term[]).map(({ name }) => ({ name }))
  const made = (names: readonly string[] = []) => names.map((name) => ({ name }))
  return {
    id: row.source_id,
    name: row.name,
    released,
    tba: released === null,
    background_image: details.backgroundUrl ?? row.cover_url,
    // Out of five, and 0 for none, as at RAWG.
    rating: Math.round((row.total_rating ?? 0) * 5) / 100,
    ratings_count: row.total_rating_count,
    metacritic: row.critic_rating === null ? null : Math.round(row.critic_rating),
    description_raw: details.summary ?? '',
    alternative_names: details.alternativeNames ?? [],
    genres: named(row.genres),
    platforms: named(row.platforms).map((platform) => ({ platform })),
    developers: made(details.developers),
    publishers: made(details.publishers),
  }
}

function dayOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString().slice(0, 10)
}
