import { type Mutation, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo } from 'react'
import { isThreadOpen, refreshThreads } from '#features/comments/web/comments.api.ts'
import type { ActivityId } from '#shared/ids.ts'
import { MOST_FOLLOWED } from '#shared/realtime.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { call } from '#web/call.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive, markVisible } from '#web/live/subscriptions.ts'
import { listReactionsAndComments, type ReactionsAndComments } from '../activity.contract.ts'
import { activitiesOf, type FeedItem } from '../activity.rules.ts'
import { activityBoard, removeFromLists } from './activity.api.ts'

const channelOf = (id: string) => `activity:${id}`
const subjectOf = (id: string): SubjectRef => ({ subjectType: 'activity', subjectId: id })

/**
 * Keeps what is said to the activities of a list as it is, those on screen first. The list's children are the items, in
 * their order. Not where the list shows what somebody else would see.
 */
export function useLiveActivities(
  list: RefObject<HTMLUListElement | null>,
  items: readonly FeedItem[],
  isOn: boolean,
): void {
  const client = useQueryClient()
  const refresh = useMemo(() => refresherOf(client), [client])
  useEffect(() => {
    if (!isOn) return
    const idsOf = (item: FeedItem | undefined) => (item ? activitiesOf(item).map(({ id }) => id) : [])
    const stops = items
      .flatMap(idsOf)
      // The foremost are the likeliest to be looked at, and what is wanted last counts most.
      .toReversed()
      .map((id) => listenLive(channelOf(id), () => refresh(id), true))
    const observer = new IntersectionObserver((entries) => {
      const children = [...(list.current?.children ?? [])]
      const seen = entries.filter(({ isIntersecting }) => isIntersecting)
      if (seen.length > 0)
        markVisible(seen.flatMap(({ target }) => idsOf(items[children.indexOf(target)])).map(channelOf))
    })
    for (const child of list.current?.children ?? []) observer.observe(child)
    return () => {
      observer.disconnect()
      for (const stop of stops) stop()
    }
  }, [list, items, isOn, refresh])
}

const refreshers = new WeakMap<QueryClient, (id: ActivityId) => void>()

/** One for all lists of a page, so that what changes at once is asked for once. */
function refresherOf(client: QueryClient): (id: ActivityId) => void {
  const known = refreshers.get(client)
  if (known) return known
  const refresh = debounceBatch<ActivityId>(async (ids) => {
    for (let at = 0; at < ids.length; at += MOST_FOLLOWED)
      for (const id of await refreshSome(client, ids.slice(at, at + MOST_FOLLOWED))) refresh(id)
  })
  refreshers.set(client, refresh)
  return refresh
}

/**
 * Asks what is said to these now and shows it. What the viewer is just changing is left alone: the choice is on screen
 * already, and an answer from before it would take it away again. Answers which are to be asked for once more.
 */
async function refreshSome(client: QueryClient, ids: readonly ActivityId[]): Promise<ActivityId[]> {
  const asked = ids.filter((id) => !isBeingChanged(client, id, Number.POSITIVE_INFINITY))
  const since = Date.now()
  const found = asked.length > 0 ? await askTalk(client, asked) : null
  if (found === null) return ids.filter((id) => !asked.includes(id))
  const board = activityBoard(client)
  const again = new Set(ids.filter((id) => !asked.includes(id) || isBeingChanged(client, id, since)))
  for (const id of asked) {
    if (again.has(id)) continue
    const talk = found.get(id)
    if (talk) board.change(id, (activity) => ({ ...activity, ...talk }))
    // Whoever is reading or writing there is not interrupted.
    else if (!isThreadOpen(client, subjectOf(id))) removeFromLists(client, [id])
    refreshThreads(client, subjectOf(id))
  }
  return [...again]
}

/** Null when there was no answer: the next change asks again. */
async function askTalk(
  client: QueryClient,
  ids: readonly ActivityId[],
): Promise<ReadonlyMap<string, ReactionsAndComments> | null> {
  try {
    const { data } = await call(listReactionsAndComments, { query: { ids: ids.join(',') } }, { client })
    return new Map(data.map((talk) => [talk.id, talk]))
  } catch {
    return null
  }
}

/** The viewer reacts to it or comments on it, now or since then. */
function isBeingChanged(client: QueryClient, id: string, since: number): boolean {
  const isAbout = ({ options, state }: Mutation) =>
    (options.mutationKey?.includes(id) ?? false) ||
    (state.variables as { activity_id?: string } | null)?.activity_id === id
  return client
    .getMutationCache()
    .getAll()
    .some((one) => isAbout(one as Mutation) && (one.state.status === 'pending' || one.state.submittedAt >= since))
}
