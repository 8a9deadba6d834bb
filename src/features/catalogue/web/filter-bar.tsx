import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChipButton, FilterChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'
import type { FilterName, GameMetadata } from '../catalogue.contract.ts'
import { SEARCH_LIST_FROM } from '../catalogue.rules.ts'
import { facetsOf, SORT_CHOICES } from './facets.ts'
import { addressOf, changed, chosenFilters, type Filters, filtersOf } from './filters.ts'

const loadSheet = () => import('./filter-sheet.tsx')
const FilterSheet = lazy(async () => ({ default: (await loadSheet()).FilterSheet }))

const SEARCH_RESTS_MS = 350

/**
 * The bar over the catalogue: a form, so that it works before and without scripts, and chips that are links. On phones
 * the choices are in a sheet.
 */
export function FilterBar({ filters, metadata, total }: { filters: Filters; metadata: GameMetadata; total: number }) {
  const navigate = useNavigate()
  const typing = useRef<number>(undefined)
  const [isSheetOpen, openSheet] = useState(false)
  const searched = filters.search ?? ''
  const [typed, setTyped] = useState(searched)
  const sent = useRef(searched)
  // A search that did not come from this field (a chip's cross, the back button) is shown in it.
  useEffect(() => {
    if (searched === sent.current) return
    sent.current = searched
    setTyped(searched)
  }, [searched])
  useEffect(() => () => window.clearTimeout(typing.current), [])
  const chosen = chosenFilters(filters, metadata)
  const facets = facetsOf(metadata)
  const inBar = facets.filter((facet) => facet.isInBar)
  const { page: _page, ...kept } = filters
  const hidden = Object.entries(kept).filter(
    ([name]) => name !== 'search' && name !== 'sort' && !inBar.some((facet) => facet.name === name),
  )

  function go(next: Filters, replace = false): void {
    window.clearTimeout(typing.current)
    const address = addressOf(next)
    if (address !== addressOf(filters)) void navigate(address, { replace })
  }
  function type(words: string): void {
    setTyped(words)
    window.clearTimeout(typing.current)
    const wanted = words.trim()
    if (wanted !== '' && [...wanted].length < SEARCH_LIST_FROM) return
    typing.current = window.setTimeout(() => {
      sent.current = wanted
      // One search is one step back, however many letters it took.
      go(changed(filters, 'search', wanted), filters.search !== undefined)
    }, SEARCH_RESTS_MS)
  }

  return (
    <form
      action="/all-games"
      aria-label="Filters"
      className="sticky top-(--header) z-10 -mx-(--gutter) mb-4 flex items-center gap-2 bg-bg lg:pr-(--gutter)"
      onSubmit={(event) => {
        event.preventDefault()
        go(filtersOf(new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][])))
      }}
    >
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex min-w-0 flex-1 items-center gap-2 overflow-x-auto py-2.5 pr-1 pl-(--gutter) [scrollbar-width:none] max-lg:pr-(--gutter)">
        <Select
          look="chip"
          name="sort"
          aria-label="Sort"
          className="shrink-0 max-md:hidden"
          options={SORT_CHOICES}
          value={filters.sort ?? 'popularity'}
          onChange={(event) => go(changed(filters, 'sort', event.target.value))}
        />
        {inBar.map((facet) => (
          <FacetSelect
            key={facet.name}
            name={facet.name}
            label={facet.label}
            all={facet.all}
            choices={facet.choices}
            chosen={filters[facet.name]}
            onChoose={(value) => go(changed(filters, facet.name, value))}
          />
        ))}
        <ChipButton
          tall
          className="shrink-0"
          aria-haspopup="dialog"
          onPointerEnter={loadSheet}
          onFocus={loadSheet}
          onClick={() => openSheet(true)}
        >
          <span className="inline-flex items-center gap-2 md:hidden">
            <Icon name="filter" />
            Filters
            {chosen.length > 0 && <b className="num">{chosen.length}</b>}
          </span>
          <span className="max-md:hidden">More filters</span>
        </ChipButton>
        {chosen.map(({ name, label }) => (
          <FilterChip
            key={name}
            href={addressOf(changed(filters, name, ''))}
            label={`Remove the filter ${label}`}
            // On wide screens the search field itself says it, and empties itself.
            className={cx('shrink-0', name === 'search' && 'lg:hidden')}
          >
            <span className="max-w-48 truncate">{label}</span>
          </FilterChip>
        ))}
        {chosen.length > 0 && (
          <a className="btn btn-quiet shrink-0 text-13 max-md:hidden" href={addressOf(onlySort(filters))}>
            Clear
          </a>
        )}
      </div>
      <label className="flex h-9 w-56 shrink-0 items-center gap-2 rounded-control bg-surface-2 px-3 text-text-3 focus-within:outline-2 focus-within:outline-focus max-lg:hidden">
        <Icon name="search" />
        <span className="vh">Search in these games</span>
        <input
          type="search"
          name="search"
          value={typed}
          placeholder="Search in these games"
          autoComplete="off"
          maxLength={100}
          className="w-full min-w-0 bg-transparent text-14 text-text outline-none placeholder:text-text-3"
          onChange={(event) => type(event.target.value)}
        />
      </label>
      <noscript>
        <button type="submit" className="btn">
          Show
        </button>
      </noscript>
      {isSheetOpen && (
        <Suspense>
          <FilterSheet filters={filters} facets={facets} total={total} onChange={go} onClose={() => openSheet(false)} />
        </Suspense>
      )}
    </form>
  )
}

const onlySort = ({ sort }: Filters): Filters => (sort === undefined ? {} : { sort })

/**
 * Shows the name of what it filters by, not the value: the chosen one is a chip. Its first option carries the present
 * value under that name, so that the form keeps it.
 */
function FacetSelect({
  name,
  label,
  all,
  choices,
  chosen,
  onChoose,
}: {
  name: FilterName
  label: string
  all: string
  choices: readonly { value: string; label: string }[]
  chosen: string | undefined
  onChoose: (value: string) => void
}) {
  const options = [
    { value: chosen ?? '', label },
    ...(chosen === undefined ? [] : [{ value: '', label: all }]),
    ...choices.filter(({ value }) => value !== chosen),
  ]
  return (
    <Select
      look="chip"
      name={name}
      aria-label={label}
      className="shrink-0 max-md:hidden"
      options={options}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}
