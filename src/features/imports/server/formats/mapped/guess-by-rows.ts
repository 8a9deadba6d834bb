import type { ImportField } from '../../../mapping.rules.ts'
import { isFact, isOfOthers } from '../words/column-names.ts'
import { likelyMeaningOf } from '../words/status-stems.ts'
import type { ColumnSurvey } from './survey-table.ts'

/** So many games that were played say which columns are the member's own. */
const FEWEST_PLAYED = 2

/** The first rows by what their status says. */
interface Rows {
  waiting: number[]
  playing: number[]
  ended: number[]
}

function rowsBy(status: ColumnSurvey): Rows {
  const rows: Rows = { waiting: [], playing: [], ended: [] }
  for (const [row, text] of status.first.entries()) {
    const meaning = text === '' ? undefined : likelyMeaningOf(text)
    if (meaning === 'want_to_play') rows.waiting.push(row)
    else if (meaning === 'playing' || meaning === 'paused') rows.playing.push(row)
    else if (meaning !== undefined && meaning !== 'owned') rows.ended.push(row)
  }
  return rows
}

/**
 * Takes columns whose names say nothing by their values and by the rows that have any: what the crowd says stands beside all games, and
 * a member has hours, a rating and a day of the end of none that waits.
 */
export function takeByRows(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  const status = [...used].find(([, field]) => field === 'status')?.[0]
  if (status === undefined) return
  const { waiting, playing, ended } = rowsBy(columns[status] as ColumnSurvey)
  if (playing.length + ended.length < FEWEST_PLAYED) return
  const isFilled =
    ({ first }: ColumnSurvey) =>
    (row: number) =>
      (first[row] ?? '') !== ''
  const isMine = (column: ColumnSurvey) =>
    column.sampled > 0 &&
    !isOfOthers(column.name) &&
    !isFact(column.name) &&
    column.first.includes('') &&
    !waiting.some(isFilled(column))
  const take = (field: ImportField, fits: (column: ColumnSurvey) => boolean) => {
    if ([...used.values()].includes(field)) return
    const found = columns.flatMap((column, at) => (isFree(at) && isMine(column) && fits(column) ? [at] : []))
    // Of two columns that fit nobody knows which one it is.
    if (found.length === 1) used.set(found[0] as number, field)
  }
  take('rating', ({ sampled, scaled }) => scaled === sampled)
  take(
    'rating',
    ({ name, sampled, numbers, times, plain }) => SCALE.test(name) && numbers === sampled && times >= plain.length,
  )
  take('hours', ({ sampled, times, plain }) => times === sampled && plain.length === 0)
  const isOfEnded = (column: ColumnSurvey) =>
    !playing.some(isFilled(column)) && ended.filter(isFilled(column)).length * 2 >= ended.length
  take('finished', (column) => column.dates * 1.5 >= column.sampled && isOfEnded(column))
}

/** Returns whether games that wait have a day, too: it is the one of the card or the row. */
export const isBesideWaiting = ({ first }: ColumnSurvey, status: ColumnSurvey | undefined): boolean => {
  const waiting = status === undefined ? [] : rowsBy(status).waiting
  return waiting.length > 0 && waiting.every((row) => (first[row] ?? '') !== '')
}

/** A name that says how far a scale goes: 'Quanto mi è piaciuto (su 10)', '打几分(10分)'. */
const SCALE = /[(（/]\s*(?:\p{L}+\s*)?(?:5|10|20|100)\s*\p{L}{0,3}\s*(?:[)）]|$)|%/u
