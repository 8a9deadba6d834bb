import { useRef } from 'react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Facet, SORT_CHOICES } from './facets.ts'
import { changed, type Filters } from './filters.ts'

/** Every filter, one below the other; each choice takes effect at once behind the sheet. */
export function FilterSheet({
  filters,
  facets,
  total,
  onChange,
  onClose,
}: {
  filters: Filters
  facets: readonly Facet[]
  total: number
  onChange: (filters: Filters) => void
  onClose: () => void
}) {
  const typed = useRef<HTMLInputElement>(null)
  function close(): void {
    const words = typed.current?.value.trim() ?? ''
    if (words !== (filters.search ?? '')) onChange(changed(filters, 'search', words))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Filters"
      size="question"
      footer={
        <>
          <ButtonLink kind="quiet" href="/all-games">
            Clear
          </ButtonLink>
          <Button kind="solid" onClick={close}>
            Show {total.toLocaleString('en')} {total === 1 ? 'game' : 'games'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Search in these games">
          <TextInput
            ref={typed}
            type="search"
            defaultValue={filters.search ?? ''}
            maxLength={100}
            onKeyDown={(event) => event.key === 'Enter' && close()}
          />
        </Field>
        <Field label="Sort">
          <Select
            options={SORT_CHOICES.map((choice) => ({ ...choice, label: choice.label.replace('Sort: ', '') }))}
            value={filters.sort ?? 'popularity'}
            onChange={(event) => onChange(changed(filters, 'sort', event.target.value))}
          />
        </Field>
        {facets.map((facet) => (
          <Field key={facet.name} label={facet.label}>
            <Select
              options={[{ value: '', label: facet.all }, ...facet.choices]}
              value={filters[facet.name] ?? ''}
              onChange={(event) => onChange(changed(filters, facet.name, event.target.value))}
            />
          </Field>
        ))}
      </div>
    </Dialog>
  )
}
