import { queryOptions } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { type GameCard, listRelatedGames } from '../catalogue.contract.ts'
import { listGameAchievements } from '../game-achievements.contract.ts'

// The queries of the panels of a game page; each runs when its panel is opened (C74).

export const achievementsQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: ['catalogue', 'achievements', gameId] as const,
    queryFn: async ({ client, signal }) =>
      (await call(listGameAchievements, { params: { gameId } }, { client, signal })).data,
    staleTime: 5 * 60_000,
  })

/** `known` are the related games of the loaded game; they are the placeholder until the response arrives. */
export const relatedQuery = (gameId: GameId, known: GameCard[]) =>
  queryOptions({
    queryKey: ['catalogue', 'related', gameId] as const,
    queryFn: async ({ client, signal }) =>
      (await call(listRelatedGames, { params: { gameId } }, { client, signal })).data,
    placeholderData: known,
    staleTime: 5 * 60_000,
  })
