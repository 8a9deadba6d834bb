import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { FAILURE_TEXTS } from '#web/network/failure.texts.ts'
import { failureReason } from '#web/network/failure.ts'
import { ChipButton, FilterChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PopoverButton } from '#web/ui/popover-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { GameMetadata } from '../catalogue.contract.ts'
import { SEARCH_LIST_FROM } from '../catalogue.rules.ts'
import { KIND_LABELS } from '../game-filters.texts.ts'
import { ChoiceFinder } from './choice-finder.tsx'
import { chosenValue, type Facet, facetsOf, isSearched, OWN_FACETS, optionsOf, SORT_CHOICES } from './facets.ts'
import { addressOf, changed, chosenFilters, cleared, type Filters, filtersOf } from './filters.api.ts'

const loadSheet = () => import('./filter-sheet.tsx')
const FilterSheet = lazyLoaded(loadSheet, 'FilterSheet')

/** When code that is not needed at once is loaded. */
const AFTER_THE_START_MS = 2000
/** The debounce of the search field (000 §9). */
const SEARCH_RESTS_MS = 500

/**
 * Renders the bar over the catalogue: a form that works without scripts, and chips that are links. On phones the
 * filters are in a sheet; without scripts the bar has all of them.
 */
export function FilterBar({
  filters,
  metadata,
  total,
  hasFailed = false,
  isMember = false,
  action,
}: {
  filters: Filters
  metadata: GameMetadata
  total: number
  /** The filter lists could not be loaded. */
  hasFailed?: boolean
  /** Only members filter by their own library and friends. */
  isMember?: boolean
  /** What else one does with the filters. */
  action?: ReactNode
}) {
  const navigate = useNavigate()
  const typing = useRef<number>(undefined)
  const [hasSheet, openSheet] = useState(false)
  const bar = useRef<HTMLFormElement>(null)
  const searched = filters.search ?? ''
  const [typed, setTyped] = useState(searched)
  const sent = useRef(searched)
  // Copies a search into the field when it changed elsewhere (a chip's cross, the back button).
  useEffect(() => {
    if (searched === sent.current) return
    sent.current = searched
    setTyped(searched)
  }, [searched])
  useEffect(() => () => window.clearTimeout(typing.current), [])
  const address = addressOf(filters)
  const asked = useRef(address)
  useEffect(() => {
    asked.current = address
  }, [address])
  const chosen = chosenFilters(filters, metadata)
  const facets = [...facetsOf(metadata), ...(isMember ? OWN_FACETS : [])]
  const { view } = filters
  // The form preserves them without scripts.
  const withoutField = Object.entries(filters).filter(
    ([name]) => !['search', 'sort', 'page', 'view'].includes(name) && facets.every((facet) => facet.name !== name),
  )

  function go(next: Filters, replace = false): void {
    window.clearTimeout(typing.current)
    const address = addressOf(next)
    // The navigation of the change before may not have ended, so the address is compared with the last one asked for.
    if (address !== asked.current) void navigate(address, { replace })
    asked.current = address
  }
  function type(words: string): void {
    setTyped(words)
    window.clearTimeout(typing.current)
    const wanted = words.trim()
    if (wanted !== '' && [...wanted].length < SEARCH_LIST_FROM) return
    typing.current = window.setTimeout(() => {
      sent.current = wanted
      // One search is one step in the browser history, whatever its length.
      go(changed(filters, 'search', wanted), filters.search !== undefined)
    }, SEARCH_RESTS_MS)
  }

  // Preloads the code of the sheet. Without a network this may fail; opening the sheet then shows an error.
  useEffect(() => {
    const timer = setTimeout(() => void loadSheet().catch(() => {}), AFTER_THE_START_MS)
    return () => clearTimeout(timer)
  }, [])
  async function openWhenLoaded(): Promise<void> {
    try {
      await loadSheet()
      openSheet(true)
    } catch (error) {
      toast({ title: FAILURE_TEXTS[failureReason(error)], tone: 'danger' })
    }
  }

  /** Removing a chip would lose the focus; this moves it to the bar. */
  function keepFocus(event: MouseEvent<HTMLElement>): void {
    const links = [...(bar.current?.querySelectorAll<HTMLElement>('[data-chosen]') ?? [])]
    const at = links.indexOf(event.currentTarget)
    const next = links[at + 1] ?? links[at - 1] ?? bar.current?.querySelector<HTMLElement>('[data-more]')
    next?.focus({ preventScroll: true })
  }

  return (
    <form
      ref={bar}
      action="/all-games"
      aria-label="Filters"
      className="sticky top-(--header) z-10 -mx-(--gutter) mb-4 flex items-start gap-2 bg-bg pr-(--gutter) noscript:static noscript:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault()
        go(filtersOf(new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][])))
      }}
    >
      {view && <input type="hidden" name="view" value={view} />}
      {withoutField.map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <div className="flex min-w-0 flex-1 items-center gap-2 py-2.5 pr-1 pl-(--gutter) [scrollbar-width:none] max-md:overflow-x-auto max-lg:-mr-(--gutter) max-lg:pr-(--gutter) md:flex-wrap noscript:basis-full noscript:flex-wrap">
        <Select
          look="chip"
          name="sort"
          aria-label="Sort"
          className={cx('shrink-0', IN_BAR)}
          options={SORT_CHOICES}
          value={filters.sort ?? 'popularity'}
          onChange={(event) => go(changed(filters, 'sort', event.target.value))}
        />
        {facets.map((facet) => (
          <FacetSelect
            key={facet.name}
            facet={facet}
            text={filters[facet.name]}
            chosenLabel={chosen.find(({ name }) => name === facet.name)?.label}
            onChoose={(value) => go(changed(filters, facet.name, value))}
          />
        ))}
        <ChipButton
          tall
          className="shrink-0 noscript:hidden"
          aria-haspopup="dialog"
          data-more
          onClick={() => void openWhenLoaded()}
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
            onClick={keepFocus}
            name={label}
            // On wide screens the search field shows the search and has its own button to clear it.
            className={cx('shrink-0', name === 'search' && 'lg:hidden')}
          >
            <span className="max-w-48 truncate">{label}</span>
          </FilterChip>
        ))}
        {chosen.length > 0 && (
          <a
            className="btn btn-quiet shrink-0 text-13"
            href={addressOf(cleared(filters))}
            onClick={() => bar.current?.querySelector<HTMLElement>('[data-more]')?.focus({ preventScroll: true })}
          >
            Reset
          </a>
        )}
        {action}
      </div>
      <label className="my-2.5 flex h-9 w-56 shrink-0 items-center gap-2 rounded-control bg-surface-2 px-3 text-text-3 focus-within:outline-2 focus-within:outline-focus max-lg:hidden noscript:ml-(--gutter) noscript:flex">
        <Icon name="search" />
        <span className="visually-hidden">Search in these games</span>
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
        {BY_NAME.map((kind) => (
          <input
            key={kind}
            name={kind}
            placeholder={KIND_LABELS[kind]}
            aria-label={KIND_LABELS[kind]}
            className="input"
          />
        ))}
        <button type="submit" className="btn my-2.5">
          Show
        </button>
      </noscript>
      {hasSheet && (
        <Suspense>
          <FilterSheet
            filters={filters}
            facets={facets}
            metadata={metadata}
            chosen={chosen}
            total={total}
            hasFailed={hasFailed}
            onChange={go}
            onClose={() => openSheet(false)}
          />
        </Suspense>
      )}
    </form>
  )
}

