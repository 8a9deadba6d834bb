import { Tooltip as Base } from '@base-ui/react/tooltip'

/** The open tooltip of an element, above it or below where there is no room. */
export function TooltipPopup({ host }: { host: HTMLElement }) {
  const { tip, tipMore } = host.dataset
  return (
    <Base.Root
      open
      // It closes with what its element does (tooltip.tsx), and leaves Escape to what lies below it.
      onOpenChange={(_, details) => {
        details.cancel()
        details.allowPropagation()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className="floating-tooltip"
          anchor={host}
          sideOffset={8}
          collisionPadding={8}
          positionMethod="fixed"
          aria-hidden="true"
        >
          <Base.Popup className="tooltip">
            {tip}
            {tipMore && <span>{tipMore}</span>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
