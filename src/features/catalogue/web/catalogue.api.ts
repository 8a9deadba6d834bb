import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { canonicalGameId } from '#shared/canonical-ids.ts'
import type { GameId } from '#shared/ids.ts'
import { GAME_CACHE } from '#shared/network.ts'
import { CallError, call, networkTextOf, type QueryOf } from '#web/call.ts'
import { inDetailQueue } from '#web/network/in-detail-queue.ts'
import type { Freshness, Game } from '../catalogue.contract.ts'
import { getGame, getGameMetadata, listGames, suggestGames } from '../catalogue.endpoints.ts'
import { SUGGEST_FROM } from '../catalogue.rules.ts'

/** The query of a catalogue page; `queryOf` makes one from the filters of an address. */
export type ListQuery = QueryOf<typeof listGames>

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

/** The query of the filter lists; they change only with the catalogue. */
export const metadataQuery = () =>
  queryOptions({
    queryKey: catalogueKeys.metadata,
    queryFn: ({ client, signal }) => call(getGameMetadata, { query: { full: '1' } }, { client, signal }),
    staleTime: 10 * 60_000,
  })

/** A game and the freshness of its response, when known. */
export type GameWithFreshness = Game & { state?: Freshness }

/**
 * The query of a whole game, fresh for an hour (R-CACHE-01); game-cache.ts stores the last hundred games over a reload.
 */
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
    // A stale game, shown because a source failed, is fetched again.
    staleTime: ({ state: { data } }) => (data?.state === 'stale' ? 0 : GAME_CACHE.freshMs),
  })

/** Returns the game whose page has this address, if it has loaded; null on any other page. */
export function gameOfPage(client: QueryClient, pathname: string): GameWithFreshness | null {
  const id = canonicalGameId(/^\/game\/([^/]+)$/.exec(pathname)?.[1] ?? '')
  return (id && client.getQueryData(gameQuery(id).queryKey)) ?? null
}

/**
 * The query of suggestions while typing: no request below two characters; a newer query cancels the previous one (C02).
 */
export const suggestionsQuery = (query: string) =>
  queryOptions({
    queryKey: catalogueKeys.suggestions(query),
    queryFn: async ({ client, signal }) => (await call(suggestGames, { query: { query } }, { client, signal })).games,
    enabled: [...query].length >= SUGGEST_FROM,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/**
 * Returns the text below 'Failed to …': why there was no response (C45), or that no source responds (R-CAT-38, C47).
 */
export function causeText(error: unknown): string | null {
  // A 503 of a proxy may have a sentence without a code.
  const isUnavailable =
    error instanceof CallError && error.status === 503 && ['search_unavailable', 'unknown'].includes(error.code)
  return networkTextOf(error) ?? (isUnavailable ? error.message : null)
}
