import { useEffect, useState } from 'react'
import { lazyLoaded } from '../lazy-hydration.tsx'
import { LazyPopup } from './popup-trigger.tsx'

const WAIT_MS = 400

const loadPopup = () => import('./tooltip-popup.tsx')
const TooltipPopup = lazyLoaded(loadPopup, 'TooltipPopup')

/**
 * Calls back with the element whose tooltip is to be shown, or null: for everything with `data-tip` (and `data-tip-more`,
 * in a quieter style), after 400 ms of hover or of focus by keyboard. `load` fetches the code meanwhile.
 */
function connectTooltips(onShow: (host: HTMLElement | null) => void, load: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let host: HTMLElement | null = null
  let isShown = false
  let hiddenAt = 0

  const hide = () => {
    clearTimeout(timer)
    host = null
    if (!isShown) return
    isShown = false
    hiddenAt = performance.now()
    onShow(null)
  }
  const show = (element: HTMLElement) => {
    if (!element.dataset.tip || !element.isConnected || element.getAttribute('aria-expanded') === 'true') return
    isShown = true
    onShow(element)
  }
  const intend = (element: HTMLElement | null) => {
    if (element === host) return
    hide()
    host = element
    // Shortly after a tooltip was visible, the neighbours show theirs at once.
    if (!element) return
    load()
    timer = setTimeout(show, performance.now() - hiddenAt < 150 ? 0 : WAIT_MS, element)
  }
  const find = (event: Event) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
  const onOver = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') intend(find(event))
  }
  const onFocus = (event: FocusEvent) => {
    const element = find(event)
    intend(element?.matches(':focus-visible') ? element : null)
  }
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
  const events: [string, EventListener, AddEventListenerOptions?][] = [
    ['pointerover', onOver as EventListener, { passive: true }],
    ['focusin', onFocus as EventListener],
    ['focusout', hide],
    ['pointerdown', hide, { capture: true, passive: true }],
    ['scroll', hide, { capture: true, passive: true }],
    ['keydown', onKey as EventListener, { capture: true }],
  ]
  for (const [name, listener, options] of events) document.addEventListener(name, listener, options)
  return () => {
    hide()
    for (const [name, listener, options] of events) document.removeEventListener(name, listener, options)
  }
}

/**
 * One tooltip for the whole page, rendered once by the shell. It repeats an accessible name, so it is hidden from
 * assistive technology.
 */
export function Tooltips() {
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => connectTooltips(setHost, () => void loadPopup().catch(() => {})), [])
  return (
    host && (
      <LazyPopup>
        <TooltipPopup host={host} />
      </LazyPopup>
    )
  )
}
