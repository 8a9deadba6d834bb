import type { PosterGame } from '#web/ui/poster.tsx'
import type { GameCard } from '../catalogue.contract.ts'

/** A card as the design system's posters take it. */
export function posterGame(card: GameCard): PosterGame {
  const { id, name, year, genre, developer, cover_url } = card
  return { id, name, year, genre, developer, coverUrl: cover_url }
}
