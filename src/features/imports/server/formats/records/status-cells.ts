import { dateIn } from './dates.ts'
import { halfStarsOf, timeOf } from './draft.ts'
import type { RowDraft } from './table-format.ts'

const RATING = /(?<![\p{L}\d/.,])(?:[★⭐🌟]+½?☆*|\d{1,2}(?:[.,]\d)?\s?\/\s?(?:5|10|20|100))(?![\p{L}\d/])/u
const TIME =
  /(?<![\p{L}\d.,:])~?\d{1,4}(?:[.,:]\d{1,2})?\s?(?:h|hrs?|hours?|std\.?|stunden|heures|horas|ore|godz\.?|ч|часов|時間|小时|小時|시간|uur|tim|saat)(?:\s?\d{1,2}\s?(?:m|min)?)?(?!\p{L})/iu
/** A day, a month by its name, and a year at the end. */
const DATES: readonly RegExp[] = [
  /(?<![\p{L}\d])(?:\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:\d{1,2}\.?\s)?\p{L}{3,10}\.?\s(?:\d{1,2},\s)?(?:19|20)\d\d(?![\p{L}\d])/u,
  /(?<![\p{L}\d./-])(?:0?[1-9]|1[0-2])[./-](?:19[89]|20[0-3])\d(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:19[89]|20[0-3])\d(?=\)?$)/u,
]
const LONGEST = 60

/** What a cell for the status says beside its word. */
interface StatusCell {
  word: string
  rating: string | null
  time: string | null
  date: string | null
}

/** Divides 'Beaten 9/10', 'Completed (45h)' and 'Finished 14.03.2021' into the word for the status and the values beside it. */
export function statusCell(text: string): StatusCell {
  const cell: StatusCell = { word: text.trim(), rating: null, time: null, date: null }
  if (text.length > LONGEST || !/[\d★⭐🌟]/u.test(text)) return cell
  const take = (pattern: RegExp, isValue = (_value: string) => true): string | null => {
    const value = pattern.exec(cell.word)?.[0]
    if (value === undefined || !isValue(value)) return null
    const rest = cell.word.replace(value, ' ').replace(/[([]\s*[)\]]/g, ' ')
    const word = rest.replace(/\s+/g, ' ').replace(/^[\s,:;–—-]+|[\s,:;–—-]+$/gu, '')
    if (!/\p{L}|\d\s?%/u.test(word)) return null
    cell.word = word
    return value
  }
  const isDate = (value: string) => {
    const found = dateIn(value, 'dmy', '9999-12-31')
    return found !== null && 'day' in found
  }
  for (const pattern of DATES) cell.date ??= take(pattern, isDate)
  cell.rating = take(RATING)
  cell.time = take(TIME)
  return cell
}

/** Takes the values beside the word for a status of which no other cell of the row says anything. */
export function takeFromStatus({ record, played, meaning, writing }: RowDraft): void {
  if (meaning === null || meaning.column === null) return
  const { rating, time, date } = statusCell(meaning.word)
  const column = meaning.column ?? 'Status'
  if (rating !== null) record.rating ??= halfStarsOf(record, column, rating, writing.ratingMax)
  if (time !== null) record.hours ??= timeOf(record, column, time, writing)
  const found = date === null ? null : dateIn(date, writing.dateOrder, writing.latest)
  if (found === null || 'reason' in found) return
  if (meaning.meaning === 'playing' || meaning.meaning === 'paused') played.started_on ??= found.day
  else if (meaning.meaning !== 'want_to_play') played.finished_on ??= found.day
}
