import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { durationText } from '#shared/dates.ts'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
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
import type { JournalDay } from '../journal.contract.ts'
import { monthQuery } from './journal.api.ts'

/** The covers of a stack; the number beside it counts all games of the day. */
const STACK = 3

/** 'Sunday, November 22, 2026: Hades and Celeste, 2h 10m played, 1 entry'. */
function dayWords(date: string, day: JournalDay | undefined): string {
  if (!day) return `${longDay(date)}: nothing`
  const hidden = day.gamesCount - day.games.length
  const names = [...day.games.map(({ name }) => name), ...(hidden > 0 ? [`${hidden} more`] : [])]
  return `${longDay(date)}: ${[names.join(', '), dayFigures(day)].filter(Boolean).join(', ')}`
}

/** '2h 10m played, 1 entry'. */
export function dayFigures({ minutes, entries }: { minutes: number; entries: number }): string {
  const written = entries === 0 ? '' : entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`
  return [minutes > 0 && `${durationText(minutes)} played`, written].filter(Boolean).join(', ')
}

/**
 * Renders a month as a wall of covers, which arrow keys walk through: each day is a cell, its games fill it. On phones it
 * is a list of the days that have something. `onMonth` goes to another month, when a key leads there.
 */
export function MonthWall(props: {
  month: string
  today: string
  chosen: string | null
  onChoose: (day: string) => void
  onMonth: (month: string) => void
}) {
  const { month, chosen } = props
  const { data, isError, refetch } = useQuery(monthQuery(month))
  if (isError && !data)
    return (
      <ErrorState title="The month could not be loaded" text="Your entries are safe." onRetry={() => void refetch()} />
    )
  const days = new Map((data?.days ?? []).map((day) => [day.date, day]))
  const detail = chosen !== null && monthOf(chosen) === month && <DayDetail date={chosen} day={days.get(chosen)} />
  return (
    <>
      <Grid {...props} days={days} />
      {detail && <div className="pt-6 max-md:hidden">{detail}</div>}
      <DayList month={month} days={data?.days} detail={detail} onChoose={props.onChoose} chosen={chosen} />
    </>
  )
}

/** Renders the games of a day, and the way to its entries. */
function DayDetail({ date, day }: { date: string; day: JournalDay | undefined }) {
  const figures = day ? dayFigures(day) : 'Nothing played or written.'
  return (
    <section aria-label={longDay(date)} aria-live="polite" className="grid gap-3 border-t border-line pt-4">
      <h3 className="game-name">{longDay(date)}</h3>
      <p className="num text-13 text-text-2">{figures}</p>
      {day && day.games.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-3" aria-label={`Games of ${longDay(date)}`}>
          {day.games.map((game) => (
            <li key={game.id}>
              <a href={`/game/${game.id}`} className="flex items-center gap-3">
                <span className="poster w-12 flex-none">
                  <Cover game={posterGame(game)} facts={false} />
                </span>
                <span className="font-[650] wrap-anywhere">{game.name}</span>
              </a>
            </li>
          ))}
          {day.gamesCount > day.games.length && (
            <li className="self-center text-13 text-text-2">{`and ${day.gamesCount - day.games.length} more`}</li>
          )}
        </ul>
      )}
    </section>
  )
}

function Grid(props: {
  month: string
  today: string
  chosen: string | null
  days: ReadonlyMap<string, JournalDay>
  onChoose: (day: string) => void
  onMonth: (month: string) => void
}) {
  const { month, today, chosen, days } = props
  const grid = useRef<HTMLTableElement>(null)
  /** The day with the focus, or the one that a key has led to, which has the focus once its month is shown. */
  const [walked, setWalked] = useState<string | null>(null)
  const inMonth = (day: string | null): day is string => day !== null && monthOf(day) === month
  // One day can be reached by Tab: the one of the last key press, the chosen one, today, or the first.
  const stop = [walked, chosen, today].find(inMonth) ?? `${month}-01`

  useEffect(() => {
    if (walked !== null && monthOf(walked) === month)
      grid.current?.querySelector<HTMLElement>(`[data-day="${walked}"]`)?.focus()
  }, [walked, month])

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // The next key may come before the month of the last one is shown.
    const from = walked ?? (event.target as HTMLElement).dataset.day
    const to = from === undefined ? null : dayAfterKey(from, event.key)
    if (to === null) return
    event.preventDefault()
    setWalked(to)
    if (monthOf(to) !== month) props.onMonth(monthOf(to))
  }
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys walk through the days, so the table is a grid
      role="grid"
      aria-label={`${monthName(month)} ${month.slice(0, 4)}`}
      className="month-wall max-md:hidden"
      onKeyDown={walk}
    >
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="fact" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((date, at) =>
              date === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a place of the week outside the month
                <td key={at} />
              ) : (
                <td key={date}>
                  <button
                    type="button"
                    className={cx('month-day', date === today && 'is-today')}
                    data-day={date}
                    tabIndex={date === stop ? 0 : -1}
                    aria-current={date === today ? 'date' : undefined}
                    aria-pressed={date === chosen}
                    onClick={() => props.onChoose(date)}
                    onFocus={() => setWalked(date)}
                  >
                    {/* Named by content and not by a label, which the broken words of covers would not match. */}
                    <span className="visually-hidden">{dayWords(date, days.get(date))}</span>
                    <Stack day={days.get(date)} />
                    <span className="month-number num" aria-hidden="true">
                      {dayOfMonth(date)}
                    </span>
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
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
    return <p className="text-text-2 md:hidden">{`Nothing played or written in ${monthName(month)}.`}</p>
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
              <span className="num block text-13 text-text-2">{dayFigures(day)}</span>
            </span>
          </button>
          {day.date === props.chosen && props.detail}
        </li>
      ))}
    </ul>
  )
}
