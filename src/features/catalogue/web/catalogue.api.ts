import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { GameId } from '#shared/ids.ts'
import { GAME_CACHE } from '#shared/network.ts'
import { call } from '#web/call.ts'
import { inDetailQueue } from '#web/network/detail-queue.ts'
import { type Freshness, type Game, getGame, getGameMetadata, listGames, suggestGames } from '../catalogue.contract.ts'
import { SUGGEST_FROM } from '../catalogue.rules.ts'

/** A page of the catalogue as the call takes it; `queryOf` makes one of an address's filters. */
export type ListQuery = z.input<typeof listGames.query>

export const catalogueKeys = {
  list: (query: ListQuery) => ['catalogue', 'list', query] as const,
  metadata: ['catalogue', 'metadata'] as const,
  games: ['catalogue', 'game'] as const,
  game: (id: GameId) => ['catalogue', 'game', id] as const,
  suggestions: (query: string) => ['catalogue', 'suggestions', query] as const,
}

export const gamesQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: catalogueKeys.list(query),
    queryFn: ({ client, signal }) => call(listGames, { query }, { client, signal }),
  })

/** What the catalogue can be filtered by; it changes only with the catalogue. */
export const metadataQuery = () =>
  queryOptions({
    queryKey: catalogueKeys.metadata,
    queryFn: ({ client, signal }) => call(getGameMetadata, { query: { full: '1' } }, { client, signal }),
    staleTime: 10 * 60_000,
  })

/** A game and how fresh the answer was, where that is known. */
export type GameWithFreshness = Game & { state?: Freshness }

/** A whole game, taken for new for an hour (R-CACHE-01); game-cache.ts keeps the last hundred over a reload. */
export const gameQuery = (id: GameId) =>
  queryOptions({
    queryKey: catalogueKeys.game(id),
    queryFn: ({ client, signal }) => {
      const ask = async (): Promise<GameWithFreshness> => {
        const { game, state } = await call(getGame, { params: { gameId: id } }, { client, signal })
        return { ...game, state }
      }
      return inDetailQueue(client, id, ask, signal)
    },
    // What was shown because a source was down is asked for again.
    staleTime: ({ state: { data } }) => (data?.state === 'stale' ? 0 : GAME_CACHE.freshMs),
  })

/** Suggestions while typing: nothing is asked below two characters; a newer query ends the one before (C02). */
export const suggestionsQuery = (query: string) =>
  queryOptions({
    queryKey: catalogueKeys.suggestions(query),
    queryFn: async ({ client, signal }) => (await call(suggestGames, { query: { query } }, { client, signal })).games,
    enabled: [...query].length >= SUGGEST_FROM,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
