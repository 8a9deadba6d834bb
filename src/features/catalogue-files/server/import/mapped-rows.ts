import type { Term } from '#features/catalogue/catalogue.contract.ts'
import {
  gameModes,
  genres,
  isSteamId,
  NOTHING_KNOWN,
  platformTermOf,
  themes,
  type Vocabulary,
} from '#features/catalogue/server/sources/sources.service.ts'
import { nameKeyOf } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { GameId } from '#shared/ids.ts'
import { canonicalGameId } from '#shared/ids.ts'
import type { Facts, Understood } from './entry.ts'
import { ImportError } from './import-error.ts'

/** The fields to which a column can be mapped. */
const MAP_FIELDS = [
  'name',
  'id',
  'key',
  'steam',
  'released',
  'platform',
  'genre',
  'theme',
  'mode',
  'developer',
  'publisher',
  'series',
  'alternative',
  'summary',
  'rating',
] as const
type MapField = (typeof MAP_FIELDS)[number]

/** Field → column, and the pattern of its dates. */
export type Mapping = Partial<Record<MapField, { column: string; pattern: string | null }>>

/**
 * Parses `name=title,released=release_date:"MMM D, YYYY",platform=system`. A shell removes the quotation marks, so a
 * comma separates only when the name of a field follows.
 *
 * @throws ImportError
 */
export function readMapping(text: string): Mapping {
  const mapping: Mapping = {}
  const parts = text.split(new RegExp(`,\\s*(?=(?:${MAP_FIELDS.join('|')})=)`))
  for (const part of parts) {
    const match = /^\s*(\w+)=([^:]+?)(?::(.+))?\s*$/.exec(part)
    const field = MAP_FIELDS.find((each) => each === match?.[1])
    if (!match || !field)
      throw new ImportError(`--map does not understand '${part}'. Fields are ${MAP_FIELDS.join(', ')}: name=title,…`)
    const pattern = match[3]?.trim().replace(/^(["'])(.*)\1$/, '$2') ?? null
    mapping[field] = { column: (match[2] as string).trim(), pattern }
  }
  if (!mapping.name) throw new ImportError('--map must name the column with the name: name=…')
  return mapping
}

export interface MappedFormat {
  mapping: Mapping
  /** The prefix of the keys: 'steam'. Two files of one collection have the same prefix. */
  collection: string
  /** The platform of every row. */
  platform: Term | null
  /** The renown, 0 to 100, computed from the columns of the file. */
  renownOf: (cell: (column: string) => string) => number
}

export function readMappedRow(format: MappedFormat, cell: (column: string) => string): Understood {
  const { mapping } = format
  const given = (field: MapField) => {
    const from = mapping[field]
    return from ? cell(from.column).trim() : ''
  }
  const many = (field: MapField) =>
    given(field)
      .split(/[;|]/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
  const name = given('name').replace(/\s+/g, ' ')
  if (name === '') return { reason: 'has no name' }
  if (name.length > 500) return { reason: 'has a name of more than 500 letters' }
  const id = given('id') === '' ? null : canonicalGameId(given('id'))
  if (given('id') !== '' && id === null) return { reason: `has '${given('id')}' where an id should be` }
  const released = dateIn(given('released'), mapping.released?.pattern ?? null)
  if (released === undefined) return { reason: `has '${given('released')}' where a date should be` }
  const rating = given('rating') === '' ? null : Number(given('rating'))
  if (rating !== null && !(rating >= 0 && rating <= 100))
    return { reason: `has '${given('rating')}' where a rating of 0 to 100 should be` }
  const steam = given('steam')
  if (steam !== '' && !isSteamId(steam)) return { reason: `has '${steam}' where an application id of Steam should be` }
  const platforms = many('platform').map(platformTermOf)
  if (format.platform) platforms.push(format.platform)
  const facts: Facts = {
    ...NOTHING_KNOWN,
    name,
    alternativeNames: many('alternative'),
    externalIds: steam === '' ? [] : [{ source: 'steam', uid: steam }],
    firstReleaseDate: released,
    platforms,
    genres: knownTerms(genres, many('genre')),
    themes: knownTerms(themes, many('theme')),
    gameModes: knownTerms(gameModes, many('mode')),
    developers: many('developer'),
    publishers: many('publisher'),
    series: given('series') || null,
    totalRating: rating,
    renown: format.renownOf(cell),
    summary: given('summary') || null,
  }
  const year = released === null ? '' : new Date(released * 1000).getUTCFullYear()
  const natural = `${nameKeyOf(name) || name}/${platforms.map((each) => each.id).join('+')}/${year}`
  return {
    id: id as GameId | null,
    key: `${format.collection}:${given('key') || natural}`,
    facts,
    early: null,
    storedOrigin: null,
  }
}

const knownTerms = (vocabulary: Vocabulary, names: readonly string[]): Term[] =>
  names.flatMap((name) => {
    const id = vocabulary.idOf(name)
    return id === null ? [] : [{ id, name: vocabulary.nameOf(id) as string }]
  })

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TOKENS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  MMMM: '(?<month>[A-Za-z]+)',
  MMM: '(?<month>[A-Za-z]{3})\\w*',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
}
const patterns = new Map<string, RegExp>()

/**
 * Returns Unix seconds of the day in UTC; the first day of an incomplete date. Null for an empty cell, undefined for an
 * invalid date. Without a pattern: a year, YYYY-MM or YYYY-MM-DD (a time after it is ignored). Several patterns are
 * separated by '|'.
 */
function dateIn(text: string, pattern: string | null): number | null | undefined {
  if (text === '') return null
  const groups = (pattern?.split('|') ?? [null])
    .map((each) => expressionOf(each).exec(text)?.groups)
    .find((found) => found !== undefined)
  if (!groups) return undefined
  const { year, month = '1', day = '1' } = groups
  const monthNumber = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const date = new Date(Date.UTC(Number(year), monthNumber - 1, Number(day)))
  // The 31st of February would become a day in March.
  const isReal = date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === Number(day)
  return isReal ? date.getTime() / 1000 : undefined
}

function expressionOf(pattern: string | null): RegExp {
  if (pattern === null) return /^(?<year>\d{4})(?:-(?<month>\d{1,2})(?:-(?<day>\d{1,2})(?:[T ].*)?)?)?$/
  const known = patterns.get(pattern)
  if (known) return known
  const escaped = pattern.replace(/YYYY|MMMM|MMM|MM|M|DD|D|[.*+?^${}()|[\]\\]/g, (part) => TOKENS[part] ?? `\\${part}`)
  if (!escaped.includes('?<year>')) throw new ImportError(`The date pattern '${pattern}' has no YYYY.`)
  const expression = new RegExp(`^${escaped}$`)
  patterns.set(pattern, expression)
  return expression
}
