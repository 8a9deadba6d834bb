import { type Tag, tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { GameCard } from '../../catalogue.contract.ts'
import { GAME_NOT_FOUND } from '../../catalogue.texts.ts'
import type { WithCatalogue } from '../assembly/open-catalogue.ts'
import { readCards } from '../caches/card-cache.ts'
import { gameCard } from '../catalogue.view.ts'

/**
 * Loads the cards of stored games by id, in at most one query. Ids that are not stored are omitted, and so are games of
 * their own of members (decision 0086), except those of the `owner`. Other features use this function.
 */
export async function loadGameCards(
  { db, catalogue }: WithCatalogue,
  ids: readonly GameId[],
  now = new Date(),
  owner: UserId | null = null,
): Promise<ReadonlyMap<GameId, GameCard>> {
  const cards = new Map<GameId, GameCard>()
  for (const row of await readCards(db, catalogue.cards, ids))
    if (row.owner_id === null || row.owner_id === owner) cards.set(row.id as GameId, gameCard(row, now) as GameCard)
  return cards
}

/** Returns the tags of a response that shows these cards. */
export const tagsOfCards = (cards: ReadonlyMap<GameId, GameCard>): Tag[] => [
  tag.games,
  ...[...cards.keys()].map((id) => tag.game(id)),
]

/** Returns the card of a stored game; refuses with 404 'Game not found'. */
export async function requireGame(
  deps: WithCatalogue,
  id: GameId,
  now = new Date(),
  owner: UserId | null = null,
): Promise<GameCard> {
  const card = (await loadGameCards(deps, [id], now, owner)).get(id)
  return card ?? refuseMissingGame()
}

/** Refuses with 404 'Game not found'. */
export const refuseMissingGame = (): never => refuse('not_found', 'game_not_found', GAME_NOT_FOUND)
