import { type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { UserId } from '#shared/ids.ts'
import type { Message } from '../messages.contract.ts'
import { markSeen } from './messages.api.ts'

const useBeforePaint = import.meta.env.SSR ? useEffect : useLayoutEffect

/** Tells the server what was seen: while somebody looks at the page. */
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

/** What the other has written since the thread is open, for those who hear the page. */
export function useArrivalAnnouncement(messages: readonly Message[], userId: UserId, name: string): string {
  const last = messages.findLast(({ sender_id }) => sender_id === userId)
  const known = useRef(last?.id)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (last?.id === known.current) return
    const isNewer = last && (known.current === undefined || last.id > known.current)
    known.current = last?.id
    if (isNewer && last.content !== null) setSaid(`${name}: ${last.content}`)
  }, [last, name])
  return said
}

export type EarlierMessages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * Loads the part before the first of these. What is heard meanwhile asks for the whole thread anew, which breaks that off, and
 * the other way round: so it waits for its turn, and begins again until the part is there.
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

/** Nearer to the end than this is at the end. */
const NEAR_PX = 80

/**
 * The list stands on its end (column-reverse): what comes before it, earlier messages above all, moves nothing. What comes
 * behind would move what somebody reads further up, so that is held where it is, and `isAway` says that there is something.
 */
export function useScrollAnchor(
  lastId: string,
  outgoing: number,
): { scroller: RefObject<HTMLElement | null>; toEnd: () => void; isAway: boolean } {
  const scroller = useRef<HTMLElement>(null)
  const known = useRef({ lastId, height: 0 })
  const [isAway, setAway] = useState(false)

  // `outgoing` as well: the height is another after each of them.
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
    const look = () => {
      known.current.height = list.scrollHeight
      if (list.scrollTop > -NEAR_PX) setAway(false)
    }
    list.addEventListener('scroll', look, { passive: true })
    return () => list.removeEventListener('scroll', look)
  }, [])

  const toEnd = () => {
    scroller.current?.scrollTo({ top: 0 })
    setAway(false)
  }
  return { scroller, toEnd, isAway }
}

/** The keyboard of a phone takes room: while it is open, the element is as high as what can be seen of it. */
export function useVisualViewportHeight(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const fit = () => {
      if (!frame.current) return
      const isOpen = window.innerHeight - seen.height > KEYBOARD_PX && seen.scale < 1.1
      const top = frame.current.getBoundingClientRect().top + window.scrollY
      frame.current.style.flex = isOpen ? 'none' : ''
      frame.current.style.height = isOpen ? `${seen.height - Math.min(top, seen.height / 2)}px` : ''
      if (isOpen) window.scrollTo({ top: 0 })
    }
    seen.addEventListener('resize', fit)
    return () => seen.removeEventListener('resize', fit)
  }, [])
  return frame
}
/** Less than this is a toolbar that goes and comes. */
const KEYBOARD_PX = 150
