import * as z from 'zod/mini'
import { flag, numberUpTo } from '#shared/contract.ts'
import { CATEGORIES, FILTER_NAMES, type FilterName, SORTS, TIME_RANGES } from './catalogue.endpoints.ts'
import { FILTER_TOO_LONG } from './catalogue.texts.ts'
import { MAX_FILTER_LENGTH } from './game-filters.rules.ts'

const LAST_PAGE = 1_000_000

/** A filter never causes an error: an invalid value falls back to the default (G38). */
export const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.catch(z._default(z.enum(values), fallback as never), fallback as never)
export const text = (fallback: string, most = 100) =>
  z.catch(z._default(z.string().check(z.trim(), z.maxLength(most)), fallback), fallback)
export const page = numberUpTo(LAST_PAGE, 1)
const bound = z.catch(z.optional(z.coerce.number().check(z.minimum(0), z.maximum(100))), undefined)

/**
 * A filter of the grammar (game-filters.rules.ts), which parses it. Only a text that no page writes is refused: one of more than a
 * thousand characters.
 */
const filter = z._default(z.string().check(z.maxLength(MAX_FILTER_LENGTH, FILTER_TOO_LONG)), '')
type ParsedFilter = Exclude<FilterName, keyof typeof OTHER_FILTERS>
const OTHER_FILTERS = {
  page,
  sort: choice(SORTS, 'popularity'),
  category: choice(CATEGORIES, 'all'),
  timeRange: choice(TIME_RANGES, 'all'),
  multiplayer: flag(false),
  minRating: bound,
  maxRating: bound,
  search: text(''),
}
/** The filters as a request has them. */
export const FILTER_QUERY = {
  ...OTHER_FILTERS,
  ...(Object.fromEntries(
    FILTER_NAMES.filter((name) => !(name in OTHER_FILTERS)).map((name) => [name, filter]),
  ) as Record<ParsedFilter, typeof filter>),
}
