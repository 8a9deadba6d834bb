import type { Table } from '../reading/table.ts'
import { dateIn, orderVotes } from '../records/dates.ts'
import { hoursIn, numberIn, ratingIn } from '../records/numbers.ts'

const MOST_VALUES = 50
const VALUE_LENGTH = 200

/** What the values of a column look like. */
export interface ColumnSurvey {
  name: string
  /** The number of rows with a value. */
  filled: number
  /** The first different values, at most 50. */
  values: string[]
  /** The largest rating that the column could mean; null without numbers. */
  largest: number | null
  /** How many values can be read as a number, as a time, and as a date. */
  numbers: number
  times: number
  dates: number
  /** How many dates can only begin with the day, and only with the month. */
  votes: { dmy: number; mdy: number }
}

/** Reads a whole table once and describes its columns. Nothing of the table stays in memory but a few values. */
export async function surveyTable(table: Table): Promise<ColumnSurvey[]> {
  const columns = table.header.map((name) => ({ survey: emptySurvey(name), seen: new Set<string>() }))
  for await (const { cells } of table.rows())
    for (const [at, { survey, seen }] of columns.entries()) {
      const text = cells[at]?.trim() ?? ''
      if (text !== '') observe(survey, seen, text)
    }
  return columns.map(({ survey, seen }) => ({ ...survey, values: [...seen] }))
}

const emptySurvey = (name: string): ColumnSurvey => ({
  name,
  filled: 0,
  values: [],
  largest: null,
  numbers: 0,
  times: 0,
  dates: 0,
  votes: { dmy: 0, mdy: 0 },
})

function observe(survey: ColumnSurvey, seen: Set<string>, text: string): void {
  survey.filled += 1
  if (seen.size < MOST_VALUES) seen.add(text.slice(0, VALUE_LENGTH).toWellFormed())
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
