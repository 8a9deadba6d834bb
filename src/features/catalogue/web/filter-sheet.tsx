import { useRef } from 'react'
import { counted } from '#shared/counted.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { PLATFORMS_FAILED } from '../catalogue.texts.ts'
import { ChoiceFinder } from './choice-finder.tsx'
import { chosenValue, type Facet, isSearched, optionsOf, SORT_CHOICES } from './facets.ts'
import { addressOf, type ChosenFilter, changed, cleared, type Filters } from './filters.api.ts'

interface FilterSheetProps {
  filters: Filters
  facets: readonly Facet[]
  chosen: readonly ChosenFilter[]
  total: number
  /** The filter lists could not be loaded. */
  hasFailed: boolean
  onChange: (filters: Filters) => void
  onClose: () => void
}

/** Renders every filter in a sheet; each choice takes effect at once behind the sheet. */
export function FilterSheet({ filters, facets, chosen, total, hasFailed, onChange, onClose }: FilterSheetProps) {
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
          <ButtonLink kind="quiet" href={addressOf(cleared(filters))}>
            Reset
          </ButtonLink>
          <Button kind="solid" onClick={close}>
            Show {counted(total, 'game')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Search in these games">
          <TextInput
            key={filters.search}
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
          <FacetField
            key={facet.name}
            facet={facet}
            text={filters[facet.name]}
            shown={chosen.find(({ name }) => name === facet.name)?.label}
            error={facet.name === 'platform' && hasFailed ? PLATFORMS_FAILED : undefined}
            onChoose={(next) => onChange(changed(filters, facet.name, next))}
          />
        ))}
      </div>
    </Dialog>
  )
}

function FacetField(props: {
  facet: Facet
  text: string | undefined
  /** The name of the chosen value. */
  shown: string | undefined
  error: string | undefined
  onChoose: (value: string) => void
}) {
  const { facet, text } = props
  const value = chosenValue(facet, text)
  return (
    <Field label={facet.label} error={props.error}>
      {isSearched(facet) ? (
        <ChoiceFinder {...facet} value={value} onChoose={props.onChoose} />
      ) : (
        <Select
          options={optionsOf(facet, text, props.shown)}
          value={value}
          onChange={(event) => props.onChoose(event.target.value)}
        />
      )}
    </Field>
  )
}
