import { queryOptions } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import type { GameCard } from '../catalogue.contract.ts'
import { listRelatedGames } from '../catalogue.endpoints.ts'
import { listGameAchievements } from '../game-achievements.endpoints.ts'

// What the panels of a game's page ask for when they are opened (C74).

export const achievementsQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: ['catalogue', 'achievements', gameId] as const,
    queryFn: async ({ client, signal }) =>
      (await call(listGameAchievements, { params: { gameId } }, { client, signal })).data,
    staleTime: 5 * 60_000,
  })

/** `known` is what the game itself says, shown until the answer is there. */
export const relatedQuery = (gameId: GameId, known: GameCard[]) =>
  queryOptions({
    queryKey: ['catalogue', 'related', gameId] as const,
    queryFn: async ({ client, signal }) =>
      (await call(listRelatedGames, { params: { gameId } }, { client, signal })).data,
    placeholderData: known,
    staleTime: 5 * 60_000,
  })
