import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { PROFILE_QUERY_STALE_MS } from '#features/accounts/session.rules.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import type { Profile, ProfileStats, PublicProfile } from '../profiles.contract.ts'
import { getProfile, getProfileStats, putFavourites, VIEWS, type ViewAs } from '../profiles.endpoints.ts'
import { completionRate, FAVOURITES_CHANGED } from '../profiles.rules.ts'
import { profileKeys } from './profile-keys.api.ts'

/** The visible part of a profile that the viewer may not see. */
export type ClosedCard = PublicProfile & { followersCount: number; followingCount: number }
/** A hidden profile is a result too: its page shows a message and the names that are always visible (G22). */
export type ProfileAnswer = { kind: 'open'; profile: Profile } | { kind: 'closed'; card: ClosedCard | null }

/**
 * Reads a profile by id or username; `as` is the audience of the owner's preview. Throws other failures than a hidden
 * profile.
 */
export const profileQuery = (handle: string, as: ViewAs | null = null) =>
  queryOptions({
    queryKey: profileKeys.one(handle, as),
    queryFn: async ({ client, signal }): Promise<ProfileAnswer> => {
      try {
        const query = as ? { as } : {}
        const { profile } = await call(getProfile, { params: { handle }, query }, { client, signal })
        return { kind: 'open', profile }
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== '42501') throw error
        return { kind: 'closed', card: (error.body.card as ClosedCard | undefined) ?? null }
      }
    },
    staleTime: PROFILE_QUERY_STALE_MS,
  })

/** Reads the statistics in the dialog (R-MODAL-02). */
export const profileStatsQuery = (id: UserId) =>
  queryOptions({
    queryKey: profileKeys.stats(id),
    queryFn: ({ client, signal }): Promise<ProfileStats> =>
      call(getProfileStats, { params: { handle: id } }, { client, signal }),
    retry: false,
  })

/** Returns the statistics that the profile itself contains, as the fallback (R-MODAL-04). */
export function statsFromProfile(profile: Profile): Partial<ProfileStats> {
  const { counts, totalHours, friendsCount, followersCount, followingCount } = profile
  const played = counts && counts.completed + counts.playing
  return {
    ...(counts && played !== null && { gamesPlayed: played, gamesCompleted: counts.completed }),
    ...(counts && played !== null && { completionPercentage: completionRate(counts.completed, played) }),
    ...(totalHours !== null && { totalHours }),
    ...(friendsCount !== null && { friendsCount }),
    followersCount,
    followingCount,
  }
}

/** Changes the cached follower counts by one, as an optimistic update (R-MODAL-13). */
export function adjustFollowerCount(client: QueryClient, id: UserId, by: 1 | -1): void {
  client.setQueryData<ProfileAnswer>(profileKeys.one(id), (shown) => {
    if (shown?.kind === 'open')
      return { kind: 'open', profile: { ...shown.profile, followersCount: shown.profile.followersCount + by } }
    return shown?.card
      ? { kind: 'closed', card: { ...shown.card, followersCount: shown.card.followersCount + by } }
      : shown
  })
  client.setQueryData<ProfileStats>(
    profileKeys.stats(id),
    (stats) => stats && { ...stats, followersCount: stats.followersCount + by },
  )
}

/** Returns the audience in `?as=`, or null for any other value. */
export function viewAsOf(search: URLSearchParams): ViewAs | null {
  return VIEWS.find((view) => view === search.get('as')) ?? null
}

const idsOf = (games: readonly GameCard[]) => games.map((game): GameId => game.id)

/** Changes the favourites optimistically, if the current ones are `seen`; a refusal rolls back. */
export const favouritesMutation = (id: UserId) =>
  mutationOptions({
    mutationFn: ({ games, seen }: Record<'games' | 'seen', readonly GameCard[]>, { client }) =>
      call(putFavourites, { body: { game_ids: idsOf(games), seen: idsOf(seen) } }, { client }),
    onMutate: async ({ games }, { client }) => {
      const { queryKey } = profileQuery(id)
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before?.kind === 'open') {
        const shown: ProfileAnswer = { kind: 'open', profile: { ...before.profile, favourites: [...games] } }
        client.setQueryData(queryKey, shown)
      }
      return { before }
    },
    onError: (_error, _games, context, { client }) => client.setQueryData(profileQuery(id).queryKey, context?.before),
    onSettled: (_done, _error, _games, _onMutateResult, { client }) =>
      client.invalidateQueries({ queryKey: profileKeys.all }),
  })

/** Returns whether a save was refused because the favourites differ from those that the viewer saw. */
export const areFavouritesOutdated = (error: unknown): boolean =>
  error instanceof CallError && error.code === FAVOURITES_CHANGED
