import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import type { Placement } from './floating.ts'
import { Popover } from './popover.tsx'

/** A button that opens a panel (a filter's choices). `panel` is called with a function that closes it. */
export function PopoverButton({
  label,
  panel,
  title,
  align,
  side,
  className,
  children,
  ...rest
}: Placement & {
  /** Accessible name; omit it where `children` has words. */
  label?: string
  panel: (close: () => void) => ReactNode
  /** Shown on top of the panel, and its accessible name. */
  title: string
  children: ReactNode
} & Omit<ComponentProps<'button'>, 'children' | 'title'>) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    button.current?.focus({ preventScroll: true })
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        {...rest}
        ref={button}
        className={cx(className)}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-tip={label}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <Popover
          id={id}
          anchor={button}
          title={title}
          {...(align && { align })}
          {...(side && { side })}
          onClose={close}
          onLeave={() => setOpen(false)}
        >
          {panel(close)}
        </Popover>
      )}
    </>
  )
}
