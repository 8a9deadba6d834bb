import { cx } from '#web/ui/class-names.ts'
import { monthName, monthOf, weeksOfMonth, weeksOfYear } from '../calendar.rules.ts'
import { JOURNAL_VIEW_TEXTS } from '../journal-screens.texts.ts'

/** Returns the step of a day, 0 to 3 (`heatOf`). */
type StepOf = (date: string) => 0 | 1 | 2 | 3

/**
 * Renders a year as 53 by 7 days. `label` describes the map to screen readers; the numbers of the days are in tooltips.
 * With `monthHref` the names of the months are links.
 */
export function HeatMap(props: {
  year: number
  label: string
  stepOf: StepOf
  tipOf: (date: string) => string
  monthHref?: (month: string) => string
  className?: string
}) {
  const { year, monthHref } = props
  const weeks = weeksOfYear(year)
  const months = weeks.flatMap((week, column) => {
    const first = week.find((date) => date?.endsWith('-01'))
    return first ? [{ first, name: monthName(first), style: { gridColumn: `${column + 1} / span 4`, gridRow: 1 } }] : []
  })
  return (
    <div className={cx('heat-map', props.className)}>
      {monthHref ? (
        <nav className="contents" aria-label={JOURNAL_VIEW_TEXTS.mapMonths(year)}>
          {months.map(({ first, name, style }) => (
            <a key={first} className="heat-month fact" href={monthHref(monthOf(first))} style={style}>
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="visually-hidden">{name}</span>
            </a>
          ))}
        </nav>
      ) : (
        months.map(({ first, name, style }) => (
          <span key={first} className="fact" style={style} aria-hidden="true">
            {name.slice(0, 3)}
          </span>
        ))
      )}
      <div className="contents" role="img" aria-label={props.label}>
        {weeks.map((week, column) =>
          week.map(
            (date, row) =>
              date && (
                <i
                  key={date}
                  className={`heat heat-${props.stepOf(date)}`}
                  style={{ gridColumn: column + 1, gridRow: row + 2 }}
                  data-tip={props.tipOf(date)}
                />
              ),
          ),
        )}
      </div>
    </div>
  )
}

/** Renders the days of a month 'YYYY-MM' as small squares, without text. */
export function MonthSquares({ month, stepOf }: { month: string; stepOf: StepOf }) {
  return (
    <svg viewBox="0 0 27 23" aria-hidden="true">
      {weeksOfMonth(month).map((week, row) =>
        week.map(
          (date, column) =>
            date && (
              <rect
                key={date}
                className={`heat heat-${stepOf(date)}`}
                x={column * 4}
                y={row * 4}
                width={3}
                height={3}
              />
            ),
        ),
      )}
    </svg>
  )
}
