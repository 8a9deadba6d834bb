import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { counted } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import { ENTRIES_SAFE } from '#shared/sentences.ts'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import {
  dayAfterKey,
  dayOfMonth,
  longDay,
  monthName,
  monthOf,
  shortDay,
  WEEKDAYS,
  weeksOfMonth,
} from '../calendar.rules.ts'
import type { JournalDay, JournalEntry } from '../journal.contract.ts'
import { JOURNAL_VIEW_TEXTS } from '../journal-screens.texts.ts'
import { EntryItem } from './entry-item.tsx'
import { entriesOf, entriesQuery, monthQuery, NO_FILTER } from './journal.api.ts'

/** The maximum number of covers in a stack; the number beside it counts all games of the day. */
const STACK = 3

/** Returns the label of a day: 'Sunday, November 22, 2026: Hades and Celeste, 2h 10m played, 1 entry'. */
function dayWords(date: string, day: JournalDay | undefined): string {
  if (!day) return `${longDay(date)}: nothing`
  const hidden = day.gamesCount - day.games.length
  const names = [...day.games.map(({ name }) => name), ...(hidden > 0 ? [`${hidden} more`] : [])]
  return `${longDay(date)}: ${[names.join(', '), dayTotals(day)].filter(Boolean).join(', ')}`
}

/** Returns the totals of a day: '2h 10m played, 1 entry'. */
export function dayTotals({ minutes, entries }: { minutes: number; entries: number }): string {
  const written = entries === 0 ? '' : counted(entries, 'entry', 'entries')
  return [minutes > 0 && `${durationText(minutes)} played`, written].filter(Boolean).join(', ')
}

interface WallProps {
  month: string
  today: string
  chosen: string | null
  onChoose: (day: string) => void
  onMonth: (month: string) => void
}

/**
 * Renders a month as a wall of covers, which arrow keys move through: each day is a cell, its games fill it. On phones it
 * is a list of the days that have something. The chosen day opens below its week or its row; `actionsOf` renders what its
 * entries can do. `onMonth` goes to another month, when a key leads there.
 */
export function MonthWall({
  actionsOf,
  ...props
}: WallProps & {
  actionsOf: (entry: JournalEntry) => ReactNode
}) {
  const { month, chosen } = props
  const { data, isError, refetch } = useQuery(monthQuery(month))
  if (isError && !data)
    return <ErrorState title={JOURNAL_VIEW_TEXTS.monthNotLoaded} text={ENTRIES_SAFE} onRetry={() => void refetch()} />
  const days = new Map((data?.days ?? []).map((day) => [day.date, day]))
  const detail = chosen !== null && monthOf(chosen) === month && (
    <DayDetail key={chosen} date={chosen} day={days.get(chosen)} actionsOf={actionsOf} />
  )
  return (
    <>
      <Grid {...props} days={data && days} detail={detail} />
      <DayList month={month} days={data?.days} detail={detail} onChoose={props.onChoose} chosen={chosen} />
    </>
  )
}

/** Renders the games and the entries of a day. */
function DayDetail(props: {
  date: string
  day: JournalDay | undefined
  actionsOf: (entry: JournalEntry) => ReactNode
}) {
  const { date, day } = props
  const figures = day ? dayTotals(day) : JOURNAL_VIEW_TEXTS.dayEmpty
  return (
    <section aria-label={longDay(date)} className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      <h3 className="game-name">{longDay(date)}</h3>
      <p className="num text-13 text-text-2">{figures}</p>
      {day && day.games.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-3" aria-label={`Games of ${longDay(date)}`}>
          {day.games.map((game) => (
            <li key={game.id} className="min-w-0">
              <a href={`/game/${game.id}`} className="flex items-center gap-3">
                <span className="poster w-12 flex-none">
                  <Cover game={posterGame(game)} facts={false} />
                </span>
                <span className="min-w-0 font-[650] wrap-anywhere">{game.name}</span>
              </a>
            </li>
          ))}
          {day.gamesCount > day.games.length && (
            <li className="self-center text-13 text-text-2">{`and ${day.gamesCount - day.games.length} more`}</li>
          )}
        </ul>
      )}
      {day && day.entries > 0 && <EntriesOfDay date={date} count={day.entries} actionsOf={props.actionsOf} />}
    </section>
  )
}

function EntriesOfDay(props: { date: string; count: number; actionsOf: (entry: JournalEntry) => ReactNode }) {
  const list = useInfiniteQuery(entriesQuery({ ...NO_FILTER, date: props.date }))
  const entries = entriesOf(list.data?.pages)
  if (list.isPending) return <RowsSkeleton count={Math.min(props.count, 3)} />
  if (list.isError && entries.length === 0)
    return <ErrorState text={JOURNAL_VIEW_TEXTS.entriesNotLoaded} onRetry={() => void list.refetch()} />
  return (
    <div>
      {entries.map((entry) => (
        <EntryItem key={entry.id} entry={entry} actions={props.actionsOf(entry)} />
      ))}
      <MoreButton list={list} />
    </div>
  )
}

