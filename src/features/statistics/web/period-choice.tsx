import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { ALL_TIME, LAST_YEAR } from '../statistics.rules.ts'
import { pathOf, type StatisticsOwner, statisticsHref } from './statistics-address.ts'

/** Links to all time, the last twelve months and each year, and a form for any days; it works without scripts. */
export function PeriodChoice(props: {
  owner: StatisticsOwner
  period: string
  /** The years to choose from. */
  firstYear: number
  lastYear: number
  /** The days of the period, for the form. */
  first: string
  last: string
}) {
  const { owner, period, firstYear, lastYear } = props
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => String(lastYear - at))
  const named = [
    [ALL_TIME, 'All time'],
    [LAST_YEAR, 'Last 12 months'],
    ...years.map((year) => [year, year] as const),
  ] as const
  const isOther = !named.some(([value]) => value === period)
  return (
    <div className="stat-periods">
      <nav aria-label="Period">
        {named.map(([value, label]) => (
          <a
            key={value}
            href={statisticsHref(owner, value)}
            className={cx('chip chip-btn chip-tall', value === period && 'on')}
            aria-current={value === period ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <details open={isOther}>
        <summary className={cx('chip chip-btn chip-tall', isOther && 'on')}>Other days</summary>
        <form method="get" action={pathOf(owner)} className="stat-form" aria-label="Other days">
          <Field label="From">
            <TextInput type="date" name="from" className="num" defaultValue={props.first} required />
          </Field>
          <Field label="To">
            <TextInput type="date" name="to" className="num" defaultValue={props.last} required />
          </Field>
          {owner.as && <input type="hidden" name="as" value={owner.as} />}
          <Button type="submit" kind="solid">
            Show
          </Button>
        </form>
      </details>
    </div>
  )
}
