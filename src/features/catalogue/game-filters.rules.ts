import {
  CATEGORIES,
  FILTER_NAMES,
  type FilterName,
  SORTS,
  type TERM_KINDS,
  TIME_RANGES,
} from './catalogue.endpoints.ts'
import { SEARCH_LIST_FROM } from './catalogue.rules.ts'
import { hoursToBeatOf } from './time-to-beat.rules.ts'

/**
 * The grammar of filters (decision 0129): each is a text under its name, in the address of a page, in a request of the API, and in a
 * smart list. Pure, for both sides.
 */

export type TermKind = (typeof TERM_KINDS)[number]
/** A game has at least one of the terms, all of them, or none of them. */
export const WAYS = ['any', 'all', 'none'] as const
export type Way = (typeof WAYS)[number]

/** The longest text of one filter; a longer one is refused, because nobody has made it with the filters of a page. */
export const MAX_FILTER_LENGTH = 1000
const MAX_TERMS = 12
const MAX_TERM_LENGTH = 100

/** Returns the name of a filter by terms: 'genre' for any of them, 'genreAll', 'genreNot'. */
export const termName = (kind: TermKind, way: Way): FilterName =>
  way === 'any' ? kind : `${kind}${way === 'all' ? 'All' : 'Not'}`

/**
 * Parses the terms of a filter: ids or names with a star between two. A backslash makes a star or a backslash part of a name. 'All',
 * repetitions, names that are too long and more than twelve are left out.
 */
export function termsOf(text: string): string[] {
  if (text.length > MAX_FILTER_LENGTH) return []
  const parts = [...text.matchAll(/(?:\\[\s\S]|[^*])+/g)].map(([part]) => part.replace(/\\([*\\])/g, '$1').trim())
  const terms = parts.filter((term) => term !== '' && term.length <= MAX_TERM_LENGTH && term.toLowerCase() !== 'all')
  return [...new Set(terms)].slice(0, MAX_TERMS)
}

export const termsText = (terms: readonly string[]): string =>
  terms.map((term) => term.replace(/[\\*]/g, '\\$&')).join('*')

/** Numbers with both ends; null for an open one. */
export interface Bounds {
  from: number | null
  to: number | null
}

/** Parses 'from..to', 'from..', '..to' or one number. Returns null for anything else. */
export function boundsOf(text: string): Bounds | null {
  const [, first = '', dots, last = ''] = /^(\d{1,6}(?:\.5)?)?(?:(\.\.)(\d{1,6}(?:\.5)?)?)?$/.exec(text) ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? null : Number(first)
  const to = dots === undefined ? from : last === '' ? null : Number(last)
  return from !== null && to !== null && from > to ? null : { from, to }
}

/** Returns the shortest text of bounds: '1998', '1998..', '..2004' or '1998..2004'; empty for no bound. */
export function boundsText({ from, to }: Bounds): string {
  if (from === to) return from === null ? '' : String(from)
  return `${from ?? ''}..${to ?? ''}`
}

/** The numbers of players for which lists are filtered: at least so many can play together. */
export const PLAYER_STEPS = ['2', '3', '4', '8', '16', '32'] as const
/** The ages for which lists are filtered: games that are made for people of that age. */
export const AGE_STEPS = ['3', '7', '12', '16'] as const

/** Where a game stands with the member: not in the library, in it, wanted, owned as a copy. */
export const SHELF_CHOICES = ['none', 'any', 'want', 'owned'] as const
/** What friends do with a game, as far as they show it to the member. */
export const FRIEND_CHOICES = ['playing', 'finished', 'want'] as const

type Canonical = (text: string) => string

const oneOf =
  (values: readonly string[], fallback = ''): Canonical =>
  (text) =>
    values.includes(text) && text !== fallback ? text : ''
const matching =
  (test: (text: string) => boolean): Canonical =>
  (text) =>
    test(text) ? text : ''
const score = (none: string) => matching((text) => /^\d{1,3}$/.test(text) && Number(text) <= 100 && text !== none)
const within =
  (least: number, most: number, form = /^[\d.]*$/): Canonical =>
  (text) => {
    const bounds = form.test(text) ? boundsOf(text) : null
    const isInside = (end: number | null) => end === null || (end >= least && end <= most)
    return bounds && isInside(bounds.from) && isInside(bounds.to) ? boundsText(bounds) : ''
  }
const terms: Canonical = (text) => {
  const written = termsText(termsOf(text))
  return written.length <= MAX_FILTER_LENGTH ? written : ''
}

const OTHERS: Partial<Record<FilterName, Canonical>> = {
  search: matching((text) => [...text].length >= SEARCH_LIST_FROM && text.length <= 100),
  category: oneOf(CATEGORIES, 'all'),
  /** A year, or years 'from..to' with an open end. */
  year: within(1000, 9999, /^(?:\d{4})?(?:\.\.(?:\d{4})?)?$/),
  multiplayer: oneOf(['true']),
  timeRange: oneOf(TIME_RANGES, 'all'),
  /** The score of the source, 0 to 100. */
  minRating: score('0'),
  maxRating: score('100'),
  takes: matching((text) => hoursToBeatOf(text) !== null),
  /** The scores of critics and of players, 0 to 100, and the stars of this site's members, 0.5 to 5. */
  critics: within(0, 100, /^\d*(?:\.\.\d*)?$/),
  players: within(0, 100, /^\d*(?:\.\.\d*)?$/),
  stars: within(0.5, 5),
  /** The least number of ratings. */
  ratings: matching((text) => /^[1-9]\d{0,5}$/.test(text)),
  age: oneOf(AGE_STEPS),
  online: oneOf(PLAYER_STEPS),
  couch: oneOf(PLAYER_STEPS),
  coop: oneOf(PLAYER_STEPS),
  shelf: oneOf(SHELF_CHOICES),
  friends: oneOf(FRIEND_CHOICES),
  on: oneOf(['mine']),
  sort: oneOf(SORTS, 'popularity'),
  page: matching((text) => /^[1-9]\d{0,5}$/.test(text) && text !== '1'),
}

/** Filters by their names, each with its canonical text. Those that filter nothing are missing. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** Returns the canonical text of a filter; empty for one that is invalid or filters nothing (G38). */
export const canonical = (name: FilterName, text: string): string => (OTHERS[name] ?? terms)(text.trim())

/** Parses filters. A filter that is given several times has the terms of all. Invalid and unknown ones are ignored. */
export function parseFilters(textsOf: (name: FilterName) => readonly string[]): Filters {
  const filters: Partial<Record<FilterName, string>> = {}
  for (const name of FILTER_NAMES) {
    const texts = textsOf(name)
    const text = canonical(name, name in OTHERS ? (texts[0] ?? '') : texts.join('*'))
    if (text !== '') filters[name] = text
  }
  const { minRating, maxRating, ...others } = filters
  if (!minRating || !maxRating || Number(minRating) <= Number(maxRating)) return filters
  // Swaps reversed bounds (G38).
  return { ...others, minRating: maxRating, maxRating: minRating }
}

/** Returns the filters as parameters of an address, in their order. */
export function filterParameters(filters: Filters): URLSearchParams {
  const search = new URLSearchParams()
  for (const name of FILTER_NAMES) {
    const text = canonical(name, filters[name] ?? '')
    if (text !== '') search.set(name, text)
  }
  return search
}