/** `days` is undefined until the month is loaded. */
function Grid(props: WallProps & { days: ReadonlyMap<string, JournalDay> | undefined; detail: ReactNode }) {
  const { month, today, chosen, days } = props
  const { grid, stop, setFocused, moveFocus } = useDayFocus(props)
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through the days, so the table is a grid
      role="grid"
      aria-label={`${monthName(month)} ${month.slice(0, 4)}`}
      className="month-wall max-md:hidden"
      onKeyDown={moveFocus}
    >
      <Weekdays />
      <tbody>
        {weeksOfMonth(month).map((week) => (
          <Fragment key={week.find(Boolean)}>
            <tr className={days && !week.some((date) => date !== null && days.has(date)) ? 'month-quiet' : undefined}>
              {week.map((date, at) =>
                date === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a place of the week outside the month
                  <td key={at} />
                ) : (
                  <td key={date}>
                    <DayButton
                      date={date}
                      day={days?.get(date)}
                      isToday={date === today}
                      isOpen={date === chosen}
                      isStop={date === stop}
                      onChoose={() => props.onChoose(date)}
                      onFocus={() => setFocused(date)}
                    />
                  </td>
                ),
              )}
            </tr>
            {chosen !== null && week.includes(chosen) && (
              <tr>
                <td colSpan={WEEKDAYS.length} className="month-detail">
                  {props.detail}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Moves the focus from day to day by the arrow keys, also into other months. */
function useDayFocus(props: WallProps) {
  const { month, today, chosen } = props
  const grid = useRef<HTMLTableElement>(null)
  /** The focused day, or the day that a key has selected and that receives the focus when its month is rendered. */
  const [focused, setFocused] = useState<string | null>(null)
  const inMonth = (day: string | null): day is string => day !== null && monthOf(day) === month
  // Tab reaches one day: the last one that a key has selected, the chosen one, today, or the first.
  const stop = [focused, chosen, today].find(inMonth) ?? `${month}-01`

  // A layout effect: a key that is pressed before a passive effect has run would be undone by the focus that it sets.
  useLayoutEffect(() => {
    if (focused !== null && monthOf(focused) === month)
      grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused, month])

  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // The next key press may arrive before the month of the previous one is rendered.
    const from = focused ?? (event.target as HTMLElement).dataset.day
    const to = from === undefined ? null : dayAfterKey(from, event.key)
    if (to === null) return
    event.preventDefault()
    setFocused(to)
    if (monthOf(to) !== month) props.onMonth(monthOf(to))
  }
  return { grid, stop, setFocused, moveFocus }
}

function Weekdays() {
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((name) => (
          <th key={name} scope="col" className="fact" abbr={name}>
            {name.slice(0, 3)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function DayButton(props: {
  date: string
  day: JournalDay | undefined
  isToday: boolean
  isOpen: boolean
  /** Tab reaches this day. */
  isStop: boolean
  onChoose: () => void
  onFocus: () => void
}) {
  const { date, day, isToday } = props
  return (
    <button
      type="button"
      className={cx('month-day', isToday && 'is-today')}
      data-day={date}
      tabIndex={props.isStop ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-expanded={props.isOpen}
      onClick={props.onChoose}
      onFocus={props.onFocus}
    >
      {/* Named by content and not by a label, which the broken words of covers would not match. */}
      <span className="visually-hidden">{dayWords(date, day)}</span>
      <Stack day={day} />
      <span className="month-number num" aria-hidden="true">
        {dayOfMonth(date)}
      </span>
    </button>
  )
}

function Stack({ day }: { day: JournalDay | undefined }) {
  if (!day) return null
  const games = day.games.slice(0, STACK)
  if (games.length === 0) return <span className="month-words" />
  return (
    <>
      <span className={`month-stack month-stack-${games.length}`} aria-hidden="true">
        {games.map((game) => (
          <span key={game.id} className="poster">
            <Cover game={posterGame(game)} facts={false} />
          </span>
        ))}
      </span>
      {day.gamesCount > 1 && (
        <span className="month-count num" aria-hidden="true">
          {day.gamesCount}
        </span>
      )}
    </>
  )
}

function DayList(props: {
  month: string
  days: readonly JournalDay[] | undefined
  detail: ReactNode
  chosen: string | null
  onChoose: (day: string) => void
}) {
  const { month, days } = props
  if (days?.length === 0)
    return <p className="text-text-2 md:hidden">{JOURNAL_VIEW_TEXTS.monthEmpty(monthName(month))}</p>
  return (
    <ul className="month-list md:hidden" aria-label={`Days of ${monthName(month)}`}>
      {[...(days ?? [])].reverse().map((day) => (
        <li key={day.date}>
          <button type="button" aria-expanded={day.date === props.chosen} onClick={() => props.onChoose(day.date)}>
            <span className="fact">{shortDay(day.date)}</span>
            <span className="month-list-covers" aria-hidden="true">
              {day.games.slice(0, STACK).map((game) => (
                <span key={game.id} className="poster">
                  <Cover game={posterGame(game)} facts={false} />
                </span>
              ))}
            </span>
            <span className="min-w-0">
              <b className="block truncate font-[650]">{day.games.map(({ name }) => name).join(', ') || 'Words'}</b>
              <span className="num block text-13 text-text-2">{dayTotals(day)}</span>
            </span>
          </button>
          {day.date === props.chosen && props.detail}
        </li>
      ))}
    </ul>
  )
}
