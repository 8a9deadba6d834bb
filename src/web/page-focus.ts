import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { isOpenedByTab } from './links.ts'

/**
 * Moves the focus after a navigation. React removes the old page and with it the focus, and the remaining parts, such
 * as the header, are not what the person wants next. The focus goes to the heading of the new page, or to its content
 * if there is no heading yet. `first` is the path of the first page, which may have been left before this code has arrived.
 */
export function PageFocus({ pathname, search, first }: { pathname: string; search: string; first: string }): null {
  const last = useRef({ pathname: first, search })
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const before = last.current
    last.current = { pathname, search }
    const isAnother = before.pathname !== pathname
    // A search from the header that changes only the list below it.
    const isSearch = before.search !== search && Boolean(document.activeElement?.closest('.top-search'))
    if (isAnother || isSearch) focusPage(pathname, { isBack, isSearch })
  }, [pathname, search, isBack])
  return null
}

function focusPage(pathname: string, { isBack, isSearch }: { isBack: boolean; isSearch: boolean }): void {
  const main = document.getElementById('main')
  const active = document.activeElement
  if (!main || active?.closest('.dialog, .sheet, .stage')) return
  // The person is typing into the header while the page loads.
  if (!isSearch && active instanceof HTMLInputElement && active.value !== '') return
  // After the back button a list may have restored the focus already.
  if (isBack && active && main.contains(active)) return
  // The page itself has focused a field, or the focused tab still exists.
  if (active && main.contains(active) && active.matches('input, textarea, select, [aria-current=page]')) return
  const tab = isOpenedByTab(pathname) ? main.querySelector<HTMLElement>('nav [aria-current=page]') : null
  const heading = main.querySelector('.shape') ? null : main.querySelector('h1')
  const target = tab ?? heading ?? main
  if (target === heading) heading.tabIndex = -1
  target.focus({ preventScroll: true })
}
