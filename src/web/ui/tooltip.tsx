import { useEffect } from 'react'

const WAIT_MS = 400
const GAP = 8

/**
 * Connects one tooltip for the whole page, for everything with `data-tip` (and `data-tip-more`, in a quieter style):
 * after 400 ms of hover or of focus by keyboard. It repeats an accessible name, so it is hidden from assistive
 * technology.
 */
export function connectTooltips(): () => void {
  const tip = document.createElement('div')
  tip.className = 'tip'
  tip.setAttribute('aria-hidden', 'true')
  if ('popover' in tip) tip.popover = 'manual'
  const more = document.createElement('span')
  let timer: ReturnType<typeof setTimeout> | undefined
  let host: HTMLElement | null = null
  let hiddenAt = 0

  const hide = () => {
    clearTimeout(timer)
    host = null
    if (!tip.isConnected) return
    hiddenAt = performance.now()
    tip.remove()
  }
  const show = (element: HTMLElement) => {
    const text = element.dataset.tip
    if (!text || !element.isConnected || element.getAttribute('aria-expanded') === 'true') return
    more.textContent = element.dataset.tipMore ?? ''
    tip.replaceChildren(text, ...(more.textContent ? [more] : []))
    // Appended to the element's dialog, so that it lies above.
    document.body.append(tip)
    tip.showPopover?.()
    const box = element.getBoundingClientRect()
    const own = tip.getBoundingClientRect()
    const above = box.top - own.height - GAP
    const left = box.left + (box.width - own.width) / 2
    tip.style.left = `${Math.max(GAP, Math.min(innerWidth - own.width - GAP, left))}px`
    tip.style.top = `${above >= GAP ? above : box.bottom + GAP}px`
  }
  const intend = (element: HTMLElement | null) => {
    if (element === host) return
    hide()
    host = element
    // Shortly after a tooltip was visible, the neighbours show theirs at once.
    if (element) timer = setTimeout(show, performance.now() - hiddenAt < 150 ? 0 : WAIT_MS, element)
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

/** Rendered once by the shell. */
export function Tooltips() {
  useEffect(connectTooltips, [])
  return null
}
