import { LETTER_GRADE } from '../../../grades.rules.ts'
import type { DateOrder } from '../../../mapping.rules.ts'
import type { Table } from '../reading/table.ts'
import { rangeIn } from '../records/date-ranges.ts'
import { dateIn, hasShortDay, isYearless, orderVotes } from '../records/dates.ts'
import { flagIn, hoursIn, numberIn, percentIn, ratingIn, THOUSANDS } from '../records/numbers.ts'
import { isPartOfYear } from '../records/vague-dates.ts'
import { withPlainDigits } from '../words/folded.ts'
import { meaningOf } from '../words/status-words.ts'

const MAX_VALUES = 50
const VALUE_LENGTH = 200
/** So many rows of a table show which columns are filled together, each by the beginnings of its cells. */
const FIRST_ROWS = 100
const FIRST_LENGTH = 40
/** So many cells of a table are looked at closely, shared among its columns, and after them every fourth, every sixteenth ... */
const CLOSE_CELLS = 100_000
const SPARSER = 4
/** So many numbers of a column decide what they count. */
const MAX_NUMBERS = 500

/** What the values of a column look like. */
export interface ColumnSurvey {
  name: string
  /** The number of rows with a value. */
  filled: number
  /** The first different values, at most 50, and how many rows have each of them. */
  values: string[]
  counts: number[]
  /** The beginnings of the values of the first rows, '' for an empty cell. */
  first: string[]
  /** The number of values that were looked at closely, from the whole table; what follows is about these. */
  sampled: number
  /** The largest rating that the column could mean; null without numbers. */
  largest: number | null
  /** How many values can be read as a number, as a rating that names its scale, as a time, and as a date. */
  numbers: number
  scaled: number
  times: number
  dates: number
  /** How many values are two days, from one to the other. */
  ranges: number
  /** How many numbers have a comma or a point before one or two decimals, and how many have a point before three digits. */
  commas: number
  points: number
  thousands: number
  /** How many values are a grade in letters: 'A-', 'S'; and how many a percentage with decimals. */
  letters: number
  shares: number
  /** How many values are words for a status, and how many say yes or no; how many of these say yes. */
  meanings: number
  flags: number
  ticks: number
  /** The first numbers above 0 that stand alone, without a unit. */
  plain: number[]
  /** How many dates can only begin with the day, and only with the month. */
  votes: Record<DateOrder, number>
  /** How many dates with slashes have a day or month of one digit, and how many have a half of the day: '1/2/2024 3:04 PM'. */
  short: number
  halves: number
}

/**
 * Reads a whole table once and describes its columns: all different values, and a sample of cells for the rest, because a look
 * at a cell costs more than reading it. Nothing of the table stays in memory but a few values.
 */
export async function surveyTable(table: Table): Promise<ColumnSurvey[]> {
  const columns = table.header.map((name) => ({ survey: emptySurvey(name), seen: new Map<string, number>() }))
  const isSampled = createSample(Math.ceil(CLOSE_CELLS / Math.max(1, columns.length)))
  for await (const { cells } of table.rows())
    for (const [at, { survey, seen }] of columns.entries()) {
      const text = cells[at]?.trim() ?? ''
      if (survey.first.length < FIRST_ROWS) survey.first.push(shortened(text, FIRST_LENGTH))
      if (text === '') continue
      survey.filled += 1
      countValue(seen, text)
      if (isSampled(survey)) lookClosely(survey, withPlainDigits(text))
    }
  return columns.map(({ survey, seen }) => ({ ...survey, values: [...seen.keys()], counts: [...seen.values()] }))
}

function countValue(seen: Map<string, number>, text: string): void {
  const count = text.length > VALUE_LENGTH ? undefined : seen.get(text)
  if (count !== undefined) seen.set(text, count + 1)
  else if (seen.size < MAX_VALUES) seen.set(shortened(text), 1)
}

/** Returns whether the latest value of a column belongs to the sample: the first ones all do, the later ones ever fewer. */
function createSample(dense: number): (survey: Pick<ColumnSurvey, 'filled' | 'sampled'>) => boolean {
  return ({ filled, sampled }) => filled % SPARSER ** Math.floor(sampled / dense) === 0
}

