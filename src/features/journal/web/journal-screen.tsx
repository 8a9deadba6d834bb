import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { localDay } from '#shared/dates.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button, IconButtonLink } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { monthName, shiftMonth, yearOf } from '../calendar.rules.ts'
import type { JournalEntry } from '../journal.contract.ts'
import { EntryMenu } from './entry-item.tsx'
import { entriesQuery, entryGamesQuery, monthQuery, onThisDayQuery, yearQuery } from './journal.api.ts'
import { type JournalState, journalAddress, journalStateOf } from './journal-address.ts'
import { MonthWall } from './month-wall.tsx'
import { OnThisDay } from './on-this-day.tsx'
import { Timeline } from './timeline.tsx'
import { useToday } from './use-today.ts'
import { YearHeat, YearStrip } from './year-heat.tsx'

const JournalDialog = lazyLoaded(() => import('./journal-dialog.tsx'), 'JournalDialog')
const DeleteEntryDialog = lazyLoaded(() => import('./delete-entry-dialog.tsx'), 'DeleteEntryDialog')

/** Loads the data of the journal for a page's `load`. A failure is shown in the page. */
export async function loadJournal(client: QueryClient, url: URL): Promise<void> {
  const today = import.meta.env.SSR ? new Date().toISOString().slice(0, 10) : localDay(new Date())
  const state = journalStateOf(url.searchParams, today)
  await Promise.all([
    client.prefetchQuery(yearQuery(yearOf(state.month), { finished: state.view === 'year' })),
    state.view === 'month' && client.prefetchQuery(monthQuery(state.month)),
    client.prefetchQuery(onThisDayQuery(today)),
    client.prefetchInfiniteQuery(entriesQuery(state)),
    client.prefetchQuery(entryGamesQuery()),
  ])
}

/**
 * Renders the viewer's journal: a month as a wall of covers or a year as a heat map, what happened on this day, and all
 * entries. `path` is the address of the page, whose search contains the state; `head` renders the head with an action.
 */
export function JournalScreen({ path, head }: { path: string; head: (action: ReactNode) => ReactNode }) {
  const today = useToday()
  const navigate = useNavigate()
  const state = journalStateOf(new URLSearchParams(useLocation().search), today)
  const [open, setOpen] = useState<{ edit: JournalEntry | null } | { remove: JournalEntry } | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const close = () => setOpen(null)
  const addressOf = (change: Partial<JournalState>) => journalAddress(path, { ...state, ...change }, today)
  const filter = (change: Partial<JournalState>, isTyping = false) =>
    void navigate(addressOf(change), { replace: isTyping, preventScrollReset: true })
  const actionsOf = (entry: JournalEntry) => (
    <EntryMenu
      entry={entry}
      onEdit={() => setOpen({ edit: entry })}
      onDelete={() => setOpen({ remove: entry })}
      onOnlyGame={entry.game && !state.gameId ? () => filter({ gameId: entry.game?.id ?? null }) : null}
    />
  )
  const newEntry = (
    <Button kind="mine" icon="plus" onClick={() => setOpen({ edit: null })}>
      New Entry
    </Button>
  )
  return (
    <>
      {head(newEntry)}
      <Calendar
        state={state}
        today={today}
        addressOf={addressOf}
        chosen={chosen}
        onChoose={(day) => setChosen(day === chosen ? null : day)}
        onMonth={(month) => filter({ month })}
        actionsOf={actionsOf}
      />
      <Timeline filter={state} today={today} onFilter={filter} actionsOf={actionsOf} newEntry={newEntry} />
      <Suspense>
        {open && 'edit' in open && <JournalDialog key={open.edit?.id ?? 'new'} entry={open.edit} onClose={close} />}
        {open && 'remove' in open && <DeleteEntryDialog entry={open.remove} onClose={close} />}
      </Suspense>
    </>
  )
}

function Calendar(props: {
  state: JournalState
  today: string
  addressOf: (change: Partial<JournalState>) => string
  chosen: string | null
  onChoose: (day: string) => void
  onMonth: (month: string) => void
  actionsOf: (entry: JournalEntry) => ReactNode
}) {
  const { state, today, addressOf } = props
  const { month, view } = state
  const isMonth = view === 'month'
  const year = yearOf(month)
  const step = isMonth ? 1 : 12
  const labelOf = (to: string) => (isMonth ? `${monthName(to)} ${yearOf(to)}` : String(yearOf(to)))
  const [before, after] = [shiftMonth(month, -step), shiftMonth(month, step)]
  return (
    <section className="no-print" aria-labelledby="journal-calendar">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="View"
          value={view}
          options={[
            { value: 'month', label: 'Month', href: addressOf({ view: 'month' }) },
            { value: 'year', label: 'Year', href: addressOf({ view: 'year' }) },
          ]}
        />
        <span className="ml-auto flex gap-1">
          <IconButtonLink icon="left" label={labelOf(before)} href={addressOf({ month: before })} />
          <IconButtonLink icon="right" label={labelOf(after)} href={addressOf({ month: after })} />
        </span>
      </div>
      {isMonth && <YearStrip month={month} today={today} addressOf={(month) => addressOf({ month })} />}
      <h2 id="journal-calendar" className="month-title">
        {isMonth ? monthName(month) : year} {isMonth && <span>{year}</span>}
      </h2>
      <div className="cols">
        <div className="min-w-0">
          {isMonth ? (
            <MonthWall
              month={month}
              today={today}
              chosen={props.chosen}
              onChoose={props.onChoose}
              onMonth={props.onMonth}
              actionsOf={props.actionsOf}
            />
          ) : (
            <YearHeat year={year} addressOf={(month) => addressOf({ month, view: 'month' })} />
          )}
        </div>
        <aside className="min-w-0 empty:hidden" aria-label="On this day">
          <OnThisDay today={today} addressOf={(month) => addressOf({ month, view: 'month' })} />
        </aside>
      </div>
    </section>
  )
}
