import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { counted, numberText, plural } from '#shared/counted.ts'
import { dayText, durationText } from '#shared/dates.ts'
import { ENTRIES_SAFE } from '#shared/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Figures } from '#web/ui/facts.tsx'
import { heatOf, monthName, monthOf, monthsOf } from '../calendar.rules.ts'
import { JOURNAL_VIEW_TEXTS } from '../journal-screens.texts.ts'
import { HeatMap, MonthSquares } from './heat-map.tsx'
import { yearQuery } from './journal.api.ts'
import { dayTotals } from './month-wall.tsx'
import { YearWalls } from './year-walls.tsx'

interface Total {
  date: string
  minutes: number
  entries: number
}
type Totals = ReadonlyMap<string, Total>

const totalsOf = (days: readonly Total[] | undefined): Totals => new Map((days ?? []).map((day) => [day.date, day]))
const sumOf = (days: readonly Total[]) => ({
  minutes: days.reduce((sum, { minutes }) => sum + minutes, 0),
  entries: days.reduce((sum, { entries }) => sum + entries, 0),
})
const tipOf = (date: string, day: Total | undefined) => `${dayText(date)}: ${(day && dayTotals(day)) || 'nothing'}`

/** Renders twelve small months, each a link to that month. */
export function YearStrip(props: { month: string; today: string; addressOf: (month: string) => string }) {
  const { month } = props
  const { data } = useQuery(yearQuery(Number(month.slice(0, 4)), { finished: false }))
  const totals = totalsOf(data?.days)
  return (
    <nav aria-label={`Months of ${month.slice(0, 4)}`} className="year-strip">
      {monthsOf(Number(month.slice(0, 4))).map((each) => (
        <SmallMonth key={each} month={each} totals={totals} isCurrent={each === month} href={props.addressOf(each)} />
      ))}
    </nav>
  )
}

function SmallMonth(props: { month: string; totals: Totals; isCurrent: boolean; href: string }) {
  const { month, totals } = props
  const days = [...totals.values()].filter(({ date }) => monthOf(date) === month)
  return (
    <a href={props.href} className="small-month" aria-current={props.isCurrent ? 'page' : undefined}>
      <span className="fact" aria-hidden="true">
        {monthName(month).slice(0, 3)}
      </span>
      <span className="visually-hidden">{`${monthName(month)}: ${dayTotals(sumOf(days)) || 'nothing'}`}</span>
      <MonthSquares month={month} stepOf={(date) => heatOf(totals.get(date))} />
    </a>
  )
}

/** Renders a year as twelve walls of finished covers, and as a heat map of 53 by 7 days, with tooltips and a table of the numbers that a button opens. */
export function YearHeat(props: { year: number; addressOf: (month: string) => string }) {
  const { year } = props
  const id = useId()
  const [isTable, setTable] = useState(false)
  const viewer = useViewer()
  const { data, isError, refetch } = useQuery(yearQuery(year, { finished: true }))
  if (isError && !data)
    return <ErrorState title={JOURNAL_VIEW_TEXTS.yearNotLoaded} text={ENTRIES_SAFE} onRetry={() => void refetch()} />
  const totals = totalsOf(data?.days)
  const sum = sumOf(data?.days ?? [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <Figures
        items={[
          ['Days', numberText(totals.size)],
          ['Played', durationText(sum.minutes)],
          [plural(sum.entries, 'Entry', 'Entries'), numberText(sum.entries)],
        ]}
      />
      {/* A year with play has a page; the log may begin after the first entry. */}
      {viewer && sum.minutes > 0 && (
        <a className="justify-self-start underline underline-offset-3" href={`/profile/${viewer.id}/year/${year}`}>
          {year} in games
        </a>
      )}
      {data && <YearWalls year={data} addressOf={props.addressOf} />}
      <HeatMap
        year={year}
        label={`${year}: ${counted(totals.size, 'day')} with ${dayTotals(sum) || 'nothing'}`}
        stepOf={(date) => heatOf(totals.get(date))}
        tipOf={(date) => tipOf(date, totals.get(date))}
        monthHref={props.addressOf}
        className="max-md:hidden"
      />
      <nav className="small-months md:hidden" aria-label={`Months of ${year}`}>
        {monthsOf(year).map((month) => (
          <SmallMonth key={month} month={month} totals={totals} isCurrent={false} href={props.addressOf(month)} />
        ))}
      </nav>
      <Button
        className="justify-self-start"
        aria-expanded={isTable}
        aria-controls={isTable ? id : undefined}
        onClick={() => setTable(!isTable)}
      >
        {isTable ? 'Hide the table' : 'Show as a table'}
      </Button>
      {isTable && <HeatTable id={id} year={year} totals={totals} addressOf={props.addressOf} />}
    </div>
  )
}

function HeatTable(props: {
  id: string
  year: number
  totals: ReturnType<typeof totalsOf>
  addressOf: (month: string) => string
}) {
  const { id, year, totals } = props
  return (
    <table id={id} className={cx('heat-table num')}>
      <caption className="visually-hidden">{JOURNAL_VIEW_TEXTS.mapDays(year)}</caption>
      <thead>
        <tr className="fact">
          <th scope="col">Day</th>
          <th scope="col">Played</th>
          <th scope="col">Entries</th>
        </tr>
      </thead>
      <tbody>
        {[...totals.values()].map(({ date, minutes, entries }) => (
          <tr key={date}>
            <th scope="row">
              <a href={props.addressOf(monthOf(date))}>{dayText(date)}</a>
            </th>
            <td>{minutes > 0 ? durationText(minutes) : '–'}</td>
            <td>{entries > 0 ? entries : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
