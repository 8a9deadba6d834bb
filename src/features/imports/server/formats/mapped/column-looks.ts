import type { ColumnSurvey } from './survey-table.ts'

// What the values of a column look like.

export const mostly = ({ sampled }: ColumnSurvey, count: number) => sampled === 0 || count * 2 > sampled
export const isText = (column: ColumnSurvey) =>
  column.sampled === 0 || [column.numbers, column.dates, column.times].every((count) => count * 2 < column.sampled)

/** All values say yes or no. */
export const isFlags = ({ sampled, flags }: ColumnSurvey) => sampled > 0 && flags === sampled
/** All values say yes or no, and one of them yes. */
export const isTicked = (column: ColumnSurvey) => isFlags(column) && column.ticks > 0

/** One of so many values is a word for a status. */
export const hasMeanings = ({ sampled, meanings }: ColumnSurvey, share: number) =>
  sampled === 0 || meanings * share >= sampled

/** Most values are a grade in letters. */
export const isGraded = ({ sampled, letters }: ColumnSurvey) => sampled > 0 && letters * 2 > sampled

/** All values are a few signs without letters and digits, such as emoji, and not stars or what says yes or no. */
export const isOfSigns = ({ values, sampled, flags, numbers }: ColumnSurvey) =>
  sampled > 1 &&
  flags < sampled &&
  numbers === 0 &&
  values.length <= MOST_SIGNS &&
  values.every((value) => /\p{Extended_Pictographic}/u.test(value) && !/[\p{L}\p{N}]/u.test(value))
const MOST_SIGNS = 12

/** Most values are sentences, and no numbers, dates or words for a status. */
export const isProse = (column: ColumnSurvey) =>
  column.sampled > 0 &&
  isText(column) &&
  column.meanings * 2 < column.sampled &&
  column.values.filter((value) => value.length >= LONG_TEXT && /\s/.test(value)).length * 2 > column.values.length
const LONG_TEXT = 25
