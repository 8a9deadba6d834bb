import { type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { UserId } from '#shared/ids.ts'
import type { Message } from '../messages.contract.ts'
import { markSeen } from './messages.api.ts'

const useBeforePaint = import.meta.env.SSR ? useEffect : useLayoutEffect

/** Reports seen messages to the server while the page is visible. */
export function useMarkRead(userId: UserId, messages: readonly Message[]): void {
  const client = useQueryClient()
  const until = messages.findLast(
    ({ sender_id, read_at, content }) => sender_id === userId && read_at === null && content !== null,
  )?.id
  useEffect(() => {
    if (until === undefined) return
    const see = () => {
      if (document.visibilityState === 'visible') void markSeen(client, userId, until)
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [client, userId, until])
}

/** Returns an announcement for screen readers when the other member has written since the thread was opened. */
export function useArrivalAnnouncement(messages: readonly Message[], userId: UserId, name: string): string {
  const last = messages.findLast(({ sender_id }) => sender_id === userId)
  const known = useRef(last?.id)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (last?.id === known.current) return
    const isNewer = last && (known.current === undefined || last.id > known.current)
    known.current = last?.id
    if (isNewer && last.content !== null) setAnnouncement(`${name}: ${last.content}`)
  }, [last, name])
  return announcement
}

export type EarlierMessages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * Loads the part before the first of these messages. A published change refetches the whole thread, and the two
 * requests would cancel each other. So this hook waits until no request runs, and retries until the part is loaded.
 */
export function useEarlier(
  { hasNextPage, isFetching, fetchNextPage }: EarlierMessages,
  parts: number,
): { isWanted: boolean; load: () => void } {
  const [wantedAt, setWantedAt] = useState<number | null>(null)
  const isWanted = wantedAt === parts && hasNextPage
  useEffect(() => {
    if (!isWanted || isFetching) return
    void fetchNextPage().then(({ isFetchNextPageError }) => {
      if (isFetchNextPageError) setWantedAt(null)
    })
  }, [isWanted, isFetching, fetchNextPage])
  return { isWanted, load: () => setWantedAt(parts) }
}

/** Within this distance the list counts as scrolled to its end. */
const NEAR_PX = 80

/**
 * Preserves the scroll position of the list. With column-reverse, earlier messages that load above shift nothing. New
 * messages below would shift the text for a member who has scrolled up, so the hook compensates and sets `isAway`.
 */
export function useScrollAnchor(
  lastId: string,
  outgoing: number,
): { scroller: RefObject<HTMLElement | null>; toEnd: () => void; isAway: boolean } {
  const scroller = useRef<HTMLElement>(null)
  const known = useRef({ lastId, height: 0 })
  const [isAway, setAway] = useState(false)

  // Depends on `outgoing` too, because each outgoing message changes the height.
  useBeforePaint(() => {
    const list = scroller.current
    if (!list) return
    const { lastId: before, height } = known.current
    const grown = list.scrollHeight - height
    known.current = { lastId, height: list.scrollHeight }
    if (before === lastId || before === '' || height === 0 || list.scrollTop > -NEAR_PX) return
    list.scrollTop -= grown
    setAway(true)
  }, [lastId, outgoing])

  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const remember = () => {
      known.current.height = list.scrollHeight
      if (list.scrollTop > -NEAR_PX) setAway(false)
    }
    list.addEventListener('scroll', remember, { passive: true })
    return () => list.removeEventListener('scroll', remember)
  }, [])

  const toEnd = () => {
    scroller.current?.scrollTo({ top: 0 })
    setAway(false)
  }
  return { scroller, toEnd, isAway }
}