/** Kinds of terms that one types without scripts. */
const BY_NAME = ['developer', 'publisher', 'series', 'engine', 'perspective', 'language'] as const

/** Visible from tablet width on; on phones only without scripts, because then nothing can open the sheet. */
const IN_BAR = 'max-md:hidden noscript:block'

/**
 * Renders a select that shows the name of its filter instead of the value, because the value is a chip. Its first
 * option carries the current value under that name, so that the form preserves it. Filters outside the bar exist for
 * forms without scripts. So does the select of a long list, in whose place a button opens a search in all of its choices
 * (R-CAT-29).
 */
function FacetSelect({
  facet,
  text,
  chosenLabel,
  onChoose,
}: {
  facet: Facet
  text: string | undefined
  chosenLabel: string | undefined
  onChoose: (value: string) => void
}) {
  const value = chosenValue(facet, text)
  const others = optionsOf(facet, text, chosenLabel).filter((choice) => choice.value !== value)
  const options = [{ value, label: facet.label }, ...others]
  const hasSearch = facet.isInBar && isSearched(facet)
  return (
    <>
      {hasSearch && (
        <PopoverButton
          title={facet.label}
          align="start"
          className="chip chip-btn chip-tall shrink-0 max-md:hidden noscript:hidden"
          panel={(close) => (
            // A fixed width, so that nothing moves while somebody types.
            <div className="w-72">
              <ChoiceFinder
                {...facet}
                value={value}
                isPanel
                onChoose={(next) => {
                  onChoose(next)
                  close()
                }}
              />
            </div>
          )}
        >
          {facet.label}
          <Icon name="down" />
        </PopoverButton>
      )}
      <Select
        look="chip"
        name={facet.name}
        aria-label={facet.label}
        className={cx('shrink-0', facet.isInBar && !hasSearch ? IN_BAR : 'hidden noscript:block')}
        options={options}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      />
    </>
  )
}
