import { queryOptions } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import type { GameFriend } from '../../game-friends.contract.ts'
import { listGameFriends } from '../../game-friends.endpoints.ts'

/** The viewer's friends who have a game; none for a visitor, whose page is shared. */
export const gameFriendsQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: ['game-friends', gameId] as const,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ client, signal }): Promise<readonly GameFriend[]> => {
      const { user } = await client.ensureQueryData(sessionQuery())
      return user ? (await call(listGameFriends, { params: { gameId } }, { client, signal })).friends : []
    },
  })
