import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, useRef } from 'react'
import { useLayer } from './layers.ts'
import { homeOf, type PopupProps, positionOf, staysOpen } from './popup.ts'
import { belongsTo, focusAfter } from './way-back.ts'

/**
 * A panel beside its button. Tab cycles within it, Esc closes it and returns the focus. The focus goes to its first control;
 * with `holdsFocus` to the panel itself, because what comes first has yet to load.
 */
export function Popover(props: PopupProps & { title: string; holdsFocus?: boolean; children: ReactNode }) {
  const { anchor } = props
  const panel = useRef<HTMLDivElement>(null)
  useLayer(props.open, props.onClose)
  return (
    <Base.Root
      open={props.open}
      modal="trap-focus"
      onOpenChange={(_, details) => (staysOpen(details, anchor.current) ? details.cancel() : props.onClose())}
    >
      <Base.Portal container={homeOf(anchor.current)}>
        <Base.Positioner className="floating" {...positionOf(props)}>
          <Base.Popup
            ref={(element) => {
              panel.current = element
              belongsTo(anchor.current, element)
            }}
            id={props.id}
            className="popover"
            initialFocus={props.holdsFocus ? panel : true}
            finalFocus={() => focusAfter(anchor.current, panel.current)}
          >
            <Base.Title className="popover-title">{props.title}</Base.Title>
            {props.children}
            {/* For screen readers on touch; Base UI keeps the focus inside only where there is one. */}
            <Base.Close className="visually-hidden" tabIndex={-1}>
              Close
            </Base.Close>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
