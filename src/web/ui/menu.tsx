import { Menu as Base } from '@base-ui/react/menu'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import { useLayer } from './layers.ts'
import type { MenuEntry, MenuItem } from './menu-entries.ts'
import { homeOf, type PopupProps, positionOf, staysOpen } from './popup.ts'
import { statusInfo } from './status.tsx'
import { belongsTo, focusAfter } from './way-back.ts'

/** The frame of an open menu: position, keys and focus. Its content are Base UI's items. */
export function MenuFrame(
  props: PopupProps & {
    label?: string | undefined
    orientation?: 'vertical' | 'horizontal'
    /** The index of the item that gets the initial focus, -1 for the last; without it the menu itself. */
    focus?: number | undefined
    children: ReactNode
  },
) {
  const { anchor } = props
  const popup = useRef<HTMLDivElement>(null)
  useLayer(props.open, props.onClose)
  return (
    <Base.Root
      open={props.open}
      modal={false}
      orientation={props.orientation ?? 'vertical'}
      onOpenChange={(_, details) => (staysOpen(details, anchor.current) ? details.cancel() : props.onClose())}
    >
      <Base.Portal container={homeOf(anchor.current)}>
        <Base.Positioner className="floating" {...positionOf(props)}>
          <Base.Popup
            ref={(element) => {
              popup.current = element
              belongsTo(anchor.current, element)
            }}
            id={props.id}
            className="menu"
            aria-label={props.label}
            finalFocus={() => focusAfter(anchor.current, popup.current)}
            // React would pass clicks and keys on to the trigger's parents.
            onClick={(event) => event.stopPropagation()}
            onKeyDown={(event) => {
              event.stopPropagation()
              if (event.key !== 'Tab') return
              // Base UI knows only triggers of its own: Tab goes on from this one.
              anchor.current?.focus({ preventScroll: true })
              props.onClose()
            }}
          >
            {props.children}
            {props.focus !== undefined && <InitialFocus popup={popup} at={props.focus} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Gives an item the focus when the menu opens. */
function InitialFocus({ popup, at }: { popup: RefObject<HTMLElement | null>; at: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on opening
  useEffect(() => {
    const items = [...(popup.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled])') ?? [])]
    items.at(at)?.focus({ preventScroll: true })
  }, [])
  return null
}

/** A menu with entries of icon and words. */
export function Menu({
  items,
  focus,
  ...frame
}: Omit<ComponentProps<typeof MenuFrame>, 'children' | 'focus'> & {
  items: readonly MenuEntry[]
  /** The item that gets the initial focus; without it the menu itself. */
  focus?: 'first' | 'last' | undefined
}) {
  return (
    <MenuFrame {...frame} focus={focus && (focus === 'first' ? 0 : -1)}>
      {items.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries have no other identity
        <Entry key={i} entry={entry} />
      ))}
    </MenuFrame>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'separator') return <Base.Separator className="menu-line" />
  if ('heading' in entry)
    return (
      <div className="menu-head fact" aria-hidden="true">
        {entry.heading}
      </div>
    )
  return <Item entry={entry} />
}

function Item({ entry }: { entry: MenuItem }) {
  const shared = {
    className: cx('menu-item', entry.danger && 'menu-danger'),
    closeOnClick: true,
    onClick: entry.onSelect,
    label: entry.label,
  }
  if (entry.href && !entry.disabled)
    return (
      <Base.LinkItem {...shared} href={entry.href}>
        <Inside entry={entry} />
      </Base.LinkItem>
    )
  const disabled = entry.disabled ?? false
  return entry.checked === undefined ? (
    <Base.Item {...shared} disabled={disabled}>
      <Inside entry={entry} />
    </Base.Item>
  ) : (
    <Base.CheckboxItem {...shared} disabled={disabled} checked={entry.checked}>
      <Inside entry={entry} />
      {entry.checked && <Icon name="check" className="menu-tick" />}
    </Base.CheckboxItem>
  )
}

function Inside({ entry }: { entry: MenuItem }) {
  const info = entry.status && statusInfo(entry.status)
  return (
    <>
      {info ? <Icon name={info.icon} className={`status-${info.tone}`} /> : entry.icon && <Icon name={entry.icon} />}
      <span>{entry.label}</span>
    </>
  )
}
