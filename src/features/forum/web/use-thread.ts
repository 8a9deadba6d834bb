import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { ForumThreadId } from '#shared/ids.ts'
import { subjectKey, subjectRef } from '#shared/subject.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import type { ForumThread } from '../forum.contract.ts'
import { THREAD } from '../forum.subject.ts'
import { likeKey, refreshThread, storeRead } from './forum.api.ts'

/** Seen posts are reported after this pause in scrolling. */
const REST_MS = 800

/** A post counts as read once its beginning is above the lower quarter of the window. */
const SEEN_MARGIN = '0px 0px -25% 0px'

/**
 * Reports to the server up to which post the member has read, while the page is visible. The posts are the children of
 * the list with `data-number`; `shown` changes with them.
 */
export function useMarkRead(thread: ForumThread, list: RefObject<HTMLElement | null>, shown: string): void {
  const client = useQueryClient()
  const isMember = useViewer() !== null
  const threadId = thread.id
  const seen = useRef(0)
  /** -1: the member has never opened the thread. */
  const stored = useRef(-1)
  stored.current = Math.max(stored.current, thread.read_number ?? -1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other posts are observed again
  useEffect(() => {
    if (!isMember) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      clearTimeout(timer)
      timer = undefined
      if (seen.current <= stored.current) return
      stored.current = seen.current
      void storeRead(client, threadId, seen.current)
    }
    const wait = () => {
      if (seen.current > stored.current) timer ??= setTimeout(send, REST_MS)
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
  }, [client, isMember, threadId, shown, list])
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

/** Moves the focus to the element with this id in the next frame. Returns a function that cancels it. */
export function focusSoon(id: string): () => void {
  const frame = requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: true }))
  return () => cancelAnimationFrame(frame)
}
