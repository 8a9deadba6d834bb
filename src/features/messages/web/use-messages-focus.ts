import { type RefObject, useEffect, useRef } from 'react'
import { messagesHref } from '#features/friends/friends.rules.ts'
import type { UserId } from '#shared/ids.ts'
import { focusWhenThere } from '#web/when-there.ts'

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
    if (before === open) return
    const headingOf = (part: HTMLElement | null) => part?.querySelector<HTMLElement>('h1, h2')
    const target = () => {
      if (open) return headingOf(thread.current)
      const row = before && list.current?.querySelector<HTMLElement>(`a[href="${messagesHref(before)}"]`)
      if (row) return row
      const isLoading = list.current?.querySelector('[role=status]')
      return isLoading ? null : headingOf(list.current)
    }
    return focusWhenThere(target, (element) => {
      if (element.matches('h1, h2')) element.tabIndex = -1
      // A row may stand far down in its list.
      element.focus({ preventScroll: !element.matches('a') })
    })
  }, [open])
  return { list, thread }
}
