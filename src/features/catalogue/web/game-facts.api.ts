import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { GAME_CACHE } from '#shared/network.ts'
import { call } from '#web/call.ts'
import type { GameFacts } from '../game-facts.contract.ts'
import { getGameFacts } from '../game-facts.endpoints.ts'

/** The query of what only the page of a game shows; as fresh as the game. */
export const factsQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: ['catalogue', 'facts', gameId] as const,
    queryFn: async ({ client, signal }) => (await call(getGameFacts, { params: { gameId } }, { client, signal })).data,
    staleTime: GAME_CACHE.freshMs,
    retry: false,
  })

/** Loads the facts for a page; null if they cannot be loaded, which only leaves parts of the page out. */
export const loadFacts = (client: QueryClient, id: GameId): Promise<GameFacts | null> =>
  client.ensureQueryData(factsQuery(id)).catch(() => null)

/** Returns the ids of all games on the shelves. */
export const shelvedIds = (facts: GameFacts | null | undefined): GameId[] =>
  facts
    ? [...facts.relations, facts.series, facts.franchise].flatMap(
        (shelf) => shelf?.games.map(({ id }) => id as GameId) ?? [],
      )
    : []
