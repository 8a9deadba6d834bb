/** What each chart of the statistics shows: its bars in words, and which games are behind each. Pure. */

import { monthName } from '#features/journal/calendar.rules.ts'
import { STATUS_LABELS, type Status } from '#features/library/library.rules.ts'
import type { ShelfChoice } from '#features/library/shelf.rules.ts'
import { type Contrast, namesText, type Span, spanText } from '#features/library/shelf-filters.rules.ts'
import {
  CONTRAST_WORDS,
  hoursWords,
  releaseWords,
  spanWords,
  starsWords,
  WEEKDAYS,
} from '#features/library/shelf-filters.texts.ts'
import { hoursOfYear } from '#features/years/years.rules.ts'
import { gamesText, numberText } from '#shared/counted.ts'
import { dayText } from '#shared/dates.ts'
import { CHART_NOTES } from './charts.texts.ts'
import type { LibraryStatistics, Names, Statistics } from './statistics.contract.ts'
import type { Unit } from './statistics.rules.ts'

export interface ChartBar {
  /** In words: 'May 2026'. */
  label: string
  /** Under a column: 'May'. */
  tick: string
  /** Below it, at the first month of a year: '2026'. */
  second?: string
  value: number
  /** The status that the bar counts: its row has the colour and the shape. */
  status?: Status
  /** The value in words: '12h 30m', '3 games'. */
  text: string
  /** The value above a column: '12h', '3'. */
  short: string
  /** The games that the list of `choice` finds. */
  games: number
  choice: ShelfChoice
}

export interface Chart {
  id: string
  title: string
  /** The head of the first column of the table. */
  unit: string
  /** What is counted. */
  note?: string
  /** Columns have an order, such as time; rows have long names. */
  kind: 'columns' | 'rows'
  /** The values are minutes; the table then has the games too. */
  isTime: boolean
  /** A value in short, for the scale. */
  textOf: (value: number) => string
  bars: readonly ChartBar[]
}

/** The year below a month: at January, and at the first month if January is not next to it. */
const yearBelow = (unit: Unit, parts: readonly { first: string }[], at: number): { second?: string } => {
  const isJanuary = (part: { first: string } | undefined) => part?.first.slice(5, 7) === '01'
  const isFirst = at === 0 && !parts.slice(0, 3).some(isJanuary)
  if (unit !== 'month' || !(isFirst || isJanuary(parts[at]))) return {}
  return { second: parts[at]?.first.slice(0, 4) ?? '' }
}

const tickOf = (unit: Unit, { first }: Span) =>
  unit === 'year'
    ? first.slice(0, 4)
    : unit === 'month'
      ? monthName(first.slice(0, 7)).slice(0, 3)
      : String(Number(first.slice(8)))

const ofGames = (games: number) => ({ value: games, games, text: gamesText(games), short: numberText(games) })
const shortTime = (minutes: number) =>
  minutes < 60 ? `${Math.round(minutes)}m` : `${numberText(Math.round(minutes / 60))}h`
const ofTime = (minutes: number, games: number) => ({
  value: minutes,
  games,
  text: hoursOfYear(minutes),
  short: shortTime(minutes),
})
const time = { isTime: true, textOf: shortTime } as const
const number = { isTime: false, textOf: numberText } as const

/** Returns the charts that have something to show, in their order on the page. */
export function chartsOf({ span }: Pick<Statistics, 'span'>, library: LibraryStatistics): Chart[] {
  const within: ShelfChoice = span ? { played: spanText(span) } : {}
  const charts = [
    hoursChart(library),
    weekdayChart(library, within),
    statusChart(library, within),
    ...nameCharts(library, within),
    releaseChart(library, within),
    hoursPerGameChart(library, within),
    ratingChart(library, within),
    communityChart(library, within),
    backlogChart(library),
  ]
  return charts.filter((chart) => chart !== null).filter(({ bars }) => bars.some(({ value }) => value > 0))
}

const UNIT_TITLES = { day: 'Hours by day', month: 'Hours by month', year: 'Hours by year' } as const
const UNIT_HEADS = { day: 'Day', month: 'Month', year: 'Year' } as const

/** Leaves out what comes before the first one of which something is drawn. */
const fromFirst = <Of>(all: readonly Of[], amountOf: (one: Of) => number): readonly Of[] =>
  all.slice(
    Math.max(
      0,
      all.findIndex((one) => amountOf(one) > 0),
    ),
  )

function hoursChart({ unit, parts: all }: LibraryStatistics): Chart {
  const parts = fromFirst(all, ({ minutes }) => minutes)
  const bars = parts.map((part, at) => ({
    label: spanWords(part),
    tick: tickOf(unit, part),
    ...yearBelow(unit, parts, at),
    ...ofTime(part.minutes, part.games),
    choice: { played: spanText(part) },
  }))
  return { id: 'hours', title: UNIT_TITLES[unit], unit: UNIT_HEADS[unit], kind: 'columns', ...time, bars }
}

