import { Dialog as Base } from '@base-ui/react/dialog'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { useLayer } from './layers.ts'
import { staysOpen } from './popup.ts'
import { SheetHandle } from './sheet-handle.tsx'
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
  const isSheet = rest.className.includes('sheet-foot')
  useLayer(open, onClose)
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
          {isSheet && <SheetHandle onClose={onClose} />}
          {children}
          {isSheet && <TouchClose />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** For screen readers on touch, which find neither a key nor the place beside the sheet. */
const TouchClose = () => (
  <Base.Close className="visually-hidden" tabIndex={-1}>
    Close
  </Base.Close>
)
