import { FIRST_DAY, isPartialDay, type PartialDay } from '#features/play-log/play-sessions.rules.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { DateOrder } from '../../../mapping.rules.ts'
import { withPlainDigits } from '../words/folded.ts'
import { monthOf } from '../words/month-names.ts'

/** A date of a file, with its time if it has one; or why it is none. */
export type FoundDate =
  | { day: PartialDay; time: string | null }
  | { reason: 'not-a-date' | 'out-of-range' }
  /** The file says that there is no date: '0000-00-00'. */
  | null

const NOWHERE = { reason: 'not-a-date' } as const

const two = (part: string) => part.padStart(2, '0')
const isZero = (part: string | undefined) => part === undefined || Number(part) === 0

/** Returns the latest day that a file can name: tomorrow in UTC, because a day begins in the east. */
export const latestDay = (now: Date): PartialDay => new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)

/** A day as the number that workbooks have for it, from 1954 to 2064. */
const SERIAL = /^[2-5]\d{4}(?:\.\d+)?$/
/** The first day of a workbook, as it counts days. */
const DAY_0 = Date.UTC(1899, 11, 30)

/** Parses the date of a cell. A day after `latest` is out of range. Of two days, as 'from → to', the last one counts. */
export function dateIn(text: string, order: DateOrder, latest: PartialDay): FoundDate {
  if (text.length > 100 || !/\p{Nd}/u.test(text)) return NOWHERE
  const typed = withPlainMarks(withPlainDigits(text).split('→').at(-1) as string)
  if (typed.length > 60) return NOWHERE
  // Programs write 0 for a time that never was.
  if (typed === '0') return null
  if (/^\d{10}(?:\.\d+)?$|^\d{13}$/.test(typed))
    return ofInstant(new Date(Number(typed) * (typed.length === 13 ? 1 : 1000)), latest)
  if (SERIAL.test(typed)) return ofSerial(Number(typed), latest)
  const [, date = '', time = ''] = /^(.*?\d)(?:(?:T|,?\s+)(\d{1,2}:\d{2}.*))?$/i.exec(typed) ?? []
  const parts = yearFirst(date) ?? dayOrMonthFirst(date, order) ?? withName(date)
  if (!parts) return NOWHERE
  const [year, month, day] = parts
  if (isZero(year) && isZero(month) && isZero(day)) return null
  if (isZero(year)) return NOWHERE
  // '2012-00-00' is a year, '2012-05-00' a month.
  const known = isZero(month)
    ? year
    : isZero(day)
      ? `${year}-${two(month ?? '')}`
      : `${year}-${two(month ?? '')}-${two(day ?? '')}`
  if (!isPartialDay(known)) return NOWHERE
  return within({ day: known, time: known.length === 10 ? timeIn(time) : null }, latest)
}

/** How workbooks write a month: 'Mar-21'. They write a day as '21-Mar'. */
const MONTH_OF_YEAR = /^\s*\p{L}{3,9}\.?\s?[-'’]\s?\d{2}\s*$/u

/** Returns whether a text is a day and a month without a year: '14 March', 'Mar 5th'. */
export function isYearless(text: string): boolean {
  if (text.length > 30 || MONTH_OF_YEAR.test(text)) return false
  const words = text.match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? []
  const numbers = words.filter((word) => /^\d/.test(word))
  const isNamed = words.filter((word) => monthOf(word) !== null).length === 1
  return isNamed && numbers.length === 1 && (numbers[0] as string).length <= 2 && words.length <= 3
}

/** So many years is the calendar of Thailand ahead. */
const BUDDHIST = 543
/** The years before the first ones of the eras in which Japanese dates count. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }

/** The dates of Vietnamese: 'ngày 5 tháng 3 năm 2017', 'tháng 3/2017'. */
const VIETNAMESE = /^(?:(?:ngày\s*)?(\d{1,2})\s*)?tháng\s*(\d{1,2})(?:\s*[,/-]?\s*(?:năm\s*)?)(\d{4})$/iu
/** Points of Thai short forms: 'มิ.ย.'. */
const THAI_POINTS = /(?<=\p{Script=Thai})\.(?=\p{Script=Thai}|\s|$)/gu

/** Writes '2021年5月3日', '2021. 5. 3.', '20210503T2015' and '05/2021' with dashes, and leaves out a word for the year. */
const withPlainMarks = (text: string): string =>
  text
    .trim()
    .replace(THAI_POINTS, '')
    .replace(VIETNAMESE, (_, day: string | undefined, month: string, year: string) =>
      day === undefined ? `${year}-${month}` : `${year}-${month}-${day}`,
    )
    // Danes write '2/4-2023'.
    .replace(/^(\d{1,2})\/(\d{1,2})-(\d{4}|\d{2})$/, '$1.$2.$3')
    .replace(/(?<!\d)2[45]\d\d(?!\d)/, (year) => String(Number(year) - BUDDHIST))
    .replace(
      /^(令和|平成|昭和)(\d{1,2}|元)年/,
      (_, era: string, year: string) => `${(ERAS[era] as number) + (Number(year) || 1)}年`,
    )
    .replace(/(\d)\s*[年년]\s*(?=\d)/, '$1-')
    .replace(/(\d)\s*[月월]\s*(?=\d)/, '$1-')
    .replace(/(\d)\s*[年年년月월日일.]+$/, '$1')
    .replace(/(\d)\s*(?:г\.?|года|р\.|рік|року|r\.|roku)$/, '$1')
    .replace(/^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T(\d\d)(\d\d)(\d\d)?(Z?))?$/, basicDate)
    .replace(/^(\d{1,2})[-/.](\d{4})$/, '$2-$1')
    .replace(/^(\d{4})\.\s+(\d{1,2})\.\s+(\d{1,2})(?!\d)\.?/, '$1-$2-$3')

