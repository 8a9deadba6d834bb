import { useEffect, useRef, useState } from 'react'
import { counted } from '#shared/counted.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { GameMetadata } from '../catalogue.contract.ts'
import { TERM_KINDS } from '../catalogue.endpoints.ts'
import { PLATFORMS_FAILED } from '../catalogue.texts.ts'
import { chosenValue, type Facet, optionsOf, SORT_CHOICES } from './facets.ts'
import { addressOf, type ChosenFilter, changed, cleared, type Filters, filtersOf } from './filters.api.ts'
import { TermSection } from './term-section.tsx'
import { YearsField } from './years-field.tsx'

interface FilterSheetProps {
  filters: Filters
  facets: readonly Facet[]
  metadata: GameMetadata
  chosen: readonly ChosenFilter[]
  total: number
  /** The filter lists could not be loaded. */
  hasFailed: boolean
  onChange: (filters: Filters) => void
  onClose: () => void
}

/** Years and terms have fields of their own here. */
const OTHERWISE: readonly string[] = ['year', ...TERM_KINDS]

/** Renders every filter in a sheet; each choice takes effect at once behind the sheet. */
export function FilterSheet({ facets, metadata, chosen, total, hasFailed, onClose, ...props }: FilterSheetProps) {
  const [filters, onChange] = useChosen(props)
  const fields = facets.filter(({ name }) => !OTHERWISE.includes(name))
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
        <YearsField filters={filters} onChange={onChange} />
        <Sections {...{ filters, metadata, hasFailed, onChange }} />
        {fields.map((facet) => (
          <FacetField
            key={facet.name}
            facet={facet}
            text={filters[facet.name]}
            shown={chosen.find(({ name }) => name === facet.name)?.label}
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
  onChoose: (value: string) => void
}) {
  const { facet, text } = props
  const value = chosenValue(facet, text)
  return (
    <Field label={facet.label}>
      <Select
        options={optionsOf(facet, text, props.shown)}
        value={value}
        onChange={(event) => props.onChoose(event.target.value)}
      />
    </Field>
  )
}

/** Keeps the latest choice. The address changes later, and neither a second choice nor the address of the first undoes another. */
function useChosen(props: Pick<FilterSheetProps, 'filters' | 'onChange'>): [Filters, FilterSheetProps['onChange']] {
  const [filters, setFilters] = useState(props.filters)
  const address = addressOf(props.filters)
  /** The address of the latest choice, until it has come. */
  const asked = useRef<string>(null)
  useEffect(() => {
    if (asked.current !== null && asked.current !== address) return
    asked.current = null
    setFilters(filtersOf(new URL(address, 'http://localhost').searchParams))
  }, [address])
  function onChange(next: Filters): void {
    const wanted = addressOf(next)
    asked.current = wanted === address ? null : wanted
    setFilters(next)
    props.onChange(next)
  }
  return [filters, onChange]
}

function Sections({ hasFailed, ...props }: Pick<FilterSheetProps, 'filters' | 'metadata' | 'hasFailed' | 'onChange'>) {
  return (
    <>
      {hasFailed && <p className="text-13 text-text-2">{PLATFORMS_FAILED}</p>}
      <div className="border-b border-line">
        {TERM_KINDS.map((kind) => (
          <TermSection key={kind} {...props} kind={kind} />
        ))}
      </div>
    </>
  )
}
