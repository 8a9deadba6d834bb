import type { DateOrder, HoursUnit } from '../../../mapping.rules.ts'
import { foldedWords, withPlainDigits } from '../words/folded.ts'
import type { ColumnSurvey } from './survey-table.ts'

/** A guess, and whether everything speaks for it; otherwise the member is asked. */
export interface Guess<T> {
  value: T
  isSure: boolean
}

const sure = <T>(value: T): Guess<T> => ({ value, isSure: true })
const asked = <T>(value: T): Guess<T> => ({ value, isSure: false })

const UNIT_WORDS: readonly (readonly [HoursUnit, RegExp])[] = [
  [
    'seconds',
    /\b(?:s|sec|secs|seconds?|sek|sekunden|secondes?|segundos?|secondi|sekund[ay]?|detik|giay)\b|секунд|δευτερολεπτ|ثوان|วินาที|שניות|秒|초/u,
  ],
  [
    'minutes',
    /\b(?:m|min|mins|minutes?|minuten|minutos?|minuti|minut[ay]?|minute|menit|phut|dakika|perc)\b|(?<!\p{L})мин(?:ут\p{L}*)?(?!\p{L})|хвилин|λεπτ(?:α|ων)|دقائق|دقيقه|นาที|मिनट|דקות|分(?!类)|분(?!류)/u,
  ],
  [
    'hours',
    /\b(?:h|hr|hrs|hours?|std|stunden|spielstunden|heures?|horas?|ore|godzin[ay]?|so gio|gio|tong gio|sati|jam|saat|uren|timer|timmar|tunnit|tunti|hodin[ay]?|ora[kt]?)\b|(?<!\p{L})(?:час(?:ов|ы|а)|ч|годин[иа]?|ωρ(?:α|εσ|ων))(?!\p{L})|ساع(?:ه|ات)|ชั่วโมง|ชม|घंट|שעות|時間|小时|小時|[时時][数數]|시간/u,
  ],
]

/** What a person plays a game in a lifetime, and what of a whole library is more than most people play of most games. */
const MAX_HOURS = 20_000
const MUCH = 500

/**
 * Decides what a column of times counts, from its name and from all of its values. Numbers with decimals are hours; whole
 * numbers too large for hours are minutes, or seconds where half of them are hours of seconds.
 */
export function guessUnit({ name, plain }: Pick<ColumnSurvey, 'name' | 'plain'>): Guess<HoursUnit> {
  const named = UNIT_WORDS.find(([, pattern]) => pattern.test(withoutCjkTime(name)))?.[0]
  // Steam's own name for it.
  if (/\bplay ?time forever\b/.test(foldedWords(name))) return sure('minutes')
  const fitting = unitOf(plain)
  if (named === undefined) return fitting
  // What the name says counts, unless nobody can have played so long.
  const isPossible = named !== 'hours' || plain.every((number) => number <= MAX_HOURS)
  return isPossible ? sure(named) : asked(fitting.value)
}

/** Returns whether a name says that a column counts hours. */
export const saysHours = (name: string): boolean =>
  UNIT_WORDS.find(([, pattern]) => pattern.test(withoutCjkTime(name)))?.[0] === 'hours'

/** 'プレイ時間' is play time, and says nothing about hours; 'プレイ時間 (分)' says minutes. */
const withoutCjkTime = (name: string): string =>
  foldedWords(
    name.replace(
      /(?:プレイ|クリア|所要|総プレイ|游戏|游玩|遊戲|플레이|총\s?플레이|총|소요)\s*(?:時間|时间|시간)/g,
      ' ',
    ),
  ).replace(/^(?:時間|时间|시간)$/, ' ')

