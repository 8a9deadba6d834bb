import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { EntryId, GameId, UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR, BY_PAGE_NUMBER } from '#web/paging.ts'
import * as endpoints from '../achievements.endpoints.ts'

const all = ['achievements'] as const
export const achievementKeys = {
  /** Everything that a tick changes elsewhere. */
  shown: [...all, 'shown'] as const,
}

/** When the viewer has unlocked each ticked achievement of a game, by the achievement's id. */
export type Ticks = Readonly<Record<string, string>>

/** No game has more: sources list fifty. */
const MAX_OF_GAME = 100

/** The entry is part of the key, because the ticks go with it. */
export const gameTicksQuery = (gameId: GameId, entryId: EntryId) =>
  queryOptions({
    queryKey: [...all, 'ticks', gameId, entryId] as const,
    queryFn: async ({ client, signal }): Promise<Ticks> => {
      const query = { game_id: gameId, limit: MAX_OF_GAME }
      const { data } = await call(endpoints.listOwnAchievements, { query }, { client, signal })
      return Object.fromEntries(data.map(({ id, unlocked_at }) => [id, unlocked_at]))
    },
    staleTime: 0,
  })

export const memberCountsQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...achievementKeys.shown, 'members', gameId] as const,
    queryFn: ({ client, signal }) =>
      call(endpoints.countAchievementMembers, { params: { gameId } }, { client, signal }),
  })

/** Loads the viewer's ticked achievements, the latest first; of one game or of all. */
export const ownAchievementsQuery = (gameId: GameId | null) =>
  infiniteQueryOptions({
    queryKey: [...achievementKeys.shown, 'own', gameId] as const,
    queryFn: ({ client, signal, pageParam }) => {
      const query = { ...(gameId && { game_id: gameId }), ...afterCursor(pageParam) }
      return call(endpoints.listOwnAchievements, { query }, { client, signal })
    },
    ...BY_CURSOR,
  })

/** Loads the games in which the viewer has ticked achievements; one game or all. */
export const ownGamesQuery = (gameId: GameId | null) =>
  infiniteQueryOptions({
    queryKey: [...achievementKeys.shown, 'games', gameId] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        endpoints.listOwnAchievementGames,
        { query: { page: pageParam, ...(gameId && { game_id: gameId }) } },
        { client, signal },
      ),
    ...BY_PAGE_NUMBER,
  })

export const totalsQuery = () =>
  queryOptions({
    queryKey: [...achievementKeys.shown, 'totals'] as const,
    queryFn: ({ client, signal }) => call(endpoints.getOwnAchievementTotals, {}, { client, signal }),
  })

/** Loads the latest five achievements of a member. */
export const profileAchievementsQuery = (userId: UserId, as: ViewAs | null) =>
  queryOptions({
    queryKey: [...achievementKeys.shown, 'profile', userId, as] as const,
    queryFn: ({ client, signal }) =>
      call(
        endpoints.listProfileAchievements,
        { params: { handle: userId }, query: as ? { as } : {} },
        { client, signal },
      ),
  })
