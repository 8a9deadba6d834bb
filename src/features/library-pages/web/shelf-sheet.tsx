import { gamesText } from '#shared/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Choice } from './shelf-choices.ts'
import type { Selection } from './use-selection.ts'

/** Renders order and filters of a shelf in a sheet; each choice takes effect at once behind the sheet. */
export function ShelfSheet(props: {
  choices: readonly Choice[]
  total: number | undefined
  /** The number of filters that are chosen. */
  chosen: number
  /** Removes all filters. */
  onReset: () => void
  selection: Selection | null
  onClose: () => void
}) {
  const { choices, total, chosen, onReset, selection, onClose } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Filters"
      size="question"
      footer={
        <>
          {selection && (
            <Button
              kind="quiet"
              icon="check"
              onClick={() => {
                selection.start()
                onClose()
              }}
            >
              Select
            </Button>
          )}
          {chosen > 0 && (
            <Button kind="quiet" onClick={onReset}>
              Reset
            </Button>
          )}
          <Button kind="solid" onClick={onClose}>
            Show {total === undefined ? 'games' : gamesText(total)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {choices.map(({ label, onChoose, ...rest }) => (
          <Field key={label} label={label}>
            <Select {...rest} onChange={(event) => onChoose(event.target.value)} />
          </Field>
        ))}
      </div>
    </Dialog>
  )
}
