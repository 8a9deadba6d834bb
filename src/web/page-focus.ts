import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isOpenedByTab } from './links.ts'
import { whenThere } from './when-there.ts'

/**
 * Moves the focus after a navigation. React removes the old page and with it the focus, and the remaining parts, such
 * as the header, are not what the person wants next. The focus goes to the heading of the new page, and to its content
 * until there is a heading. `first` is the path of the first page, which may have been left before this code has arrived.
 */
export function PageFocus({ pathname, search, first }: { pathname: string; search: string; first: string }): null {
  const last = useRef({ pathname: first, search })
  const endWaiting = useRef(() => {})
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    const before = last.current
    last.current = { pathname, search }
    const isAnother = before.pathname !== pathname
    // A search from the header that changes only the list below it.
    const isSearch = before.search !== search && Boolean(document.activeElement?.closest('.top-search'))
    if (!isAnother && !isSearch) return
    endWaiting.current()
    endWaiting.current = focusPage(pathname, { isBack, isSearch })
  }, [pathname, search, isBack])
  useLateFragment(pathname, isBack)
  return null
}

const stay = () => {}

function focusPage(pathname: string, { isBack, isSearch }: { isBack: boolean; isSearch: boolean }): () => void {
  const main = document.getElementById('main')
  const active = document.activeElement
  if (!main || active?.closest('.dialog, .sheet, .stage')) return stay
  // The person is typing into the header while the page loads.
  if (!isSearch && active instanceof HTMLInputElement && active.value !== '') return stay
  // After the back button a list may have restored the focus already.
  if (isBack && active && main.contains(active)) return stay
  // The page itself has focused a field, or the focused tab still exists.
  if (active && main.contains(active) && active.matches('input, textarea, select, [aria-current=page]')) return stay
  const tab = isOpenedByTab(pathname) ? main.querySelector<HTMLElement>('nav [aria-current=page]') : null
  if (tab) {
    tab.focus({ preventScroll: true })
    return stay
  }
  const heading = () => (main.querySelector('.shape') ? null : main.querySelector('h1'))
  const found = heading()
  if (found) {
    takeFocus(found)
    return stay
  }
  main.focus({ preventScroll: true })
  // The page itself may move the focus to a part of it meanwhile.
  const isStill = () => document.activeElement === main || document.activeElement === document.body
  return whenThere(() => isStill() && heading(), takeFocus)
}

function takeFocus(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Scrolls to what the fragment of the address names if that comes later than the page: the router looks for it once. */
function useLateFragment(pathname: string, isBack: boolean): void {
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have the same fragment
  useEffect(() => {
    const find = () => document.getElementById(hash.slice(1))
    if (isBack || hash.length < 2 || find()) return
    return whenThere(find, (element) => element.scrollIntoView())
  }, [pathname, hash, isBack])
}
