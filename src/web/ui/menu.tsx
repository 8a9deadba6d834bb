import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './class-names.ts'
import { homeOf, type Placement, useFloating } from './floating.ts'
import { Icon } from './icon.tsx'
import type { MenuEntry, MenuItem } from './menu-entries.ts'
import { statusInfo } from './status.tsx'

/**
 * An open menu; mount it to open it. Our own and not Base UI's: the quick actions of every poster open menus, and Base
 * UI's menu is 38 kB that would have to load first; this is 2 kB on the browser's own popover.
 */
export function Menu(
  props: Placement & {
    anchor: RefObject<HTMLElement | null>
    items: readonly MenuEntry[]
    label?: string | undefined
    id?: string
    /** The item that gets the initial focus; without it the menu itself. */
    focus?: 'first' | 'last' | undefined
    onClose: () => void
  },
) {
  const popup = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  useFloating(popup, props.anchor, props, props.onClose)

  const items = () => [...(popup.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled])') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on opening
  useEffect(() => {
    const first = props.focus === 'last' ? items().at(-1) : props.focus === 'first' ? items()[0] : undefined
    const target = first ?? popup.current
    target?.focus({ preventScroll: true })
  }, [])

  const close = () => {
    props.anchor.current?.focus({ preventScroll: true })
    props.onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = target(event.key, at, all.length)
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Tab') {
      // The button gets the focus, and Tab goes on from there.
      close()
    } else if (to !== undefined) {
      event.preventDefault()
      all[to]?.focus()
    } else if (event.key === ' ' && at >= 0) {
      event.preventDefault()
      all[at]?.click()
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const now = event.timeStamp
      typed.current = {
        text: (now - typed.current.at < 700 ? typed.current.text : '') + event.key.toLowerCase(),
        at: now,
      }
      const { text } = typed.current
      const order = [...all.slice(at + (text.length === 1 ? 1 : 0)), ...all]
      order.find((item) => item.textContent?.trim().toLowerCase().startsWith(text))?.focus()
    }
  }
  return createPortal(
    <div
      ref={popup}
      id={props.id}
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label={props.label}
      popover="manual"
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    >
      {props.items.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries have no other identity
        <Entry key={i} entry={entry} onClose={close} />
      ))}
    </div>,
    homeOf(props.anchor.current),
  )
}

function target(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (Math.max(at, 0) - 1 + count) % count
  if (key === 'Home' || key === 'PageUp') return 0
  if (key === 'End' || key === 'PageDown') return count - 1
  return undefined
}

function Entry({ entry, onClose }: { entry: MenuEntry; onClose: () => void }) {
  if (entry === 'separator') return <hr className="menu-line" />
  if ('heading' in entry)
    return (
      <div className="menu-head fact" aria-hidden="true">
        {entry.heading}
      </div>
    )
  return <Item entry={entry} onClose={onClose} />
}

function Item({ entry, onClose }: { entry: MenuItem; onClose: () => void }) {
  const shared = {
    className: cx('menu-item', entry.danger && 'menu-danger'),
    tabIndex: -1,
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' && event.currentTarget !== document.activeElement) event.currentTarget.focus()
    },
  }
  if (entry.href && !entry.disabled)
    return (
      <a
        {...shared}
        role="menuitem"
        href={entry.href}
        onClick={() => {
          // Closes after the page's own listener has handled the link, which must still be in the document.
          setTimeout(onClose)
          entry.onSelect?.()
        }}
      >
        <Inside entry={entry} />
      </a>
    )
  const isChoice = entry.checked !== undefined
  return (
    <button
      {...shared}
      type="button"
      role={isChoice ? 'menuitemcheckbox' : 'menuitem'}
      {...(isChoice && { 'aria-checked': entry.checked })}
      aria-disabled={entry.disabled || undefined}
      onClick={() => {
        if (entry.disabled) return
        onClose()
        entry.onSelect?.()
      }}
    >
      <Inside entry={entry} />
      {entry.checked && <Icon name="check" className="menu-tick" />}
    </button>
  )
}

function Inside({ entry }: { entry: MenuItem }) {
  const info = entry.status && statusInfo(entry.status)
  return (
    <>
      {info ? <Icon name={info.icon} className={`st-${info.tone}`} /> : entry.icon && <Icon name={entry.icon} />}
      <span>{entry.label}</span>
    </>
  )
}
