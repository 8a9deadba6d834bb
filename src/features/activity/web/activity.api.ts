import {
  type InfiniteData,
  InfiniteQueryObserver,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { DiscussionTarget } from '#features/discussions/web/discussions.widgets.tsx'
import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { ActivityId, GameId, UserId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { HTTP_STATUS_TEXTS } from '#web/http-status-texts.ts'
import { afterCursor } from '#web/paging.ts'
import type { Activity, SharedType } from '../activity.contract.ts'
import {
  createActivity,
  deleteActivity,
  FEED_SIZE,
  getActivity,
  getCircle,
  listFeed,
  listGameActivities,
  listMyActivities,
  listProfileActivities,
} from '../activity.endpoints.ts'
import { activityKeys, type FeedSource } from './activity-keys.ts'

export { activityKeys, type FeedSource }

/** One page of a list of activities, from any of the endpoints. */
export interface ActivitiesPage {
  activities: Activity[]
  next: string | number | null
  /** 'own': the feed failed, so these are the viewer's own activities. 'none': both failed. 'asked': neither failed. */
  source: 'asked' | 'own' | 'none'
}

/**
 * Loads the feed, twenty at a time. When it fails, it falls back to the member's own activities, and when these fail,
 * too, to an empty list (R-ACT-06, R-ACT-07): the page never fails because of the feed.
 */
export const feedQuery = (from: FeedSource, kind: FeedKind | null = null) =>
  infiniteQueryOptions({
    queryKey: activityKeys.feed(from, kind),
    queryFn: async ({ client, signal, pageParam }): Promise<ActivitiesPage> => {
      try {
        const query = { from, ...(kind && { kind }), ...afterCursor(pageParam) }
        const { activities, nextCursor } = await call(listFeed, { query }, { client, signal })
        return { activities, next: nextCursor, source: 'asked' }
      } catch (error) {
        if (pageParam !== null || !(error instanceof CallError)) throw error
        noteFailure(error)
        return ownActivities(client, signal)
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: ActivitiesPage) => last.next as string | null,
  })

/** Logs the internal error behind the fallback (R-ACT-08); the server logs its own. */
function noteFailure({ status }: CallError): void {
  const text = status === 0 ? 'Network Error' : (HTTP_STATUS_TEXTS[status] ?? 'Error')
  if (typeof window !== 'undefined') console.warn(`API error: ${status} ${text}`)
}

async function ownActivities(client: QueryClient, signal: AbortSignal): Promise<ActivitiesPage> {
  const none: ActivitiesPage = { activities: [], next: null, source: 'none' }
  if (!client.getQueryData(sessionQuery().queryKey)?.user) return none
  try {
    const { activities } = await call(listMyActivities, {}, { client, signal })
    return { activities, next: null, source: 'own' }
  } catch (error) {
    if (error instanceof CallError) return none
    throw error
  }
}

/** Loads the activities about a game, ten at a time. */
export const gameActivitiesQuery = (gameId: GameId) =>
  infiniteQueryOptions({
    queryKey: activityKeys.ofGame(gameId),
    queryFn: async ({ client, signal, pageParam }): Promise<ActivitiesPage> => {
      const input = { params: { gameId }, query: { page: pageParam } }
      const { data, hasMore } = await call(listGameActivities, input, { client, signal })
      return { activities: data, next: hasMore ? pageParam + 1 : null, source: 'asked' }
    },
    initialPageParam: 1,
    getNextPageParam: (last: ActivitiesPage) => last.next as number | null,
  })

/** Loads one member's activities, as far as the viewer may see them. */
export const memberActivitiesQuery = (userId: UserId, as: ViewAs | null = null, limit = FEED_SIZE) =>
  infiniteQueryOptions({
    queryKey: activityKeys.ofMember(userId, as, limit),
    queryFn: async ({ client, signal, pageParam }): Promise<ActivitiesPage> => {
      const query = { limit, ...(as && { as }), ...afterCursor(pageParam) }
      const { data, nextCursor } = await call(
        listProfileActivities,
        { params: { handle: userId }, query },
        { client, signal },
      )
      return { activities: data, next: nextCursor, source: 'asked' }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: ActivitiesPage) => last.next as string | null,
  })

/** Loads one activity, as a list of one; an empty list when it is missing or not visible. */
export const activityQuery = (activityId: ActivityId) =>
  infiniteQueryOptions({
    queryKey: activityKeys.one(activityId),
    queryFn: async ({ client, signal }): Promise<ActivitiesPage> => {
      try {
        const { activity } = await call(getActivity, { params: { activityId } }, { client, signal })
        return { activities: [activity], next: null, source: 'asked' }
      } catch (error) {
        if (!(error instanceof CallError) || ![400, 403, 404].includes(error.status)) throw error
        return { activities: [], next: null, source: 'asked' }
      }
    },
    initialPageParam: null,
    getNextPageParam: () => null,
  })

/**
 * Loads a game's first activities and stays subscribed, independent of the page. Without the subscription, a list that
 * unmounts would cancel the request. Returns the function that unsubscribes.
 */
export const subscribeToGameActivities = (client: QueryClient, gameId: GameId): (() => void) =>
  new InfiniteQueryObserver(client, gameActivitiesQuery(gameId)).subscribe(() => {})

/** Loads what the viewer's friends and followed members are playing, and what is popular with them. */
export const circleQuery = () =>
  queryOptions({
    queryKey: activityKeys.circle,
    queryFn: ({ client, signal }) => call(getCircle, {}, { client, signal }),
  })

/** Returns every activity once. When new activities move a list down, its next page repeats some of them. */
export function activitiesOfPages(parts: readonly ActivitiesPage[]): Activity[] {
  const known = new Map<string, Activity>()
  for (const { activities } of parts)
    for (const activity of activities) if (!known.has(activity.id)) known.set(activity.id, activity)
  return [...known.values()]
}

type Lists = InfiniteData<ActivitiesPage, unknown>

const readHead = async (client: QueryClient, from: FeedSource): Promise<ActivitiesPage> => {
  const { activities, nextCursor } = await call(listFeed, { query: { from } }, { client })
  return { activities, next: nextCursor, source: 'asked' }
}

/** Returns the ids of the activities that are newer than the shown part of a feed. */
export async function readNewest(client: QueryClient, from: FeedSource): Promise<ActivityId[]> {
  const { activities } = await readHead(client, from)
  const newest = client.getQueryData(feedQuery(from).queryKey)?.pages[0]?.activities[0]?.created_at ?? ''
  return activities.filter(({ created_at }) => created_at > newest).map(({ id }) => id)
}

/** Puts the new activities at the top of a feed. */
export async function showNewest(client: QueryClient, from: FeedSource): Promise<void> {
  const { queryKey } = feedQuery(from)
  const head = await readHead(client, from)
  await client.cancelQueries({ queryKey })
  client.setQueryData<Feed>(queryKey, (data) => withNewest(data, head))
}
type Feed = InfiniteData<ActivitiesPage, string | null>

/** Joins the new page with the list, or replaces the list when there is a gap between the two. */
export function withNewest(data: Feed | undefined, head: ActivitiesPage): Feed {
  const [first, ...rest] = data?.pages ?? []
  const known = new Set(activitiesOfPages(data?.pages ?? []).map(({ id }) => id))
  const isJoined = head.next === null || head.activities.some(({ id }) => known.has(id))
  if (!data || !first || first.source !== 'asked' || !isJoined) return { pages: [head], pageParams: [null] }
  const fresh = head.activities.filter(({ id }) => !known.has(id))
  return { ...data, pages: [{ ...first, activities: [...fresh, ...first.activities] }, ...rest] }
}

/** The lists that show activities, as a target for changes of one activity. */
export const activityBoard = (client: QueryClient): DiscussionTarget => ({
  cancelReads: () => client.cancelQueries({ queryKey: activityKeys.lists }),
  change: (activityId, change) => {
    client.setQueriesData<Lists>({ queryKey: activityKeys.lists }, (data) => data && changed(data, activityId, change))
  },
  remove: (ids) => removeFromLists(client, ids),
})

function changed(data: Lists, activityId: string, change: (activity: Activity) => Activity): Lists {
  const pages = data.pages.map((part) =>
    part.activities.some(({ id }) => id === activityId)
      ? { ...part, activities: part.activities.map((one) => (one.id === activityId ? change(one) : one)) }
      : part,
  )
  return { ...data, pages }
}

/**
 * A failed share: `message` is the documented sentence (R-ACT-37), `cause` is the error of the server or the network.
 */
export class ActivityError extends Error {
  override name = 'ActivityError'
}

export interface NewActivity {
  type: SharedType
  gameId: GameId
  details?: { progress?: number }
}

export const createActivityMutation = () =>
  mutationOptions({
    mutationFn: async ({ type, gameId, details }: NewActivity, { client }) => {
      try {
        const body = { activity_type: type, game_id: gameId, ...(details && { details }) }
        // Null when the member does not share (G25).
        return (await call(createActivity, { body }, { client }))?.activity ?? null
      } catch (cause) {
        throw new ActivityError('Failed to create activity', { cause })
      }
    },
  })

/** Deletes activities optimistically, and rolls back when the server refuses. */
export const deleteActivitiesMutation = () =>
  mutationOptions({
    mutationFn: async (ids: readonly ActivityId[], { client }) => {
      await Promise.all(ids.map((activityId) => deleteOne(client, activityId)))
    },
    onMutate: async (ids, { client }) => {
      await client.cancelQueries({ queryKey: activityKeys.lists })
      const before = client.getQueriesData<Lists>({ queryKey: activityKeys.lists })
      removeFromLists(client, ids)
      return { before }
    },
    onError: (_error, _ids, context, { client }) => {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data)
    },
    onSettled: (_done, _error, _ids, _onMutateResult, { client }) =>
      client.invalidateQueries({ queryKey: activityKeys.lists }),
  })

/** Removes deleted activities from every list. */
function removeFromLists(client: QueryClient, ids: readonly string[]): void {
  const removed = new Set<string>(ids)
  client.setQueriesData<Lists>({ queryKey: activityKeys.lists }, (data) => data && without(data, removed))
}

/** Deletes an activity; one that is missing already counts as deleted. */
async function deleteOne(client: QueryClient, activityId: ActivityId): Promise<void> {
  try {
    await call(deleteActivity, { params: { activityId } }, { client })
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error
  }
}

function without(data: Lists, removed: ReadonlySet<string>): Lists {
  const pages = data.pages.map((part) => ({
    ...part,
    activities: part.activities.filter(({ id }) => !removed.has(id)),
  }))
  return { ...data, pages }
}
