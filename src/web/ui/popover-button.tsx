import type { ComponentProps, ReactNode } from 'react'
import { lazyLoaded } from '../lazy-hydration.tsx'
import { cx } from './class-names.ts'
import type { Placement } from './popup.ts'
import { LazyPopup, usePopupTrigger } from './popup-trigger.tsx'

const loadPopover = () => import('./popover.tsx')
const Popover = lazyLoaded(loadPopover, 'Popover')

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
} & Omit<ComponentProps<'button'>, 'children' | 'title' | 'onPointerEnter' | 'onFocus'>) {
  const { isOpen, setOpen, trigger, popup } = usePopupTrigger('dialog', loadPopover)
  return (
    <>
      <button
        type="button"
        {...rest}
        {...trigger}
        className={cx(className)}
        aria-label={label}
        data-tip={label}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {popup && (
        <LazyPopup>
          <Popover {...popup} title={title} {...(align && { align })} {...(side && { side })}>
            {panel(popup.onClose)}
          </Popover>
        </LazyPopup>
      )}
    </>
  )
}
