import type { Meaning } from '../../../mapping.rules.ts'
import { flagIn, percentIn } from '../records/numbers.ts'
import { statusCell } from '../records/status-cells.ts'
import { likelyMeaningOf } from '../words/status-stems.ts'
import { isPlayed, isRetiredAmong, meaningOf } from '../words/status-words.ts'
import type { ColumnSurvey } from './survey-table.ts'

/** 'Yes' in a column for the status means what the name of the column says. */
export function saidByName(column: ColumnSurvey | undefined): Record<string, Meaning> {
  const meaning = column && likelyMeaningOf(column.name)
  const said = meaning ? column.values.filter((value) => flagIn(value) === true) : []
  return Object.fromEntries(said.map((value) => [value.toLowerCase(), meaning as Meaning]))
}

const meaningOfPercent = (percent: number): Meaning =>
  percent === 0 ? 'want_to_play' : percent < 100 ? 'playing' : 'completed'

/** A column that says 'Played' beside one that says 'Completed' means a game that was begun. */
export function playedAmong(ticked: readonly string[]): Record<string, Meaning> {
  const isFinished = (name: string) => meaningOf(name) === 'completed' && !isPlayed(name)
  if (!ticked.some(isFinished)) return {}
  return Object.fromEntries(ticked.filter(isPlayed).map((name) => [name.toLowerCase(), 'playing']))
}

/**
 * Returns the meanings of the values of a status column, as far as they are known. '100%' means everything in a game, unless other
 * percentages are among them.
 */
export function guessStatuses(values: readonly string[]): Record<string, Meaning> {
  const isProgress = values.some((value) => percentIn(value) !== null && percentIn(value) !== 100)
  return Object.fromEntries(
    values.flatMap((value) => {
      const percent = isProgress ? percentIn(value) : null
      const meaning = percent === null ? likelyMeaningOf(statusCell(value).word) : meaningOfPercent(percent)
      const { word } = statusCell(value)
      const said = isRetiredAmong(word, values) ? 'completed' : meaning
      return said ? [value, word].map((each) => [each.toLowerCase(), said] as const) : []
    }),
  )
}
