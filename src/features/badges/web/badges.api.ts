import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { BadgeId, UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import * as endpoints from '../badges.endpoints.ts'

export const badgeKeys = {
  all: ['badges'] as const,
  catalogue: ['badges', 'catalogue'] as const,
  admin: [...adminKeys.all, 'badges'] as const,
}

/** Reads the catalogue; for a member with the earned badges and the progress. */
export const badgesQuery = () =>
  queryOptions({
    queryKey: badgeKeys.catalogue,
    queryFn: async ({ client, signal }) => (await call(endpoints.listBadges, {}, { client, signal })).data,
  })

/** Reads the badges of a member that the viewer may see, newest first. */
export const memberBadgesQuery = (userId: UserId, as: ViewAs | null = null) =>
  queryOptions({
    queryKey: [...badgeKeys.all, 'member', userId, as],
    queryFn: async ({ client, signal }) =>
      (
        await call(
          endpoints.listProfileBadges,
          { params: { handle: userId }, query: { ...(as && { as }) } },
          { client, signal },
        )
      ).data,
  })

/** Reads the catalogue for admins, who always see the current state. */
export const adminBadgesQuery = () =>
  queryOptions({
    queryKey: badgeKeys.admin,
    queryFn: async ({ client, signal }) => (await call(endpoints.listAllBadges, {}, { client, signal })).data,
    staleTime: 0,
    // A job still looks for the members of a new badge.
    refetchInterval: ({ state }) => (state.data?.some(({ isBackfilled }) => !isBackfilled) ? 3_000 : false),
  })

export const ownersQuery = (badgeId: BadgeId) =>
  infiniteQueryOptions({
    queryKey: [...badgeKeys.admin, 'owners', badgeId],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listBadgeOwners, { params: { badgeId }, query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
    staleTime: 0,
  })