/** A text of its own: a part of a string would hold all of it in memory. */
const shortened = (text: string, most = VALUE_LENGTH): string =>
  (text.length > most ? Buffer.from(text.slice(0, most)).toString() : text).toWellFormed()

const emptySurvey = (name: string): ColumnSurvey => ({
  name,
  filled: 0,
  values: [],
  counts: [],
  first: [],
  sampled: 0,
  largest: null,
  numbers: 0,
  scaled: 0,
  times: 0,
  dates: 0,
  ranges: 0,
  letters: 0,
  shares: 0,
  commas: 0,
  points: 0,
  thousands: 0,
  meanings: 0,
  flags: 0,
  ticks: 0,
  plain: [],
  votes: { dmy: 0, mdy: 0 },
  short: 0,
  halves: 0,
})

/** What stands for nothing does not count for or against what a column means. */
const NOTHING = /^(?:-+|–|—|n\/?a|none|null|nan|\?|tbd|unknown|never|unrated|no rating)$/i

function lookClosely(survey: ColumnSurvey, text: string): void {
  if (NOTHING.test(text)) return
  survey.sampled += 1
  if (text.length > VALUE_LENGTH) return
  // Most values of a table are names and notes, which are no numbers.
  const isCounted = /[\d★⭐🌟½*]/u.test(text)
  if (isCounted) lookAtNumber(survey, text)
  if (LETTER_GRADE.test(text)) survey.letters += 1
  const meaning = meaningOf(text)
  // 'Not Played' stands for no time, too.
  if (meaning === 'want_to_play' && survey.times > 0 && !isCounted) survey.times += 1
  // '50%' among words for a status is one.
  if (meaning !== undefined || percentIn(text) !== null) survey.meanings += 1
  const flag = flagIn(text)
  if (flag !== null) survey.flags += 1
  if (flag === true) survey.ticks += 1
  if (isCounted) lookAtDate(survey, text)
}

function lookAtNumber(survey: ColumnSurvey, text: string): void {
  const rated = ratingIn(text, 0)
  const number = numberIn(text) ?? (rated?.max === 0 ? rated.value : null)
  if (rated) survey.largest = Math.max(survey.largest ?? 0, rated.max || rated.value)
  if (rated && rated.max > 0) survey.scaled += 1
  if (number !== null || rated) survey.numbers += 1
  const isPlain = number !== null && number > 0 && !(rated && rated.max > 0)
  if (isPlain && survey.plain.length < MAX_NUMBERS) survey.plain.push(number)
  const isTime = hoursIn(text, 'hours') !== null
  if (isTime) survey.times += 1
  if (isTime || number !== null || rated) lookAtMarks(survey, text)
}

function lookAtMarks(survey: ColumnSurvey, text: string): void {
  if (/\d,\d{1,2}(?!\d)/.test(text)) survey.commas += 1
  if (/\d\.\d{1,2}(?!\d)/.test(text)) survey.points += 1
  if (THOUSANDS.test(text)) survey.thousands += 1
  if (/\d[.,]\d+\s*%$/.test(text)) survey.shares += 1
}

const YEAR = /^(?:19[5-9]|20[0-4])\d$/

function lookAtDate(survey: ColumnSurvey, text: string): void {
  const date = dateIn(text, 'dmy', '9999-12-31')
  // '1290' is a number of minutes, and no year.
  if (/^\d{1,4}$/.test(text) && text !== '0' && !YEAR.test(text)) return
  // A 0 among days is none of them, and says nothing about the column.
  const isDay = date === null ? text !== '0' || survey.dates > 0 : !('reason' in date) || date.reason === 'out-of-range'
  // Notion writes two days with an arrow, which are a day of the end, too.
  const isRange = (!isDay || text.includes('→')) && rangeIn(text, 'dmy', '9999-12-31') !== null
  if (isDay || isRange || isYearless(text) || isPartOfYear(text)) survey.dates += 1
  if (isRange) survey.ranges += 1
  const vote = orderVotes(text)
  if (vote) survey.votes[vote] += 1
  if (hasShortDay(text)) survey.short += 1
  if (/\d\s*[ap]\.?m\.?\b/i.test(text)) survey.halves += 1
}
