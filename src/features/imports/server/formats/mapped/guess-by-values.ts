import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import type { ImportField } from '../../../mapping.rules.ts'
import { flagIn } from '../records/numbers.ts'
import { isOfOthers, isOnlyDate, saysBought, saysFirstRun, saysLast } from '../words/column-names.ts'
import { likelyMeaningOf } from '../words/status-stems.ts'
import { meaningOf } from '../words/status-words.ts'
import { hasMeanings, isOfSigns, isText, isTicked } from './column-looks.ts'
import { guessUnit, saysHours } from './guess-units.ts'
import type { ColumnSurvey } from './survey-table.ts'

/** A column of words for a status is one, whatever it is called; and the first column of different texts has the names. */
export function takeByValues(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  const fields = [...used.values()]
  if (!fields.includes('status')) {
    const find = (fits: (column: ColumnSurvey) => boolean) =>
      columns.findIndex(
        (column, place) => isFree(place) && column.sampled > 0 && fits(column) && !isTicked(column) && isText(column),
      )
    const words = find((column) => hasMeanings(column, 1.5) || saysMore(column))
    // Where nothing else says how a game was played, the words of a few rows are enough, and the others are asked about.
    const isSaid = fields.includes('tick') || !fields.includes('title')
    const few = words !== -1 || isSaid ? words : find((column) => hasMeanings(column, 2.5) && isShort(column))
    const at = few !== -1 || isSaid ? few : find(isOfSigns)
    if (at !== -1) used.set(at, 'status')
  }
  takeAddresses(columns, used, isFree)
  takeDates(columns, used, isFree)
  takeRanges(columns, used, isFree)
  takeUnnamed(columns, used, isFree)
  if (fields.includes('title')) return
  const at = columns.findIndex(
    (column, place) => isFree(place) && column.sampled > 0 && isText(column) && isDistinct(column),
  )
  if (at === -1) return
  used.set(at, 'title')
  takeUnnamed(columns, used, isFree)
}

/** What a column without a name is by its values alone: names of platforms, ratings with their scale, times with their unit. */
const BY_VALUES: readonly (readonly [ImportField, (column: ColumnSurvey) => boolean])[] = [
  ['platform', ({ values }) => values.filter((value) => platformIdOf(value) !== null).length * 1.5 >= values.length],
  ['rating', ({ sampled, scaled }) => scaled === sampled],
  ['hours', ({ sampled, times, numbers, dates }) => times === sampled && numbers + dates === 0],
]

function takeUnnamed(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  for (const [field, fits] of BY_VALUES) {
    if ([...used.values()].includes(field)) continue
    // No other column has names of platforms, whatever it is called.
    const isClear = field === 'platform' && used.size > 0
    const at = columns.findIndex(
      (column, place) => (column.name === '' || isClear) && column.sampled > 0 && isFree(place) && fits(column),
    )
    if (at !== -1) used.set(at, field)
  }
}

/** Addresses of games at IGDB, and at Backloggd, which has the same ones. */
const ADDRESS = /^https?:\/\/(?:www\.)?(?:igdb|backloggd)\.com\/games\/[a-z0-9-]+\/?$/

function takeAddresses(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  if ([...used.values()].includes('igdb_slug')) return
  const at = columns.findIndex(
    ({ values }, place) => isFree(place) && values.length > 0 && values.every((value) => ADDRESS.test(value)),
  )
  if (at !== -1) used.set(at, 'igdb_slug')
}

/** A column of days is about the status that its name says: 'Done on', 'Playing since'. A day in 'Dropped' is a tick. */
function takeDates(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  for (const [at, column] of columns.entries()) {
    const { sampled, dates, meanings } = column
    // Words for a status may stand among the days: 'DNF'.
    if (!isFree(at) || dates === 0 || (dates * 2 <= sampled && dates + meanings < sampled)) continue
    const meaning = meaningOf(column.name)
    const isEnd = meaning === 'completed' || meaning === 'completionist' || saysFirstRun(column.name)
    // 'Letztes Mal gespielt' has a word for what is finished, too.
    const field = saysLast(column.name) ? 'last_played' : isEnd ? 'finished' : meaning === 'playing' ? 'started' : null
    if (field !== null && ![...used.values()].includes(field)) used.set(at, field)
    else if (meaning === 'dropped') used.set(at, 'tick')
  }
}

