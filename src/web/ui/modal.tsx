import { Dialog as Base } from '@base-ui/react/dialog'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { staysOpen } from './popup.ts'
import { useWayBack } from './way-back.ts'

/**
 * A dialog without the frame of dialog.tsx: a sheet, a picture or a video over the page. The focus stays in it, Escape and
 * a press beside it close it, and the focus returns.
 */
export function Modal({
  open,
  onClose,
  label,
  opener,
  isKeptMounted = false,
  children,
  ...rest
}: {
  open: boolean
  onClose: () => void
  label: string | undefined
  /** Gets the focus back; by default what had it before. A function may return false: the focus has gone elsewhere. */
  opener?: RefObject<HTMLElement | null> | (() => HTMLElement | false) | undefined
  /** Its content stays in the document, hidden, while it is closed. */
  isKeptMounted?: boolean
  children: ReactNode
} & Pick<ComponentProps<'div'>, 'id' | 'onClick' | 'onKeyDown'> & { className: string }) {
  const { dialog, remember, wayBack } = useWayBack()
  return (
    <Base.Root open={open} onOpenChange={(_, details) => (staysOpen(details) ? details.cancel() : onClose())}>
      <Base.Portal keepMounted={isKeptMounted}>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          {...rest}
          ref={dialog}
          aria-label={label}
          initialFocus={(how) => {
            remember()
            return how === 'touch' ? dialog.current : true
          }}
          finalFocus={opener ?? wayBack}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
