import type { PosterGame } from '#web/ui/poster.tsx'
import type { GameCard } from '../catalogue.contract.ts'

/** Converts a card to the shape of the design system's posters. */
export function posterGame(card: GameCard): PosterGame {
  const { id, name, year, genre, developer, cover_url } = card
  return { id, name, year, genre, developer, coverUrl: cover_url }
}