function weekdayChart({ weekdays }: LibraryStatistics, within: ShelfChoice): Chart | null {
  if (!weekdays) return null
  const bars = weekdays.map(({ minutes, games }, at) => ({
    label: WEEKDAYS[at] ?? '',
    tick: (WEEKDAYS[at] ?? '').slice(0, 3),
    ...ofTime(minutes, games),
    choice: { ...within, weekday: String(at + 1) },
  }))
  const note = CHART_NOTES.weekdays
  return { id: 'weekdays', title: 'Hours by weekday', unit: 'Weekday', note, kind: 'columns', ...time, bars }
}

function statusChart({ statuses }: LibraryStatistics, within: ShelfChoice): Chart {
  const bars = statuses.map(({ status, games }) => ({
    label: STATUS_LABELS[status],
    tick: STATUS_LABELS[status],
    status,
    ...ofGames(games),
    choice: { ...within, status },
  }))
  return { id: 'statuses', title: 'Status today', unit: 'Status', kind: 'rows', ...number, bars }
}

function nameCharts({ playedOn, platforms, genres }: LibraryStatistics, within: ShelfChoice): Chart[] {
  const barsOf = (
    names: Names,
    name: 'played_on' | 'platform' | 'genre',
    other: 'other_played_on' | 'other_platforms' | 'other_genres',
  ) => {
    const shown = names.names.map((each) => ({
      label: each.name,
      tick: each.name,
      ...ofGames(each.games),
      choice: { ...within, [name]: each.name },
    }))
    const excluded = namesText(names.names.map((each) => each.name))
    const label = name === 'genre' ? 'Other genres' : 'Other platforms'
    const rest = names.others ? [{ label, tick: label, ...ofGames(names.others) }] : []
    return [...shown, ...rest.map((bar) => ({ ...bar, choice: { ...within, [other]: excluded } }))]
  }
  return [
    {
      ...{ id: 'played_on', title: 'Platforms played', unit: 'Platform', kind: 'rows', ...number },
      note: CHART_NOTES.playedOn,
      bars: barsOf(playedOn, 'played_on', 'other_played_on'),
    },
    {
      ...{ id: 'platforms', title: 'Available on', unit: 'Platform', kind: 'rows', ...number },
      note: CHART_NOTES.platforms,
      bars: barsOf(platforms, 'platform', 'other_platforms'),
    },
    {
      ...{ id: 'genres', title: 'Genres', unit: 'Genre', kind: 'rows', ...number },
      note: CHART_NOTES.genres,
      bars: barsOf(genres, 'genre', 'other_genres'),
    },
  ]
}

function releaseChart({ released }: LibraryStatistics, within: ShelfChoice): Chart {
  const bars = released.map(({ value, games }) => ({
    label: releaseWords(value),
    tick: value === 'none' ? 'TBA' : value.replace(/\.\.\d\d/, '–'),
    ...ofGames(games),
    choice: { ...within, released: value },
  }))
  return { id: 'released', title: 'Year of release', unit: 'Year', kind: 'columns', ...number, bars }
}

function hoursPerGameChart({ hours }: LibraryStatistics, within: ShelfChoice): Chart {
  const bars = hours.map(({ value, games }) => ({
    label: hoursWords(value),
    tick: hoursWords(value),
    ...ofGames(games),
    choice: { ...within, hours: value },
  }))
  const note = within.played ? CHART_NOTES.playtimes : ''
  const words = { title: 'Hours per game', unit: 'Hours', ...(note && { note }) }
  return { id: 'playtimes', ...words, kind: 'rows', ...number, bars }
}

function ratingChart({ ratings }: LibraryStatistics, within: ShelfChoice): Chart {
  const rated = ratings.bars.map(({ value, games }) => ({
    label: starsWords(value),
    tick: value.replace(/\.5$/, '½').replace(/^0½/, '½'),
    ...ofGames(games),
    choice: { ...within, rating: value },
  }))
  const bars = ratings.rated === 0 ? [] : rated
  const note = ratings.unrated > 0 ? CHART_NOTES.unrated(ratings.unrated) : ''
  return { id: 'ratings', title: 'Ratings', unit: 'Rating', ...(note && { note }), kind: 'columns', ...number, bars }
}

function communityChart({ community }: LibraryStatistics, within: ShelfChoice): Chart | null {
  if (!community) return null
  const bars = community.bars.map(({ value, games }) => ({
    label: CONTRAST_WORDS[value as Contrast],
    tick: CONTRAST_WORDS[value as Contrast],
    ...ofGames(games),
    choice: { ...within, against: value },
  }))
  return { id: 'community', title: 'Against the community', unit: 'Compared', kind: 'rows', ...number, bars }
}

function backlogChart({ unit, backlog: all }: LibraryStatistics): Chart {
  const backlog = fromFirst(all, ({ games }) => games)
  const ends = backlog.map(({ on }) => ({ first: on, last: on }))
  const bars = backlog.map(({ on, games }, at) => ({
    label: dayText(on),
    tick: tickOf(unit, { first: on, last: on }),
    ...yearBelow(unit, ends, at),
    ...ofGames(games),
    choice: { waiting: on },
  }))
  const note = CHART_NOTES.backlog
  return { id: 'backlog', title: 'Backlog over time', unit: 'End of', note, kind: 'columns', ...number, bars }
}
