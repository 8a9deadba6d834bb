import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isOpenedByTab } from './links.ts'
import { focusWhenThere, isShown, whenThere } from './when-there.ts'

/**
 * Moves the focus after a navigation. React removes the old page and with it the focus, and the remaining parts, such
 * as the header, are not what the person wants next. The focus goes to the heading of the new page, or after Back to the link
 * that has led away, and to its content until these are there. `first` is the path of the first page, which may have been left before this code has arrived.
 */
export function PageFocus({ pathname, search, first }: { pathname: string; search: string; first: string }): null {
  const last = useRef({ pathname: first, search })
  const endWaiting = useRef(() => {})
  const isBack = useNavigationType() === 'POP'
  // What waits for the page before ends as the page changes. It would give the focus to the heading of this page before the effect
  // below looks for the link.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with each page
  useLayoutEffect(() => () => endWaiting.current(), [pathname])
  useEffect(() => {
    const before = last.current
    last.current = { pathname, search }
    const isAnother = before.pathname !== pathname
    // A search from the header that changes only the list below it.
    const isSearch = before.search !== search && Boolean(document.activeElement?.closest('.top-search'))
    if (!isAnother && !isSearch) return
    endWaiting.current()
    endWaiting.current = focusPage(pathname, { isBack, isSearch, left: before.pathname + before.search })
  }, [pathname, search, isBack])
  useLateFragment(pathname, isBack)
  return null
}

const stay = () => {}

interface Way {
  isBack: boolean
  isSearch: boolean
  /** The address that the person has left. */
  left: string
}

function focusPage(pathname: string, { isBack, isSearch, left }: Way): () => void {
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
  // Back leads to the link that has led away.
  const link = () => isBack && [...main.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(left)}"]`)].find(isShown)
  const target = () => (main.querySelector('.shape') ? null : link() || main.querySelector('h1'))
  main.focus({ preventScroll: true })
  // The page itself may move the focus to a part of it meanwhile.
  return focusWhenThere(target, (element) => {
    if (element.matches('h1')) element.tabIndex = -1
    element.focus({ preventScroll: true })
  })
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
