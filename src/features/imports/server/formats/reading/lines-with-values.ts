import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import { monthOf } from '../words/month-names.ts'
import { statusNamed } from '../words/status-words.ts'

type Part = 'status' | 'rating' | 'time' | 'date' | 'year' | 'platform' | 'number'
type Parts = Record<Part, string> & { title: string }

const RATING = /(?:[★⭐☆🌟]+½?|[★⭐]\s?[1-5]|½|\d{1,2}(?:[.,]\d)?\s?\/\s?(?:5|10|20|100))/u
const TIME =
  /~?\d{1,4}(?:[.,:]\d{1,2})?\s?(?:h|hrs?|hours?|std\.?|stunden|heures|horas|ore|godz\.?|ч|часов|時間|小时|小時|시간|uur|tim|saat)(?:\s?\d{1,2}\s?(?:m|min)?)?/iu
const TIMED = new RegExp(`^(?:${TIME.source})(?:\\s[\\p{L}\\s]+)?$`, 'iu')
/** Returns whether a text is a time with its unit, and words without another number: '45h so far'. */
export const isTimed = (text: string): boolean => TIMED.test(text)
const YEAR = /(?:19[5-9]|20[0-4])\d/
const PATTERNS: readonly (readonly [Part, RegExp])[] = (
  [
    ['rating', RATING],
    ['time', TIME],
  ] as const
).map(([part, pattern]) => [
  part,
  new RegExp(`(?:^|[\\s,:–—-]|(?<=[)）]))[([（]?(${pattern.source})[)\\]）]?$`, pattern.flags),
])
/** A day or a month behind a mark that divides: 'Celeste - March 2021'. */
const DATE = /[,:–—([-]\s*([\p{L}\d][\p{L}\d.,/ -]{3,30}\d)[)\]]?$/u
const isDay = (text: string): boolean =>
  /^(?:\d{4}-\d{2}(?:-\d{2})?|\d{1,2}([./])\d{1,2}\1\d{2,4})$/.test(text) ||
  monthOf(/^(?:\d{1,2}\.?\s)?(\p{L}{3,10})\.?\s(?:\d{1,2},\s)?(?:19|20)\d\d$/u.exec(text)?.[1] ?? '') !== null
const BRACKETED_YEAR = new RegExp(`[([](${YEAR.source})[)\\]]$`)
const MAX_WORDS = 4
/** A number behind a mark that divides: 'Metroid Dread (Switch), 9'. */
const NUMBER = /(?:,|\s[-–—])\s(\d{1,2}(?:[.,]\d)?)$/u

/**
 * Returns lines such as 'Hades (2020) ★★★★½ finished' as rows of a table: what stands behind the title is a status, a rating with its
 * scale or a time with its unit, in any order. Null unless a quarter of the lines has a rating, a time or a day,
 * or most of them a status.
 */
export function linesWithValues(lines: readonly string[]): string[][] | null {
  const hasNumbers = lines.filter((line) => NUMBER.test(line)).length
  const isNumbered = hasNumbers > 1 && hasNumbers * 2 >= lines.length
  const found = lines.map((line) => partsOf(line, isNumbered))
  const has = (part: Part) => found.filter((parts) => parts[part] !== '').length
  const clear = found.filter(
    ({ rating, time, date, number }) => rating !== '' || time !== '' || date !== '' || number !== '',
  ).length
  const isClear = clear > 1 && clear * 4 >= lines.length
  const isSaid = has('status') > 1 && has('status') * 1.5 >= lines.length
  if (!isClear && !isSaid) return null
  const used = COLUMNS.filter(([part]) => has(part) > 0)
  return [
    ['Title', ...used.map(([, name]) => name)],
    ...found.map((parts) => [parts.title, ...used.map(([part]) => parts[part])]),
  ]
}

const COLUMNS: readonly (readonly [Part, string])[] = [
  ['status', 'Status'],
  ['rating', 'Rating'],
  ['time', 'Hours'],
  ['date', 'Finished'],
  ['year', 'Release year'],
  ['platform', 'Platform'],
  // What a number counts is asked.
  ['number', ''],
]

/** Takes values off the end of a line, as long as something is left that has the title. */
function partsOf(line: string, isNumbered: boolean): Parts {
  const parts: Parts = {
    title: line.trim(),
    status: '',
    rating: '',
    time: '',
    date: '',
    year: '',
    platform: '',
    number: '',
  }
  const ending = isNumbered ? NUMBER.exec(parts.title) : null
  const title = parts.title.slice(0, ending?.index)
  if (ending && /\p{L}/u.test(title)) Object.assign(parts, { title, number: ending[1] })
  for (let next = takenFrom(parts); next !== null; next = takenFrom(parts)) {
    const { title, part, value } = next
    parts[part] = value
    parts.title = title
  }
  return parts
}

function takenFrom(parts: Parts): { title: string; part: Part; value: string } | null {
  const { title } = parts
  const taken = (part: Part, start: number, value: string) => {
    const rest = title.slice(0, start).replace(/[\s,:;–—([-]+$/u, '')
    // What stands in brackets with other things is read with the title.
    const isInside = /[([（][^)\]）]*$/.test(rest)
    return rest === '' || isInside || parts[part] !== '' ? null : { title: rest, part, value }
  }
  const year = BRACKETED_YEAR.exec(title)
  if (year) return taken('year', year.index, year[1] as string)
  for (const [part, pattern] of PATTERNS) {
    const match = pattern.exec(title)
    const found = match && taken(part, match.index, match[1] as string)
    if (found) return found
  }
  const timed = / [-–—] ([^–—]{2,40})$/u.exec(title)
  if (timed && isTimed(timed[1] as string)) return taken('time', timed.index, timed[1] as string)
  return dateAtEnd(title, taken) ?? statusAtEnd(title, taken) ?? platformAtEnd(title, taken)
}

/** 'Tunic, Xbox' and 'Tunic - Xbox' */
function platformAtEnd<T>(title: string, taken: (part: Part, start: number, value: string) => T | null): T | null {
  const match = /(?:,|\s[-–—])\s+((?:(?!\s[-–—]\s)[^,]){2,30})$/.exec(title)
  return match && platformIdOf(match[1] as string) !== null ? taken('platform', match.index, match[1] as string) : null
}

function dateAtEnd<T>(title: string, taken: (part: Part, start: number, value: string) => T | null): T | null {
  for (let [from, match] = [0, DATE.exec(title)]; match; match = DATE.exec(title.slice(from))) {
    const value = match[1] as string
    if (isDay(value)) return taken('date', from + match.index, value)
    from += match.index + 1
  }
  return null
}

function statusAtEnd<T>(title: string, taken: (part: Part, start: number, value: string) => T | null): T | null {
  const bracketed = /[([]([^()[\]]{3,30})[)\]]$/.exec(title)
  if (bracketed && statusNamed(bracketed[1] as string)) return taken('status', bracketed.index, bracketed[1] as string)
  const words = [...title.matchAll(/\S+/g)].slice(-MAX_WORDS)
  // The longest phrase counts: 'want to play', and not 'play'.
  for (const { index } of words) {
    const value = title.slice(index).replace(/[.!]+$/, '')
    if (index > 0 && /^[\p{L}\d]/u.test(value) && statusNamed(value)) return taken('status', index, value)
  }
  return null
}
