import type { GameId, ReviewId, UserId } from '#shared/ids.ts'

/** The query keys of reviews. */
export const reviewKeys = {
  all: ['reviews'] as const,
  lists: ['reviews', 'list'] as const,
  ofGame: (gameId: GameId) => ['reviews', 'list', 'game', gameId] as const,
  ofMember: (userId: UserId) => ['reviews', 'list', 'member', userId] as const,
  browsed: ['reviews', 'list', 'browsed'] as const,
  saved: ['reviews', 'list', 'saved'] as const,
  reviews: ['reviews', 'one'] as const,
  one: (reviewId: ReviewId) => ['reviews', 'one', reviewId] as const,
  summaries: ['reviews', 'summary'] as const,
  /** A game's page also reads the cached summary under this key. */
  summary: (gameId: GameId) => ['reviews', 'summary', gameId] as const,
  mine: (gameId: GameId) => ['reviews', 'mine', gameId] as const,
  discussion: (reviewId: ReviewId) => ['reviews', 'discussion', reviewId] as const,
}
