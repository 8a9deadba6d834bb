import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { addDays } from '#shared/calendar-days.ts'
import { ascending, compareInTurn } from '#shared/order.ts'
import { ENTRIES_SAFE } from '#shared/sentences.ts'
import { networkTextOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterChip } from '#web/ui/chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FeedSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { longDay } from '../calendar.rules.ts'
import type { JournalEntry } from '../journal.contract.ts'
import { ENTRY_TYPES, type EntryType } from '../journal.endpoints.ts'
import { JOURNAL_TEXTS } from '../journal.texts.ts'
import { JOURNAL_VIEW_TEXTS } from '../journal-screens.texts.ts'
import { EntryItem } from './entry-item.tsx'
import { ENTRY_LABELS } from './entry-parts.ts'
import { type EntryFilter, entriesOf, entriesQuery, entryGamesQuery, NO_FILTER } from './journal.api.ts'

/** The debounce of the search field. */
const REST_MS = 250

/** Returns the element id of a day's heading. */
const dayId = (date: string) => `day-${date}`

/** Renders all entries, newest first, grouped by day, with their filters (G30). */
export function Timeline(props: {
  filter: EntryFilter
  today: string
  onFilter: (change: Partial<EntryFilter>, isTyping?: boolean) => void
  actionsOf: (entry: JournalEntry) => ReactNode
  newEntry: ReactNode
}) {
  const { filter, today } = props
  const list = useInfiniteQuery(entriesQuery(filter))
  const entries = entriesOf(list.data?.pages)
  const isNarrowed = filter.type !== null || filter.gameId !== null || filter.search !== ''
  const hasFailed = list.isError && entries.length === 0
  const reason = networkTextOf(list.error)
  // Every failure of the journal also shows a toast (R-JOUR-27).
  useEffect(() => {
    if (list.isError) toast({ title: JOURNAL_TEXTS.loadFailed, ...(reason && { description: reason }), tone: 'danger' })
  }, [list.isError, reason])
  const isBare = !isNarrowed && list.isSuccess && entries.length === 0
  return (
    <Section title="Entries" className="timeline">
      {!isBare && <FilterBar filter={filter} onFilter={props.onFilter} />}
      {list.isPending ? (
        <FeedSkeleton />
      ) : hasFailed ? (
        <ErrorState title={JOURNAL_TEXTS.loadFailed} text={ENTRIES_SAFE} onRetry={() => void list.refetch()} />
      ) : entries.length === 0 ? (
        isNarrowed ? (
          <EmptyState
            title="No entry matches"
            text={JOURNAL_VIEW_TEXTS.noneFound}
            action={<Button onClick={() => props.onFilter(NO_FILTER)}>Show all entries</Button>}
          />
        ) : (
          <EmptyState title="Nothing written yet" text={JOURNAL_VIEW_TEXTS.none} action={props.newEntry} />
        )
      ) : (
        byDay(entries).map(([date, some]) => (
          <section key={date} className="timeline-day" aria-labelledby={dayId(date)}>
            <h3 id={dayId(date)} className="fact">
              {dayHeading(date, today)}
            </h3>
            {some.map((entry) => (
              <EntryItem key={entry.id} entry={entry} actions={props.actionsOf(entry)} />
            ))}
          </section>
        ))
      )}
      <div className="no-print">
        <MoreButton list={list} />
      </div>
    </Section>
  )
}

const dayHeading = (date: string, today: string) =>
  date === today ? 'Today' : date === addDays(today, -1) ? 'Yesterday' : longDay(date)

/** Groups entries by their day, in the order of their first entry. */
const byName = compareInTurn<{ id: string; name: string }>(
  (a, b) => a.name.localeCompare(b.name, 'en'),
  ascending(({ id }) => id),
)

function byDay(entries: readonly JournalEntry[]): [string, JournalEntry[]][] {
  const days = new Map<string, JournalEntry[]>()
  for (const entry of entries) days.set(entry.date, [...(days.get(entry.date) ?? []), entry])
  return [...days]
}

function FilterBar(props: {
  filter: EntryFilter
  onFilter: (change: Partial<EntryFilter>, isTyping?: boolean) => void
}) {
  const { filter, onFilter } = props
  const games = (useQuery(entryGamesQuery()).data ?? []).toSorted(byName)
  const chosen = games.find(({ id }) => id === filter.gameId)
  return (
    <div role="search" aria-label="Entries" className="no-print flex flex-wrap items-center gap-3 pb-4">
      <SearchField search={filter.search} onSearch={(search) => onFilter({ search }, true)} />
      <Select
        look="chip"
        aria-label="Type"
        value={filter.type ?? ''}
        onChange={(event) => onFilter({ type: (event.target.value || null) as EntryType | null })}
        options={[
          { value: '', label: 'All types' },
          ...ENTRY_TYPES.map((type) => ({ value: type, label: ENTRY_LABELS[type] })),
        ]}
      />
      {filter.gameId ? (
        <FilterChip name={chosen?.name ?? 'Game'} className="max-w-full" onRemove={() => onFilter({ gameId: null })}>
          <span className="truncate">{chosen?.name ?? 'One game'}</span>
        </FilterChip>
      ) : (
        games.length > 1 && (
          <Select
            look="chip"
            aria-label="Game"
            value=""
            onChange={(event) => onFilter({ gameId: (event.target.value || null) as EntryFilter['gameId'] })}
            options={[{ value: '', label: 'All games' }, ...games.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        )
      )}
    </div>
  )
}

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Copies a search that another control has changed.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = search
  }, [search])
  return (
    <label className="flex h-9 w-full items-center gap-2 rounded-control bg-surface-2 px-3 text-text-3 focus-within:outline-2 focus-within:outline-focus sm:w-64 pointer-coarse:h-11">
      <Icon name="search" />
      <span className="visually-hidden">Search entries</span>
      <input
        type="search"
        placeholder="Search entries"
        autoComplete="off"
        maxLength={100}
        className="w-full min-w-0 bg-transparent text-14 text-text outline-none placeholder:text-text-3 pointer-coarse:text-16"
        ref={field}
        defaultValue={search}
        onChange={(event) => {
          clearTimeout(timer.current)
          const typed = event.target.value.trim()
          timer.current = setTimeout(() => onSearch(typed), REST_MS)
        }}
      />
    </label>
  )
}
