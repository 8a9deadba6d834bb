import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import type { Placement } from './floating.ts'
import { Menu } from './menu.tsx'
import type { MenuEntry } from './menu-entries.ts'

/** A button that opens a menu: by press, or with ↓ and ↑ at its first or last item. */
export function MenuButton({
  label,
  items,
  align,
  side,
  tip,
  className,
  children,
  ...rest
}: Placement & {
  /** Accessible name; omit it where `children` has words. */
  label?: string
  items: readonly MenuEntry[]
  /** The tooltip; `label` by default, '' for none. */
  tip?: string
  children: ReactNode
} & Omit<ComponentProps<'button'>, 'children'>) {
  const [open, setOpen] = useState<{ focus?: 'first' | 'last' } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <>
      <button
        type="button"
        {...rest}
        ref={button}
        className={cx(className)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open ? id : undefined}
        data-tip={(tip ?? label) || undefined}
        // A press by key has no detail: the first item then gets the focus.
        onClick={(event) => setOpen(open ? null : event.detail === 0 ? { focus: 'first' } : {})}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.stopPropagation()
          setOpen({ focus: event.key === 'ArrowUp' ? 'last' : 'first' })
        }}
      >
        {children}
      </button>
      {open && (
        <Menu
          id={id}
          anchor={button}
          items={items}
          label={label}
          focus={open.focus}
          {...(align && { align })}
          {...(side && { side })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