function unitOf(plain: readonly number[]): Guess<HoursUnit> {
  if (plain.length === 0) return sure('hours')
  const sorted = plain.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] as number
  const largest = sorted.at(-1) as number
  if (!sorted.every(Number.isInteger)) return largest > MAX_HOURS ? asked('minutes') : sure('hours')
  // Nobody notes a game of some seconds.
  if (median >= 3600) return (sorted[0] as number) >= 60 ? sure('seconds') : asked('minutes')
  if (largest > 60 * MUCH * 4) return asked('seconds')
  if (largest > MAX_HOURS) return asked('minutes')
  if (median > MUCH) return sorted.length > 2 ? sure('minutes') : asked('minutes')
  // A few hundred hours of a few games are possible, and so are as many minutes of all.
  if (median > 120 || largest > 2000) return asked(median > 90 ? 'minutes' : 'hours')
  return largest > 150 && median > 60 ? asked('minutes') : sure('hours')
}

/** Names of German grades, of which 1 is the best. */
const BEST_FIRST = /note|schul/i
/** Fewer ratings than this do not show how far a scale goes. */
const FEW_RATINGS = 12

/** Returns the best rating of a column: the one in its name ('Score /10'), else from its largest one 5, 10, 20 or 100. */
export function guessScale(column: ColumnSurvey | undefined): Guess<number> {
  const name = withPlainDigits(column?.name ?? '')
  // A throw of dice.
  if (/terningkast/i.test(name)) return sure(6)
  const named =
    /(?:\/|\bof|\bvon|\bsur|\bde|\bsu|\bz|\b(?:av|od|dari|din)|από|στα|trên|من|में से|מתוך|เต็ม|[01]\s*[-–])\s*(5|10|20|100)\b/i.exec(
      name,
    )?.[1]
  if (named) return sure(Number(named))
  // A scale of 1 to 6 has its best grade at either end.
  const range = Number(/\(\s*[01]\s*[-–]\s*(\d{1,2})\s*\)/.exec(name)?.[1] ?? 0)
  if (range > 1) return range === 6 && BEST_FIRST.test(name) ? asked(range) : sure(range)
  if (!column || column.numbers === 0) return sure(10)
  const numbers = column.plain
  // Values that name their scale, such as '4/5', need no guess.
  if (column.scaled >= column.numbers) return sure(column.largest ?? 10)
  const largest = numbers.length === 0 ? (column.largest ?? 0) : Math.max(...numbers)
  // 0.9 of 1.
  if (largest <= 1 && numbers.some((number) => number < 1)) return asked(1)
  const max = largest <= 5 ? 5 : largest <= 10 ? 10 : 100
  if (max === 10) return sure(10)
  // Schools of several countries give up to 20.
  if (max === 100 && largest > 20) return medianOf(numbers) > 10 ? sure(100) : asked(10)
  if (max === 100) return asked(20)
  const isHalved =
    numbers.some((number) => !Number.isInteger(number)) || /stars?|sterne|étoiles|estrellas|stelle/i.test(column.name)
  return isHalved || numbers.length >= FEW_RATINGS ? sure(5) : asked(5)
}

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Returns the order of day and month of all dates of a table: by those that allow only one, else by how they are written. */
export function guessDateOrder(columns: readonly ColumnSurvey[]): Guess<DateOrder> {
  const dated = columns.filter(({ sampled, dates }) => sampled > 0 && dates * 2 > sampled)
  const sum = (of: (column: ColumnSurvey) => number) => dated.reduce((total, column) => total + of(column), 0)
  const [days, months] = [sum(({ votes }) => votes.dmy), sum(({ votes }) => votes.mdy)]
  if (days !== months) return days > months ? sure('dmy') : sure('mdy')
  if (sum(({ halves }) => halves) > 0) return sure('mdy')
  const short = sum(({ short }) => short)
  if (short > 0) return asked('mdy')
  const isOpen = dated.some(({ values }) => values.some((value) => /^\d{1,2}[/-]\d{1,2}[/-]\d{2,4}/.test(value)))
  return isOpen ? asked('dmy') : sure('dmy')
}
