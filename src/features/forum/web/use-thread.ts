import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { ForumThreadId } from '#shared/ids.ts'
import { subjectKey, subjectRef } from '#shared/subject.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import { whenThere } from '#web/when-there.ts'
import { THREAD } from '../forum.subject.ts'
import type { ForumThread } from '../forum-shapes.schemas.ts'
import { likeKey, refreshThread, storeRead } from './forum.api.ts'

/** Seen posts are reported after this pause in scrolling. */
const REST_MS = 800

/** A post counts as read once its beginning is above the lower quarter of the window. */
const SEEN_MARGIN = '0px 0px -25% 0px'

/** The part of a thread that a page shows. */
export interface ShownPosts {
  page: number
  /** The number of the last shown post; 0 without one. */
  last: number
  /** The number of the thread's latest post if nothing that the member receives comes after the shown ones, else 0. */
  end: number
}

/**
 * Reports to the server up to which post the member has read, while the page is visible. The posts are the children of
 * the list with `data-number`. At the end of the thread it reports once more, so that posts which the member never
 * receives do not stay unread.
 */
export function useMarkRead(
  thread: ForumThread,
  list: RefObject<HTMLElement | null>,
  { page, last, end }: ShownPosts,
): void {
  const client = useQueryClient()
  const isMember = useViewer() !== null
  const threadId = thread.id
  const seen = useRef(0)
  /** -1: the member has never opened the thread. */
  const stored = useRef(-1)
  stored.current = Math.max(stored.current, thread.read_number ?? -1)
  /** The latest post of the thread when its end was reported. */
  const ended = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the posts of another page are observed again
  useEffect(() => {
    if (!isMember) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const isAtEnd = () => seen.current >= last && end > Math.max(stored.current, ended.current)
    const hasNews = () => seen.current > stored.current || isAtEnd()
    const send = () => {
      clearTimeout(timer)
      timer = undefined
      if (!hasNews()) return
      if (isAtEnd()) ended.current = end
      stored.current = Math.max(stored.current, seen.current)
      void storeRead(client, threadId, stored.current)
    }
    const wait = () => {
      if (hasNews()) timer ??= setTimeout(send, REST_MS)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (document.visibilityState !== 'visible') return
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) seen.current = Math.max(seen.current, Number((target as HTMLElement).dataset.number))
        wait()
      },
      { rootMargin: SEEN_MARGIN },
    )
    const observe = () => {
      observer.disconnect()
      if (document.visibilityState !== 'visible') return send()
      for (const post of list.current?.querySelectorAll('[data-number]') ?? []) observer.observe(post)
      wait()
    }
    observe()
    document.addEventListener('visibilitychange', observe)
    return () => {
      document.removeEventListener('visibilitychange', observe)
      observer.disconnect()
      send()
    }
  }, [client, isMember, threadId, page, last, end, list])
}

/**
 * Reads the thread and its shown page again when somebody has written, liked or changed something there. It waits while
 * a like of the viewer is on its way, because an earlier response would undo it on the screen.
 */
export function useLiveThread(threadId: ForumThreadId): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh: (item: null) => void = debounceBatch<null>(async () => {
      if (client.isMutating({ mutationKey: likeKey(threadId) }) > 0) refresh(null)
      else await refreshThread(client, threadId)
    })
    return listenLive(subjectKey(subjectRef(THREAD, threadId)), () => refresh(null))
  }, [client, threadId])
}

/**
 * Moves the focus to the element with this id, after the page has moved it to its heading. Posts that load later come later. Returns a
 * function that cancels it.
 */
export function focusSoon(id: string): () => void {
  let cancel = () => {}
  const frame = requestAnimationFrame(() => {
    cancel = whenThere(
      () => document.getElementById(id),
      (element) => element.focus({ preventScroll: true }),
    )
  })
  return () => {
    cancelAnimationFrame(frame)
    cancel()
  }
}
