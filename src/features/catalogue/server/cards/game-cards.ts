import { type RawBuilder, sql } from 'kysely'
import { type Tag, tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { GameCard } from '../../catalogue.contract.ts'
import { GAME_NOT_FOUND } from '../../catalogue.texts.ts'
import type { WithCatalogue } from '../assembly/open-catalogue.ts'
import { readCards } from '../caches/card-cache.ts'
import type { CardRow } from '../catalogue.queries.ts'
import { sharedCard } from '../catalogue.view.ts'
import { type SummaryValues, summaryInJson, summaryOf } from '../stored-games/summaries.queries.ts'

/**
 * Loads the cards of stored games by id, in at most one query. Ids that are not stored are omitted, and so are games of
 * their own of members (decision 0086), except those of the `owner`. Other features use this and the next two functions.
 */
export async function loadGameCards(
  { db, catalogue }: WithCatalogue,
  ids: readonly GameId[],
  now = new Date(),
  owner: UserId | null = null,
): Promise<ReadonlyMap<GameId, GameCard>> {
  return cardsOfRows(await readCards(db, catalogue.cards, ids), now, owner)
}

function cardsOfRows(rows: readonly CardRow[], now: Date, owner: UserId | null): ReadonlyMap<GameId, GameCard> {
  const cards = new Map<GameId, GameCard>()
  for (const row of rows)
    if (row.owner_id === null || row.owner_id === owner) cards.set(row.id as GameId, sharedCard(row, now))
  return cards
}

/** What `cardSql` selects. */
export type BroughtCard = SummaryValues

/** Selects what a statement with this id of a game brings for `loadListedCards`. */
export const cardSql = (id: RawBuilder<unknown>) =>
  sql<BroughtCard>`(select ${summaryInJson} from games where games.id = ${id})`

/**
 * Does the same for the games of a list. `find` reads the list; its statement should bring cards (`cardSql`) if those of the
 * last list of this `kind` were not all in memory (decision 0091). Not for use in a transaction.
 */
export async function loadListedCards<T>(
  { catalogue }: Pick<WithCatalogue, 'catalogue'>,
  kind: string,
  find: (brings: boolean) => Promise<{ list: T; ids: readonly GameId[]; brought: readonly BroughtCard[] }>,
  now: Date,
  owner: UserId | null,
): Promise<{ list: T; cards: ReadonlyMap<GameId, GameCard> }> {
  const { list, rows } = await catalogue.cards.list(kind, async (brings) => {
    const { brought, ...found } = await find(brings)
    return { ...found, brought: brought.map(summaryOf) }
  })
  return { list, cards: cardsOfRows(rows, now, owner) }
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
