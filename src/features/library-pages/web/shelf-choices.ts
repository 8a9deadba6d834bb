import { HOURS_TO_BEAT } from '#features/catalogue/time-to-beat.rules.ts'
import { ANY_LENGTH, TIME_TO_BEAT, takesWords } from '#features/catalogue/time-to-beat.texts.ts'
import type { getCopySummary } from '#features/copies/copies.endpoints.ts'
import { COPY_KINDS } from '#features/library/copy-kinds.rules.ts'
import type { FacetCount } from '#features/library/library.contract.ts'
import { type LibrarySort, ORDERS, SORTS, type SortOrder } from '#features/library/library.endpoints.ts'
import { defaultOrder } from '#features/library/library.rules.ts'
import type { Shelf } from '#features/library/shelf.rules.ts'
import { MARKS, type ShelfFilters } from '#features/library/shelf-filters.rules.ts'
import { priceWords } from '#features/library/shelf-filters.texts.ts'
import { QUEUE_NAME } from '#features/shelves/own-shelves.rules.ts'
import { numberText } from '#shared/counted.ts'
import type { AnswerOf } from '#web/call.ts'
import type { SelectOption } from '#web/ui/select.tsx'

/** An order or a filter of a shelf. It is a chip on wide screens, and a field of the sheet on phones. */
export interface Choice {
  label: string
  /** The label of the empty choice; an order has none. */
  placeholder?: string
  value: string
  options: readonly SelectOption[]
  onChoose: (value: string) => void
}

export type CopySummary = AnswerOf<typeof getCopySummary>

/** The names to filter by, each with its number of games. */
export interface ShelfFacets {
  platforms: readonly FacetCount[]
  genres: readonly FacetCount[]
  shelves?: readonly FacetCount[]
}

interface OfShelf {
  shelf: Shelf
  /** The label of the sort by rating: 'My rating', 'Their rating'. */
  ratingLabel: string
  /** The viewer's own list: in the order of the queue, and by marks of playthroughs. */
  isOwn?: boolean
  facets: ShelfFacets | undefined
}

/** The label of the rating is null, because it depends on the owner of the list. */
const SORT_LABELS: Record<LibrarySort, string | null> = {
  recent: 'Recently updated',
  added: 'Date added',
  released: 'Release date',
  last_played: 'Last played',
  hours: 'Hours played',
  length: TIME_TO_BEAT,
  rating: null,
  name: 'Name',
  queue: QUEUE_NAME,
}

const BY_TIME = { desc: 'Newest first', asc: 'Oldest first' }
export const ORDER_LABELS: Record<LibrarySort, Record<SortOrder, string>> = {
  recent: BY_TIME,
  added: BY_TIME,
  released: BY_TIME,
  last_played: BY_TIME,
  hours: { desc: 'Most first', asc: 'Fewest first' },
  length: { asc: 'Shortest first', desc: 'Longest first' },
  rating: { desc: 'Highest first', asc: 'Lowest first' },
  name: { asc: 'A to Z', desc: 'Z to A' },
  queue: { asc: 'First to last', desc: 'Last to first' },
}

export function sortChoice({ shelf, ratingLabel, isOwn }: OfShelf, go: (change: Partial<Shelf>) => void): Choice {
  return {
    label: 'Sort by',
    value: shelf.sort,
    options: SORTS.filter((sort) => sort !== 'queue' || isOwn).map((sort) => ({
      value: sort,
      label: SORT_LABELS[sort] ?? ratingLabel,
    })),
    onChoose: (value) => {
      const sort = value as LibrarySort
      go({ sort, order: defaultOrder(sort) })
    },
  }
}

export function orderChoice(shelf: Shelf, go: (change: Partial<Shelf>) => void): Choice {
  return {
    label: 'Order',
    value: shelf.order,
    options: ORDERS.map((order) => ({ value: order, label: ORDER_LABELS[shelf.sort][order] })),
    onChoose: (value) => go({ order: value as SortOrder }),
  }
}

/** Returns the filters by what the games of a shelf have in common. */
export function filterChoices({ shelf, isOwn, facets }: OfShelf, go: (change: Partial<Shelf>) => void): Choice[] {
  const filter = (change: ShelfFilters) => go({ filters: { ...shelf.filters, ...change } })
  return [
    facetChoice('Platform', shelf.platform, facets?.platforms, (platform) => go({ platform })),
    facetChoice('Genre', shelf.genre, facets?.genres, (genre) => go({ genre })),
    {
      label: TIME_TO_BEAT,
      placeholder: ANY_LENGTH,
      value: shelf.filters?.takes ?? '',
      options: lengthOptions(shelf.filters?.takes),
      onChoose: (takes) => filter({ takes: takes || undefined }),
    },
    ...(facets?.shelves && facets.shelves.length > 0
      ? [facetChoice('Shelf', shelf.filters?.shelf, facets.shelves, (name) => filter({ shelf: name || undefined }))]
      : []),
    ...(isOwn
      ? [
          {
            label: 'Mark',
            placeholder: 'Any mark',
            value: shelf.filters?.mark ?? '',
            options: Object.entries(MARKS).map(([value, label]) => ({ value, label })),
            onChoose: (mark: string) => filter({ mark: mark || undefined }),
          },
        ]
      : []),
  ]
}

/** The value from the address is always among the options. */
const lengthOptions = (value = '') =>
  [...new Set([...HOURS_TO_BEAT, ...(value ? [value] : [])])].map((range) => ({
    value: range,
    label: takesWords(range),
  }))

/** Returns a filter by names with their number of games; the name from the address is always among its options. */
function facetChoice(
  label: string,
  value = '',
  facets: readonly FacetCount[] = [],
  onChoose: (value: string) => void,
): Choice {
  const listed = facets.map(({ name, count }) => ({ value: name, label: `${name} (${numberText(count)})` }))
  const isKnown = value === '' || facets.some(({ name }) => name === value)
  return {
    label,
    placeholder: `Any ${label.toLowerCase()}`,
    value,
    options: isKnown ? listed : [{ value, label: value }, ...listed],
    onChoose,
  }
}

/** The filters by what copies have in common, their names, and the part of the summary with their values. */
const COPY_FACETS = [
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

export const isFilteredByCopies = (filters: ShelfFilters): boolean =>
  [filters.copy, filters.copy_price, ...COPY_FACETS.map(([filter]) => filters[filter])].some(
    (value) => value !== undefined,
  )

/** Returns the filters by copies; none for a member who has noted no copy. */
export function copyChoices(
  summary: CopySummary | undefined,
  filters: ShelfFilters,
  go: (filters: ShelfFilters) => void,
): Choice[] {
  if (!summary || summary.total === 0) return []
  const set = (change: ShelfFilters) => go({ ...filters, ...change })
  return [
    {
      label: 'Copy',
      placeholder: 'Any copy or none',
      value: filters.copy ?? '',
      options: Object.entries(COPY_KINDS).map(([value, label]) => ({ value, label })),
      onChoose: (value) => set({ copy: value || undefined }),
    },
    ...COPY_FACETS.filter(([, , part]) => summary[part].length > 0).map(([filter, label, part]) =>
      facetChoice(label, filters[filter], summary[part], (value) => set({ [filter]: value || undefined })),
    ),
    ...(summary.has_prices
      ? [
          {
            label: 'Price',
            placeholder: 'Any price',
            value: filters.copy_price ?? '',
            options: priceOptions(filters.copy_price),
            onChoose: (value: string) => set({ copy_price: value || undefined }),
          },
        ]
      : []),
  ]
}
