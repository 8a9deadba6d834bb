import { type RefObject, useEffect, useRef } from 'react'
import { messagesHref } from '#features/friends/friends.rules.ts'
import type { UserId } from '#shared/ids.ts'

const isShown = (element: Element | null | undefined) => (element?.getClientRects().length ?? 0) > 0

/**
 * Moves the focus on phones, where the conversations and the open one replace each other at the same address: into the one that
 * opens, and back to its row. Where both are side by side, the focus stays where it is.
 */
export function useMessagesFocus(open: UserId | null): {
  list: RefObject<HTMLDivElement | null>
  thread: RefObject<HTMLDivElement | null>
} {
  const list = useRef<HTMLDivElement>(null)
  const thread = useRef<HTMLDivElement>(null)
  const last = useRef(open)
  useEffect(() => {
    const before = last.current
    last.current = open
    const { activeElement } = document
    if (before === open || (activeElement !== document.body && isShown(activeElement))) return
    const row = !open && before && list.current?.querySelector<HTMLElement>(`a[href="${messagesHref(before)}"]`)
    if (row) return row.focus()
    const part = open ? thread.current : list.current
    const heading = part?.querySelector<HTMLElement>('h1, h2')
    if (heading) heading.tabIndex = -1
    const target = heading ?? part
    target?.focus({ preventScroll: true })
  }, [open])
  return { list, thread }
}
