import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { copiesText } from '#features/copies/copies.texts.ts'
import { copySummaryQuery } from '#features/copies/web/copies.api.ts'
import { COPY_KINDS } from '#features/library/copy-kinds.rules.ts'
import { type Shelf, shelfAddress } from '#features/library/shelf.rules.ts'
import type { ShelfFilters } from '#features/library/shelf-filters.rules.ts'
import { priceWords } from '#features/library/shelf-filters.texts.ts'
import { FacetSelect } from '#features/library/web/facet-select.widgets.tsx'
import { counted } from '#shared/counted.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'

/** The filters by what copies have in common, their names, and the part of the summary with their values. */
const FACETS = [
  ['copy_platform', 'Owned platform', 'platforms'],
  ['copy_store', 'Store', 'stores'],
  ['copy_edition', 'Edition', 'editions'],
  ['copy_got', 'Year got', 'years'],
  ['copy_lent_to', 'Borrower', 'borrowers'],
] as const

const PRICES = ['0..10', '10..25', '25..60', '60..']

/** The value from the address is always among the options. */
const priceOptions = (value = '') =>
  [...new Set([...PRICES, ...(value ? [value] : [])])].map((range) => ({
    value: range,
    label: `Price ${priceWords(range)}`,
  }))

const isChosen = (filters: ShelfFilters): boolean =>
  [filters.copy, filters.copy_price, ...FACETS.map(([filter]) => filters[filter])].some((value) => value !== undefined)

/**
 * Renders how many copies the viewer owns, and behind that the filters by them; nothing for a member who has noted none.
 * The page's `load` fetches `copySummaryQuery()`.
 */
export function CopyFilters({ shelf }: { shelf: Shelf }) {
  const { data } = useQuery(copySummaryQuery())
  const navigate = useNavigate()
  const { filters = {} } = shelf
  const [isOpen, setOpen] = useState(isChosen(filters))
  if (!data || data.total === 0) return null
  const go = (change: ShelfFilters) => void navigate(shelfAddress({ ...shelf, filters: { ...filters, ...change } }))
  const lent = data.lent > 0 ? `, ${counted(data.lent, 'lent', 'lent')}` : ''
  return (
    <details
      aria-label="Copies"
      className="pt-0.5 pb-4 open:basis-full"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={cx('chip chip-btn chip-tall num w-fit cursor-pointer list-none', isChosen(filters) && 'on')}>
        {`${copiesText(data.total)}${lent}`}
        <Icon name="down" />
      </summary>
      <div className="flex flex-wrap items-center gap-3 pt-3">
        <Select
          look="chip"
          aria-label="Copy"
          placeholder="Any copy or none"
          value={filters.copy ?? ''}
          onChange={(event) => go({ copy: event.target.value || undefined })}
          options={Object.entries(COPY_KINDS).map(([value, label]) => ({ value, label }))}
        />
        {FACETS.map(
          ([filter, name, part]) =>
            data[part].length > 0 && (
              <FacetSelect
                key={filter}
                name={name}
                value={filters[filter] ?? ''}
                facets={data[part]}
                onChoose={(value) => go({ [filter]: value || undefined })}
              />
            ),
        )}
        {data.has_prices && (
          <Select
            look="chip"
            aria-label="Price"
            placeholder="Any price"
            value={filters.copy_price ?? ''}
            onChange={(event) => go({ copy_price: event.target.value || undefined })}
            options={priceOptions(filters.copy_price)}
          />
        )}
      </div>
    </details>
  )
}
