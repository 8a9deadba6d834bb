import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Review } from '../reviews.contract.ts'

/** Converts a review's game to a card, for its poster. */
export function cardOfGame({
  game_id,
  game_details: { name, cover_url, developer, release_date, genres },
}: Review): GameCard {
  return {
    id: game_id,
    name,
    year: release_date ? Number(release_date.slice(0, 4)) : null,
    genre: genres[0] ?? null,
    developer,
    cover_url,
  }
}
