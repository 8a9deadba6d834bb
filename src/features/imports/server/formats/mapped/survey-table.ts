import type { Table } from '../reading/table.ts'
import { dateIn, orderVotes } from '../records/dates.ts'
import { hoursIn, numberIn, ratingIn } from '../records/numbers.ts'

const MAX_VALUES = 50
const VALUE_LENGTH = 200
/** So many cells of a table are looked at closely, shared among its columns, and after them every fourth, every sixteenth ... */
const CLOSE_CELLS = 100_000
const SPARSER = 4

/** What the values of a column look like. */
export interface ColumnSurvey {
  name: string
  /** The number of rows with a value. */
  filled: number
  /** The first different values, at most 50. */
  values: string[]
  /** The number of values that were looked at closely, from the whole table; what follows is about these. */
  sampled: number
  /** The largest rating that the column could mean; null without numbers. */
  largest: number | null
  /** How many values can be read as a number, as a time, and as a date. */
  numbers: number
  times: number
  dates: number
  /** How many dates can only begin with the day, and only with the month. */
  votes: { dmy: number; mdy: number }
}

/**
 * Reads a whole table once and describes its columns: all different values, and a sample of cells for the rest, because a look
 * at a cell costs more than reading it. Nothing of the table stays in memory but a few values.
 */
export async function surveyTable(table: Table): Promise<ColumnSurvey[]> {
  const columns = table.header.map((name) => ({ survey: emptySurvey(name), seen: new Set<string>() }))
  const isSampled = createSample(Math.ceil(CLOSE_CELLS / Math.max(1, columns.length)))
  for await (const { cells } of table.rows())
    for (const [at, { survey, seen }] of columns.entries()) {
      const text = cells[at]?.trim() ?? ''
      if (text === '') continue
      survey.filled += 1
      if (seen.size < MAX_VALUES) seen.add(shortened(text))
      if (isSampled(survey)) lookClosely(survey, text)
    }
  return columns.map(({ survey, seen }) => ({ ...survey, values: [...seen] }))
}

/** Returns whether the latest value of a column belongs to the sample: the first ones all do, the later ones ever fewer. */
function createSample(dense: number): (survey: Pick<ColumnSurvey, 'filled' | 'sampled'>) => boolean {
  return ({ filled, sampled }) => filled % SPARSER ** Math.floor(sampled / dense) === 0
}

/** A text of its own: a part of a string would hold all of it in memory. */
const shortened = (text: string): string =>
  (text.length > VALUE_LENGTH ? Buffer.from(text.slice(0, VALUE_LENGTH)).toString() : text).toWellFormed()

const emptySurvey = (name: string): ColumnSurvey => ({
  name,
  filled: 0,
  values: [],
  sampled: 0,
  largest: null,
  numbers: 0,
  times: 0,
  dates: 0,
  votes: { dmy: 0, mdy: 0 },
})

function lookClosely(survey: ColumnSurvey, text: string): void {
  survey.sampled += 1
  if (text.length > VALUE_LENGTH) return
  const rated = ratingIn(text, 0)
  if (rated) survey.largest = Math.max(survey.largest ?? 0, rated.max || rated.value)
  if (numberIn(text) !== null || rated) survey.numbers += 1
  if (hoursIn(text, 'hours') !== null) survey.times += 1
  const date = dateIn(text, 'dmy', '9999-12-31')
  if (date === null || !('reason' in date) || date.reason === 'out-of-range') survey.dates += 1
  const vote = orderVotes(text)
  if (vote) survey.votes[vote] += 1
}
