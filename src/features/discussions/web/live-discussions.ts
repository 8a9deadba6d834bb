import { type Mutation, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo } from 'react'
import { isThreadOpen, refreshThreads } from '#features/comments/web/comments.api.ts'
import { MAX_FOLLOWED } from '#shared/realtime.ts'
import { type SubjectKind, subjectField, subjectKey, subjectPaths, subjectRef } from '#shared/subject.ts'
import { call } from '#web/call.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive, markVisible } from '#web/live/subscriptions.ts'
import { endpointAt } from '#web/subjects.ts'
import type { Discussion, DiscussionEndpoints } from '../discussions.contract.ts'
import type { DiscussionTarget } from './discussion-target.ts'

type TargetOf = (client: QueryClient) => DiscussionTarget

/**
 * Updates the reactions and comments of a list live, those on screen first. The list's children are its items in order,
 * and `items` has the ids of the subjects in each item. Turned off when the list previews another audience.
 */
export function useLiveDiscussions(props: {
  list: RefObject<HTMLElement | null>
  kind: SubjectKind
  /** The same array while the list is the same. */
  items: readonly (readonly string[])[]
  targetOf: TargetOf
  isOn: boolean
}): void {
  const { list, kind, items, targetOf, isOn } = props
  const client = useQueryClient()
  const refresh = useMemo(() => refresherOf(client, kind, targetOf), [client, kind, targetOf])
  useEffect(() => {
    if (!isOn) return
    const channelOf = (id: string) => subjectKey(subjectRef(kind, id))
    const stops = items
      .flat()
      // Readers look most likely at the first items, and `markVisible` gives precedence to the last ones.
      .toReversed()
      .map((id) => listenLive(channelOf(id), () => refresh(id), { isOneOfMany: true }))
    const observer = new IntersectionObserver((entries) => {
      const children = [...(list.current?.children ?? [])]
      const visible = entries.filter(({ isIntersecting }) => isIntersecting)
      if (visible.length > 0)
        markVisible(visible.flatMap(({ target }) => items[children.indexOf(target)] ?? []).map(channelOf))
    })
    for (const child of list.current?.children ?? []) observer.observe(child)
    return () => {
      observer.disconnect()
      for (const stop of stops) stop()
    }
  }, [list, kind, items, isOn, refresh])
}

type Refresh = (id: string) => void

const refreshers = new WeakMap<QueryClient, Map<SubjectKind, Refresh>>()

/**
 * Returns the refresher that all lists of a page share for this kind, so that one request loads everything that changes
 * at the same time.
 */
function refresherOf(client: QueryClient, kind: SubjectKind, targetOf: TargetOf): Refresh {
  const known = refreshers.get(client) ?? new Map<SubjectKind, Refresh>()
  refreshers.set(client, known)
  const found = known.get(kind)
  if (found) return found
  const target = targetOf(client)
  const refresh = debounceBatch<string>(async (ids) => {
    for (let at = 0; at < ids.length; at += MAX_FOLLOWED)
      for (const id of await refreshSome(client, kind, target, ids.slice(at, at + MAX_FOLLOWED))) refresh(id)
  })
  known.set(kind, refresh)
  return refresh
}

/**
 * Loads and shows the reactions and comments of these subjects. Skips a subject that the viewer is changing, because
 * the screen already shows the change and an earlier response would undo it. Returns the ids to load again.
 */
async function refreshSome(
  client: QueryClient,
  kind: SubjectKind,
  target: DiscussionTarget,
  ids: readonly string[],
): Promise<string[]> {
  const asked = ids.filter((id) => !isBeingChanged(client, kind, id, Number.POSITIVE_INFINITY))
  const since = Date.now()
  const found = asked.length > 0 ? await askFor(client, kind, asked) : null
  if (found === null) return ids.filter((id) => !asked.includes(id))
  const again = new Set(ids.filter((id) => !asked.includes(id) || isBeingChanged(client, kind, id, since)))
  for (const id of asked) {
    if (again.has(id)) continue
    const subject = subjectRef(kind, id)
    const discussion = found.get(id)
    if (discussion) target.change(id, (item) => ({ ...item, ...discussion }))
    // The update must not interrupt a person who reads or writes there.
    else if (!isThreadOpen(client, subject)) target.remove([id])
    refreshThreads(client, subject)
  }
  return [...again]
}

/** Returns null without a response; the next event loads it again. */
async function askFor(
  client: QueryClient,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Discussion> | null> {
  const path = subjectPaths(kind).discussions
  const listDiscussions = endpointAt<DiscussionEndpoints['listDiscussions']>('GET', path)
  try {
    const { data } = await call(listDiscussions, { query: { ids: ids.join(',') } }, { client })
    return new Map(data.map((discussion) => [discussion.id, discussion]))
  } catch {
    return null
  }
}

/** The viewer reacts to it or comments on it, now or since then. */
function isBeingChanged(client: QueryClient, kind: SubjectKind, id: string, since: number): boolean {
  const tag = subjectKey(subjectRef(kind, id))
  const isAbout = ({ options, state }: Mutation) =>
    (options.mutationKey?.includes(tag) ?? false) ||
    (state.variables as Record<string, unknown> | null | undefined)?.[subjectField(kind.type)] === id
  return client
    .getMutationCache()
    .getAll()
    .some((one) => isAbout(one as Mutation) && (one.state.status === 'pending' || one.state.submittedAt >= since))
}
