import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { ChallengeId, UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR, BY_PAGE_NUMBER } from '#web/paging.ts'
import * as endpoints from '../challenges.endpoints.ts'
import type { ChallengeStatus } from '../challenges.rules.ts'
import { challengeKeys } from './challenges-key.ts'

/** The largest number of the viewer's challenges whose progress a page shows. */
const MAX_OWN = 100

export const challengesQuery = (status: ChallengeStatus) =>
  infiniteQueryOptions({
    queryKey: [...challengeKeys.shown, 'list', status],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listChallenges, { query: { status, page: pageParam } }, { client, signal }),
    ...BY_PAGE_NUMBER,
  })

export const challengeQuery = (challengeId: ChallengeId) =>
  queryOptions({
    queryKey: [...challengeKeys.shown, 'one', challengeId],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getChallenge, { params: { challengeId } }, { client, signal })).data,
  })

export const rankingQuery = (challengeId: ChallengeId) =>
  infiniteQueryOptions({
    queryKey: [...challengeKeys.shown, 'ranking', challengeId],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listParticipants, { params: { challengeId }, query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
  })

const isMember = async (client: QueryClient) => (await client.ensureQueryData(sessionQuery())).user !== null

/** The query of the viewer's participation in one challenge; null without one. A visitor sends no request. */
export const participationQuery = (challengeId: ChallengeId) =>
  queryOptions({
    queryKey: [...challengeKeys.shown, 'own', challengeId],
    queryFn: async ({ client, signal }) => {
      if (!(await isMember(client))) return null
      const query = { challenge_id: challengeId, limit: 1 }
      const { data } = await call(endpoints.listMyChallenges, { query }, { client, signal })
      return data[0] ?? null
    },
  })

/** The query of the challenges that the viewer has joined, the latest first. A visitor sends no request. */
export const mineQuery = () =>
  queryOptions({
    queryKey: [...challengeKeys.shown, 'mine'],
    queryFn: async ({ client, signal }) => {
      if (!(await isMember(client))) return []
      return (await call(endpoints.listMyChallenges, { query: { limit: MAX_OWN } }, { client, signal })).data
    },
  })

/**
 * The query of the challenges that a log updates (R-PROG-09). It changes only when one is joined, left or completed, so
 * it is cached for long.
 */
export const runningQuery = () =>
  queryOptions({
    queryKey: challengeKeys.running,
    queryFn: async ({ client, signal }) => {
      const query = { completed: 'false', status: 'active', limit: MAX_OWN } as const
      return (await call(endpoints.listMyChallenges, { query }, { client, signal })).data
    },
    staleTime: 10 * 60_000,
    retry: false,
  })

/** The query of the challenges that another member has joined, if they are visible. */
export const memberChallengesQuery = (userId: UserId, as: ViewAs | null = null) =>
  queryOptions({
    queryKey: [...challengeKeys.shown, 'member', userId, as],
    queryFn: async ({ client, signal }) => {
      const query = { limit: MAX_OWN, ...(as && { as }) }
      return (await call(endpoints.listProfileChallenges, { params: { handle: userId }, query }, { client, signal }))
        .data
    },
  })

export const joinMutation = (challengeId: ChallengeId) =>
  mutationOptions({
    mutationFn: (_: undefined, { client }) => call(endpoints.joinChallenge, { params: { challengeId } }, { client }),
    onSuccess: ({ data }, _given, _onMutateResult, { client }) =>
      client.setQueryData(participationQuery(challengeId).queryKey, data),
    onSettled: (_done, _error, _given, _onMutateResult, { client }) =>
      client.invalidateQueries({ queryKey: challengeKeys.all }),
  })

export const leaveMutation = (challengeId: ChallengeId) =>
  mutationOptions({
    mutationFn: (_: undefined, { client }) => call(endpoints.leaveChallenge, { params: { challengeId } }, { client }),
    onSuccess: (_done, _given, _onMutateResult, { client }) =>
      client.setQueryData(participationQuery(challengeId).queryKey, null),
    onSettled: (_done, _error, _given, _onMutateResult, { client }) =>
      client.invalidateQueries({ queryKey: challengeKeys.all }),
  })

// The query of all challenges, for admins.

export const allChallengesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'challenges'],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listAllChallenges, { query: { page: pageParam } }, { client, signal }),
    ...BY_PAGE_NUMBER,
    // An admin always sees the current state.
    staleTime: 0,
  })
