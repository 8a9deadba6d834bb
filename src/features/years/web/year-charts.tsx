import type { CSSProperties } from 'react'
import { heatOf, monthName, monthsOf } from '#features/journal/calendar.rules.ts'
import { HeatMap, MonthSquares } from '#features/journal/web/journal.widgets.tsx'
import { HALF_STARS } from '#features/reviews/reviews.rules.ts'
import { gamesText } from '#shared/counted.ts'
import { dayText, durationText } from '#shared/dates.ts'
import { ratingSpoken, ratingText } from '#web/ui/rating.tsx'
import type { YearActivity, YearLibrary, YearShare } from '../years.contract.ts'
import { hoursOfYear } from '../years.rules.ts'
import { YEAR_TEXTS } from '../years.texts.ts'

const share = (value: number, most: number) => ({ '--v': `${(100 * value) / Math.max(1, most)}%` }) as CSSProperties

/** Hours of each month as bars, the games under them. A list of months for screen readers. */
export function MonthBars({ year, months }: { year: number; months: YearLibrary['months'] }) {
  const most = Math.max(...months.map(({ minutes }) => minutes))
  return (
    <ol className="year-months" aria-label={YEAR_TEXTS.monthChart}>
      {monthsOf(year).map((month, at) => {
        const { minutes = 0, games = 0, finished = 0 } = months[at] ?? {}
        const name = monthName(month)
        const words = [
          minutes > 0 && durationText(minutes),
          games > 0 && gamesText(games),
          finished > 0 && `${finished} finished`,
        ].filter(Boolean)
        const text = words.join(', ') || 'nothing'
        return (
          <li key={month} data-tip={`${name}: ${text}`} className={minutes > 0 && minutes === most ? 'on' : undefined}>
            <span className="visually-hidden">{`${name}: ${text}`}</span>
            <span className="year-month-hours num" aria-hidden="true">
              {minutes > 0 && hoursOfYear(minutes)}
            </span>
            <i style={share(minutes, most)} aria-hidden="true" />
            <span className="fact" aria-hidden="true">
              <span className="max-md:hidden">{name.slice(0, 3)}</span>
              <span className="md:hidden">{name.slice(0, 1)}</span>
            </span>
            <span className="year-month-games num" aria-hidden="true">
              {games > 0 ? games : '–'}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The days played as a heat map; on phones as twelve small months. */
export function DayHeat({ year, activity }: { year: number; activity: YearActivity }) {
  const days = new Map(activity.days.map((day) => [day.date, day]))
  const stepOf = (date: string) => {
    const day = days.get(date)
    // Without the minutes every day played looks the same.
    return heatOf(day && { minutes: day.minutes ?? 0, entries: 1 })
  }
  const tipOf = (date: string) => {
    const day = days.get(date)
    if (!day) return `${dayText(date)}: nothing`
    return day.minutes === null ? `${dayText(date)}: played` : `${dayText(date)}: ${durationText(day.minutes)}`
  }
  const label = `Days played in ${year}`
  const daysOf = (month: string) => activity.days.filter(({ date }) => date.startsWith(month)).length
  return (
    <>
      <HeatMap
        year={year}
        label={`${label}: ${activity.daysPlayed}`}
        stepOf={stepOf}
        tipOf={tipOf}
        className="max-md:hidden"
      />
      <ol className="small-months md:hidden" aria-label={`${label} by month`}>
        {monthsOf(year).map((month) => (
          <li key={month} className="small-month">
            <span className="fact" aria-hidden="true">
              {monthName(month).slice(0, 3)}
            </span>
            <span className="visually-hidden">{`${monthName(month)}: ${daysOf(month)}`}</span>
            <MonthSquares month={month} stepOf={stepOf} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Platforms or genres with their games, as bars of a list. */
export function ShareBars({ label, shares }: { label: string; shares: readonly YearShare[] }) {
  const most = Math.max(...shares.map(({ games }) => games))
  return (
    <ol className="year-shares" aria-label={label}>
      {shares.map(({ name, games, minutes }) => (
        <li key={name}>
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="num text-text-2">
            {gamesText(games)}
            {minutes > 0 && <span className="text-text-3"> · {hoursOfYear(minutes)}</span>}
          </span>
          <i style={share(games, most)} aria-hidden="true" />
        </li>
      ))}
    </ol>
  )
}

/** How many games have so many stars, from half a star to five. */
export function StarBars({ histogram }: { histogram: readonly number[] }) {
  const most = Math.max(...histogram)
  return (
    <div>
      <ol className="hist-bars" aria-label="Games by stars">
        {HALF_STARS.map((half, at) => {
          const count = histogram[at] ?? 0
          return (
            <li key={half} data-tip={`${ratingText(half / 2)} ★ · ${count}`} className="year-star">
              <span className="visually-hidden">{`${ratingSpoken(half / 2)} of 5: ${gamesText(count)}`}</span>
              <i style={{ '--h': `${(100 * count) / Math.max(1, most)}%` } as CSSProperties} aria-hidden="true" />
            </li>
          )
        })}
      </ol>
      <p className="hist-scale fact" aria-hidden="true">
        <span>½</span>
        <span>5</span>
      </p>
    </div>
  )
}
