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
  values.length <= MAX_SIGNS &&
  values.every((value) => /\p{Extended_Pictographic}/u.test(value) && !/[\p{L}\p{N}]/u.test(value))
const MAX_SIGNS = 12

/** Most values are sentences, and no numbers, dates or words for a status. */
export const isProse = (column: ColumnSurvey) =>
  column.sampled > 0 &&
  isText(column) &&
  column.meanings * 2 < column.sampled &&
  column.values.filter((value) => value.length >= LONG_TEXT && /\s/.test(value)).length * 2 > column.values.length
const LONG_TEXT = 25

/** What a shop says about a game, with the marks of its page. */
export const isMarkedUp = ({ name, values }: ColumnSurvey): boolean =>
  /^(?:description|summary|beschreibung|descripción|descrizione|descrição)$/i.test(name.trim()) &&
  values.some((value) => /<(?:p|br|b|i|strong|em|h\d|ul|li|img|div|a)\b[^>]*>/i.test(value))

/** Exporters of shops have a column for each of some hundred features of games; nobody has so many shelves. */
const MAX_TICKS = 25
/** Returns whether columns of ticks are about the games, because they are so many. */
export const hasManyTicks = (columns: readonly ColumnSurvey[]) => columns.filter(isTicked).length > MAX_TICKS

/** All values are addresses: of pictures and pages. */
export const areAddresses = ({ values }: ColumnSurvey) => values.every((value) => /^https?:\/\/\S+$/.test(value))
