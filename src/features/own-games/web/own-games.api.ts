import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { libraryKeys } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import type { OwnGame } from '../own-games.contract.ts'
import * as endpoints from '../own-games.endpoints.ts'
import type { OwnGameDraft } from '../own-games.schemas.ts'

const keyOf = (gameId: GameId) => ['library', 'own-game', gameId] as const

/** The query of a game of the viewer's own. */
export const ownGameQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: keyOf(gameId),
    queryFn: async ({ client, signal }): Promise<OwnGame> =>
      (await call(endpoints.getOwnGame, { params: { gameId } }, { client, signal })).game,
  })

/** Changes name, platform and year. */
export const editOwnGameMutation = (client: QueryClient, gameId: GameId) =>
  mutationOptions({
    mutationFn: async (body: OwnGameDraft) =>
      (await call(endpoints.editOwnGame, { params: { gameId }, body }, { client })).game,
    onSuccess: (game) => {
      client.setQueryData(keyOf(gameId), game)
      void client.invalidateQueries({ queryKey: libraryKeys.lists })
    },
  })

/** Joins it to a game of the catalogue. */
export const joinOwnGameMutation = (client: QueryClient, gameId: GameId) =>
  mutationOptions({
    mutationFn: async (game_id: GameId) =>
      (await call(endpoints.joinOwnGame, { params: { gameId }, body: { game_id } }, { client })).game,
    onSuccess: () => {
      for (const queryKey of Object.values(libraryKeys))
        void client.invalidateQueries({ queryKey, refetchType: 'none' })
    },
  })
