import { type ComponentProps, type ReactNode, useState } from 'react'
import { lazyLoaded } from '../lazy-hydration.tsx'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { MenuEntry } from './menu-entries.ts'
import type { Placement } from './popup.ts'
import { LazyPopup, usePopupTrigger } from './popup-trigger.tsx'

const loadMenu = () => import('./menu.tsx')
const Menu = lazyLoaded(loadMenu, 'Menu')

type MenuButtonProps = Placement & {
  /** Accessible name; omit it where `children` has words. */
  label?: string
  items: readonly MenuEntry[]
  /** The tooltip; `label` by default, '' for none. */
  tip?: string
  /** Called when the menu is likely to be opened. */
  onNear?: (() => void) | undefined
  children: ReactNode
} & Omit<ComponentProps<'button'>, 'children' | 'onPointerEnter' | 'onFocus'>

/** The button of three dots that opens a menu. */
export const DotsButton = (props: Omit<MenuButtonProps, 'children'>) => (
  <MenuButton className="icon-btn" align="end" {...props}>
    <Icon name="dots" size={20} />
  </MenuButton>
)

/** A button that opens a menu: by press, or with ↓ and ↑ at its first or last item. */
export function MenuButton({ label, items, align, side, tip, onNear, className, children, ...rest }: MenuButtonProps) {
  const { isOpen, setOpen, prefetch, trigger, popup } = usePopupTrigger('menu', loadMenu)
  const [focus, setFocus] = useState<'first' | 'last'>()
  const open = (focus?: 'first' | 'last') => {
    setFocus(focus)
    setOpen(true)
  }
  const near = () => {
    prefetch()
    onNear?.()
  }
  return (
    <>
      <button
        type="button"
        {...rest}
        {...trigger}
        className={cx(className)}
        aria-label={label}
        data-tip={(tip ?? label) || undefined}
        onPointerEnter={near}
        onFocus={near}
        // A press by key has no detail: the first item then gets the focus.
        onClick={(event) => (isOpen ? setOpen(false) : open(event.detail === 0 ? 'first' : undefined))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.stopPropagation()
          open(event.key === 'ArrowUp' ? 'last' : 'first')
        }}
      >
        {children}
      </button>
      {popup && (
        <LazyPopup>
          <Menu
            {...popup}
            items={items}
            label={label}
            focus={focus}
            {...(align && { align })}
            {...(side && { side })}
          />
        </LazyPopup>
      )}
    </>
  )
}