/** A column of days from one to another says when a game was played, whatever it is called. */
function takeRanges(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  if ([...used.values()].includes('finished')) return
  const at = columns.findIndex(
    ({ ranges, dates, sampled }, place) => isFree(place) && ranges > 0 && dates * 2 > sampled,
  )
  if (at !== -1) used.set(at, 'finished')
}

/** 'Done?' with yes, no and 'gave up' is a column for the status. */
function saysMore({ name, sampled, flags, meanings, values }: ColumnSurvey): boolean {
  if (meaningOf(name) !== undefined && meanings > 0 && (flags + meanings) * 1.5 >= sampled) return true
  // 'Did you finish it?' with 'Yes', 'No, gave up' and 'Not yet'.
  const said = values.filter((value) => flagIn(value) !== null || likelyMeaningOf(value) !== undefined)
  return (
    likelyMeaningOf(name) === 'completed' &&
    values.length <= MAX_ANSWERS &&
    said.length * 1.5 >= values.length &&
    values.some((value) => flagIn(value) !== null)
  )
}
const MAX_ANSWERS = 20

const LONGEST_STATUS = 40
const isShort = ({ values }: ColumnSurvey) => values.every((value) => value.length <= LONGEST_STATUS)

const isDistinct = ({ values, filled, meanings, sampled }: ColumnSurvey) =>
  (values.length >= 50 || values.length >= filled * 0.8) &&
  meanings * 2 < sampled &&
  filled > 0 &&
  !(values.length > 2 && values.every((value) => /\d/.test(value) && shapeOf(value) === shapeOf(values[0] as string)))

const shapeOf = (value: string): string => value.replace(/\d+/g, '0')

const SAYS_PLAYED: readonly ImportField[] = [
  'status',
  'tick',
  'rating',
  'hours',
  'completion',
  'started',
  'last_played',
]

/** The titles of the first rows repeat as those of a log do that has a row for each time of playing. */
const isOfSessions = ({ first }: ColumnSurvey): boolean => new Set(first).size * 3 <= first.length * 2

/**
 * A column that is called 'Date' and nothing more says when a game was finished where others say how it was played. Beside a shop or a
 * price it says when it was bought, in a log of sessions when the game was last played, and elsewhere it can be anything.
 */
export function settleDate(columns: readonly ColumnSurvey[], used: Map<number, ImportField>): void {
  const at = [...used].find(([place, field]) => field === 'finished' && isOnlyDate(columns[place]?.name ?? ''))?.[0]
  const fields = [...used.values()]
  const title = columns[[...used].find(([, field]) => field === 'title')?.[0] ?? -1]
  if (at !== undefined && title && !fields.includes('status') && isOfSessions(title)) {
    if (fields.includes('last_played')) used.delete(at)
    else used.set(at, 'last_played')
    return
  }
  if (at === undefined || SAYS_PLAYED.some((field) => fields.includes(field))) return
  const isBought = fields.includes('store') || fields.includes('price') || columns.some(({ name }) => saysBought(name))
  if (isBought && !fields.includes('acquired')) used.set(at, 'acquired')
  else if (columns[at]?.ranges === 0) used.delete(at)
}

/** Minutes below 60 beside a column of hours are the rest of them. */
export function addMinutes(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  const hours = [...used].find(([, field]) => field === 'hours')?.[0]
  if (hours === undefined) return
  const isWhole = (column: ColumnSurvey, place: number) =>
    isFree(place) && column.plain.length > 0 && !isOfOthers(column.name) && saysHours(column.name)
  const whole = guessUnit(columns[hours] as ColumnSurvey).value === 'minutes' ? columns.findIndex(isWhole) : -1
  if (whole !== -1 && columns[hours]?.plain.every((number) => number < 60)) used.set(whole, 'hours')
  if (guessUnit(columns[hours] as ColumnSurvey).value !== 'hours') return
  const at = columns.findIndex(
    (column, place) =>
      isFree(place) &&
      column.plain.length > 0 &&
      column.plain.every((number) => number < 60) &&
      !isOfOthers(column.name) &&
      guessUnit({ name: column.name, plain: [] }).value === 'minutes',
  )
  if (at !== -1) used.set(at, 'hours')
}