/** '20210503' and '20210503T201500', the basic format of ISO 8601. */
const basicDate = (_: string, year: string, month: string, day: string, hour?: string, minute = '', second = '00') =>
  `${year}-${month}-${day}${hour ? `T${hour}:${minute}:${second || '00'}` : ''}`

function ofSerial(serial: number, latest: PartialDay): FoundDate {
  const at = new Date(DAY_0 + Math.round(serial * DAY_MS))
  const [day, time] = at.toISOString().split('T') as [string, string]
  return within({ day, time: Number.isInteger(serial) ? null : time }, latest)
}

function ofInstant(at: Date, latest: PartialDay): FoundDate {
  if (at.getTime() === 0) return null
  const [day, rest] = at.toISOString().split('T') as [string, string]
  return within({ day, time: rest }, latest)
}

function within(found: { day: PartialDay; time: string | null }, latest: PartialDay): FoundDate {
  const { length } = found.day
  const isOutside = found.day < FIRST_DAY.slice(0, length) || found.day > latest.slice(0, length)
  return isOutside ? { reason: 'out-of-range' } : found
}

type Parts = [year: string, month?: string, day?: string]

function yearFirst(text: string): Parts | null {
  const match = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text)
  return match && ([match[1] as string, match[2], match[3]] as Parts)
}

function dayOrMonthFirst(text: string, order: DateOrder): Parts | null {
  const match = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/.exec(text)
  if (!match) return null
  const [, first = '', mark, second = '', last = ''] = match
  const year = last.length === 4 ? last : inCentury(last)
  // Points divide only dates that begin with the day, and no year has a thirteenth month.
  const isDayFirst = mark === '.' || Number(first) > 12 || (order === 'dmy' && Number(second) <= 12)
  return isDayFirst ? [year, second, first] : [year, first, second]
}

/** 'Mar 5, 2021', '5. März 2021', '5 de mayo de 2021', '29-Jun-22', 'March 2021', also with a day of the week. */
function withName(text: string): Parts | null {
  // A month, a day, a year and a day of the week are no longer.
  if (text.length > 50 || !/\d/.test(text)) return null
  const words = text.match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? []
  if (words.length < 2 || words.length > 7 || !/^[\p{L}\p{M}\d\s.,/'’-]+$/u.test(text)) return null
  const numbers = words.filter((word) => /^\d/.test(word))
  const isAfterPoint = /^\d{1,2}\.\s*\p{L}/u.test(text)
  const names = words.filter((word) => !/^\d/.test(word))
  const month = names.flatMap(
    (word, at) => monthOf(`${word} ${names[at + 1] ?? ''}`, isAfterPoint) ?? monthOf(word, isAfterPoint) ?? [],
  )[0]
  const long = numbers.findIndex((word) => word.length === 4)
  const place = long === -1 && MONTH_OF_YEAR.test(text) ? 0 : long === -1 && numbers.length === 2 ? 1 : long
  const [year, day] = [numbers[place], numbers.filter((_, at) => at !== place)[0]]
  if (month === undefined || year === undefined || numbers.length > 2 || (day?.length ?? 0) > 2) return null
  return [year.length === 4 ? year : inCentury(year), String(month), day] as Parts
}

const inCentury = (year: string): string => `${Number(year) < 70 ? '20' : '19'}${two(year)}`

/** Returns the time of day as ISO 8601, in UTC unless it names an offset. Null for anything else. */
function timeIn(text: string): string | null {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?\s*(z|utc|[+-]\d{2}:?\d{2})?$/i.exec(
    text,
  )
  if (!match) return null
  const [, hour = '', minute = '', second = '00', fraction = '', half = '', zone = 'Z'] = match
  const isAfternoon = half.toLowerCase().startsWith('p')
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
  return `${two(String(hours))}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`
}

/** Returns the instant of a date as ISO 8601: midnight in UTC without a time, the first day of a month or year. */
export function instantOf({ day, time }: { day: PartialDay; time: string | null }): string {
  const at = new Date(`${`${day}-01-01`.slice(0, 10)}T${time ?? '00:00:00Z'}`)
  return Number.isNaN(at.getTime()) ? `${day}T00:00:00.000Z` : at.toISOString()
}

/** Counts, for a column of dates, how many can only begin with the day or only with the month. */
export function orderVotes(text: string): DateOrder | null {
  const match = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?\d{2,4}/.exec(text.trim())
  if (!match) return null
  if (match[2] === '.' || Number(match[1]) > 12) return 'dmy'
  return Number(match[3]) > 12 ? 'mdy' : null
}

/** Parses an instant of our own export. Returns null for anything else, and for one after `latest`. */
export function instantIn(value: unknown, { latest }: { latest: PartialDay }): string | null {
  const at = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN
  const text = Number.isNaN(at) ? '' : new Date(at).toISOString()
  return text >= '1970' && text.slice(0, 10) <= latest ? text : null
}

/** Returns whether a date with slashes has a day or a month of one digit, as Americans write them. */
export const hasShortDay = (text: string): boolean => /^(?:\d\/\d{1,2}|\d{2}\/\d)\/\d{2,4}\b/.test(text)
