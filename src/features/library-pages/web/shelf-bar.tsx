import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Shelf } from '#features/library/shelf.rules.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChipButton } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import {
  type Choice,
  type CopySummary,
  copyChoices,
  filterChoices,
  ORDER_LABELS,
  orderChoice,
  type ShelfFacets,
  sortChoice,
} from './shelf-choices.ts'
import type { Selection } from './use-selection.ts'

const ShelfSheet = lazyLoaded(() => import('./shelf-sheet.tsx'), 'ShelfSheet')

/** The list follows the search field after this pause in typing. */
const REST_MS = 250
/** The buttons from which a selection starts: on wide screens, and on phones the one of the sheet that has its button. */
export const SELECT_IDS = ['filter-games', 'select-games'] as const
const [FILTER_ID, SELECT_ID] = SELECT_IDS

interface ShelfBarProps {
  shelf: Shelf
  /** The name of the list: 'my games', 'Ann’s games'. */
  label: string
  /** The label of the sort by rating: 'My rating', 'Their rating'. */
  ratingLabel: string
  addressOf: (shelf: Shelf) => string
  /** The viewer's own list: in the order of the queue, and by marks of playthroughs. */
  isOwn?: boolean
  /** The platforms, genres and shelves to filter by, when they are loaded. */
  facets: ShelfFacets | undefined
  /** The viewer's copies, by which the sheet filters, too. */
  copies?: CopySummary | undefined
  /** The number of games that the list finds, when it is known. */
  total: number | undefined
  /** The selection of games of the viewer's own list; absent if there are none. */
  selection?: Selection | null
}

/**
 * Renders search, order, filters, and grid or list; `addressOf` returns the address of a changed shelf. On phones order and filters are
 * in a sheet, so that the games appear on the first screen.
 */
export function ShelfBar(props: ShelfBarProps) {
  const { shelf, addressOf, selection = null } = props
  const go = useShelfChange(shelf, addressOf)
  const { filters = {} } = shelf
  const sort = sortChoice(props, go)
  const choices = filterChoices(props, go)
  const copies = copyChoices(props.copies, filters, (next) => go({ filters: next }))
  return (
    <div role="search" aria-label={props.label} className="flex items-center gap-2 py-3 md:flex-wrap md:gap-3 md:py-4">
      <SearchInput label={props.label} value={shelf.search} onChange={(search) => go({ search }, true)} />
      <SheetButton
        choices={[sort, orderChoice(shelf, go), ...choices, ...copies]}
        chosen={[shelf.platform, shelf.genre].filter(Boolean).length + Object.keys(filters).length}
        total={props.total}
        onReset={() => go({ platform: '', genre: '', filters: {} })}
        selection={selection}
      />
      <div className="contents max-md:hidden">
        <ChoiceChip choice={sort} />
        <OrderLink shelf={shelf} addressOf={addressOf} />
        {choices.map((choice) => (
          <ChoiceChip key={choice.label} choice={choice} isNarrow />
        ))}
      </div>
      <span className="ml-auto flex flex-none items-center gap-3">
        {selection && (
          <Button
            id={SELECT_ID}
            icon="check"
            className="max-md:hidden"
            aria-pressed={selection.isOn}
            onClick={selection.isOn ? selection.stop : selection.start}
          >
            Select
          </Button>
        )}
        <Segmented
          label="View"
          value={shelf.view}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid', href: addressOf({ ...shelf, view: 'grid' }) },
            { value: 'list', label: 'List', icon: 'list', href: addressOf({ ...shelf, view: 'list' }) },
          ]}
        />
      </span>
    </div>
  )
}

/** Renders the button of phones that opens the sheet with order and filters, and shows how many are chosen. */
function SheetButton({ chosen, ...sheet }: Omit<ComponentProps<typeof ShelfSheet>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ChipButton
        tall
        id={FILTER_ID}
        className="flex-none md:hidden"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="filter" />
        {/* At 320 px, and with large text, the icon leaves room for the search. */}
        <span className="max-[24rem]:sr-only">Filters</span>
        {chosen > 0 && <b className="num">{chosen}</b>}
      </ChipButton>
      {isOpen && (
        <Suspense>
          <ShelfSheet chosen={chosen} {...sheet} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Renders an order or a filter as a chip. */
export function ChoiceChip({ choice, isNarrow = false }: { choice: Choice; isNarrow?: boolean }) {
  const { label, onChoose, ...rest } = choice
  return (
    <Select
      {...rest}
      look="chip"
      aria-label={label}
      {...(isNarrow && { className: 'max-w-44' })}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}

/** Returns a function that leads to another shelf. */
function useShelfChange(shelf: Shelf, addressOf: (shelf: Shelf) => string) {
  const navigate = useNavigate()
  // A second choice may come before the page shows the first one, and must not undo it.
  const chosen = useRef(shelf)
  const shown = addressOf(shelf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address means that the page shows another shelf
  useEffect(() => {
    chosen.current = shelf
  }, [shown])
  // All typing is one step in the browser history; every other choice is a separate step.
  const go = (change: Partial<Shelf>, replace = false) => {
    chosen.current = { ...chosen.current, ...change }
    void navigate(addressOf(chosen.current), { replace })
  }
  return go
}

/** Calls back after a pause in typing. */
function SearchInput(props: { label: string; value: string; onChange: (text: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <label className="flex h-9 w-full min-w-0 items-center gap-2 rounded-control bg-surface-2 px-3 text-text-3 focus-within:outline-2 focus-within:outline-focus md:w-64 pointer-coarse:h-11">
      <Icon name="search" />
      <span className="visually-hidden">Search {props.label}</span>
      <input
        type="search"
        placeholder={`Search ${props.label}`}
        autoComplete="off"
        className="w-full min-w-0 bg-transparent text-14 text-text outline-none placeholder:text-text-3 pointer-coarse:text-16"
        defaultValue={props.value}
        onChange={(event) => {
          clearTimeout(timer.current)
          const search = event.target.value.trim()
          timer.current = setTimeout(() => props.onChange(search), REST_MS)
        }}
      />
    </label>
  )
}

/** Renders the direction of the list as a link that reverses it. */
function OrderLink({ shelf, addressOf }: { shelf: Shelf; addressOf: (shelf: Shelf) => string }) {
  const { sort, order } = shelf
  const other = order === 'asc' ? 'desc' : 'asc'
  return (
    <a
      href={addressOf({ ...shelf, order: other })}
      className="btn"
      aria-label={`${ORDER_LABELS[sort][order]}, change to ${ORDER_LABELS[sort][other].toLowerCase()}`}
    >
      <Icon name="sort" />
      {ORDER_LABELS[sort][order]}
    </a>
  )
}
