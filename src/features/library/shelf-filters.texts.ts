/** The filters of a shelf in words, for its chips and for the charts that link to it. */

import { takesFilterWords } from '#features/catalogue/time-to-beat.texts.ts'
import { plural } from '#shared/counted.ts'
import { dayText, MONTHS } from '#shared/dates.ts'
import { COPY_KINDS, type CopyKind } from './copy-kinds.rules.ts'
import {
  type Contrast,
  type FilterName,
  lastOfMonth,
  MARKS,
  type PlaythroughMark,
  rangeOf,
  type Span,
  spanOf,
  spanText,
} from './shelf-filters.rules.ts'

const monthWords = (month: string) => `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`

/** Returns a span in words: '2026', 'May 2026', 'May 17, 2026' or 'May 1, 2026 to Jun 3, 2026'. */
export function spanWords({ first, last }: Span): string {
  const text = spanText({ first, last })
  if (text.length === 'YYYY'.length) return text
  if (text.length === 'YYYY-MM'.length) return monthWords(text)
  if (first === last) return dayText(first)
  const isMonths = first.endsWith('-01') && last === lastOfMonth(last.slice(0, 7))
  return isMonths ? `${monthWords(first)} to ${monthWords(last)}` : `${dayText(first)} to ${dayText(last)}`
}

/** 'Played in May 2026', 'Played on May 17, 2026'. */
export const playedWords = (span: Span): string => `Played ${span.first === span.last ? 'on' : 'in'} ${spanWords(span)}`

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export function hoursWords(value: string): string {
  const [from, to] = value.split('..')
  if (value === 'none') return 'No hours'
  if (from === '0') return `Less than ${to}h`
  return to ? `${from}h to ${to}h` : `${from}h and more`
}

export const starsWords = (value: string): string =>
  value === 'none' ? 'Not rated' : `${value} ${plural(Math.ceil(Number(value)), 'star')}`

export const releaseWords = (value: string): string =>
  value === 'none' ? 'Without a year' : value.replace('..', ' to ')

export const CONTRAST_WORDS: Record<Contrast, string> = {
  far_below: 'Far below others (1½ stars or more)',
  below: 'Below others',
  same: 'Like others (within half a star)',
  above: 'Above others',
  far_above: 'Far above others (1½ stars or more)',
}

/** Returns 'below 10', '10 to below 25', 'from 60', 'exactly 5'. */
export const priceWords = (value: string): string => {
  const { from = 0, to = null } = rangeOf(value) ?? {}
  if (to === null) return `from ${from}`
  if (to === from) return `exactly ${from}`
  return from === 0 ? `below ${to}` : `${from} to below ${to}`
}

const WORDS: Record<FilterName, (value: string) => string> = {
  played: (value) => playedWords(spanOf(value) as Span),
  weekday: (value) => `Played on a ${WEEKDAYS[Number(value) - 1]}`,
  waiting: (value) => `Waiting on ${dayText(value)}`,
  released: (value) => (value === 'none' ? 'Without a release year' : `Released ${releaseWords(value)}`),
  rating: (value) => (value === 'none' ? 'Not rated' : `Rated ${starsWords(value)}`),
  hours: hoursWords,
  takes: takesFilterWords,
  against: (value) => `Rated ${CONTRAST_WORDS[value as Contrast].toLowerCase()}`,
  played_on: (value) => `Played on ${value}`,
  other_played_on: () => 'Played on another platform',
  other_platforms: () => 'Other platforms',
  other_genres: () => 'Other genres',
  mark: (value) => MARKS[value as PlaythroughMark],
  shelf: (value) => `On “${value}”`,
  copy: (value) => COPY_KINDS[value as CopyKind],
  copy_platform: (value) => `Copy for ${value}`,
  copy_store: (value) => `Copy from ${value}`,
  copy_edition: (value) => `Edition “${value}”`,
  copy_got: (value) => `Copy got in ${value}`,
  copy_lent_to: (value) => `Lent to ${value}`,
  copy_price: (value) => `Price ${priceWords(value)}`,
}

/** Returns a valid filter in words. */
export const filterWords = (name: FilterName, value: string): string => WORDS[name](value)
