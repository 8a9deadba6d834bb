import type { DateStyle, Language } from './languages.ts'
import type { Random } from './random.ts'

const two = (part: number) => String(part).padStart(2, '0')

/** Writes a day as people in this language write it. */
export function dateText(day: string, style: DateStyle, { months, name }: Pick<Language, 'months' | 'name'>): string {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number]
  const month = months[m - 1] ?? ''
  switch (style) {
    case 'iso':
      return day
    case 'd.m.y':
      return `${two(d)}.${two(m)}.${y}`
    case 'd/m/y':
      return `${two(d)}/${two(m)}/${y}`
    case 'm/d/y':
      return `${m}/${d}/${y}`
    case 'd-m-y':
      return `${two(d)}-${two(m)}-${y}`
    case 'y/m/d':
      return `${y}/${two(m)}/${two(d)}`
    case 'd-Mon-yy':
      return `${d}-${month.slice(0, 3)}-${two(y % 100)}`
    case 'cjk':
      return `${y}年${m}月${d}日`
    case 'ko':
      return `${y}. ${m}. ${d}.`
    default:
      return name === 'English'
        ? `${month} ${d}, ${y}`
        : name === 'German'
          ? `${d}. ${month} ${y}`
          : ['Spanish', 'Portuguese'].includes(name)
            ? `${d} de ${month} de ${y}`
            : `${d} ${month} ${y}`
  }
}

/** A way to write hours: how, and what the name of the column adds. */
export interface HoursStyle {
  suffix: readonly string[]
  write: (hours: number, hasComma: boolean) => string
  /** Two values that are the same in other units: the hours may be read so, or be asked. */
  isClear: boolean
}

const decimal = (value: number, hasComma: boolean) => {
  const text = String(Math.round(value * 100) / 100)
  return hasComma ? text.replace('.', ',') : text
}

export const HOURS_STYLES: Record<string, HoursStyle> = {
  decimal: { suffix: ['', ' (h)'], write: decimal, isClear: true },
  'h after': { suffix: [''], write: (hours, comma) => `${decimal(hours, comma)}h`, isClear: true },
  clock: { suffix: [''], write: (hours) => `${Math.floor(hours)}:${two(Math.round((hours % 1) * 60))}`, isClear: true },
  'long clock': {
    suffix: [''],
    write: (hours) => `${Math.floor(hours)}:${two(Math.round((hours % 1) * 60))}:00`,
    isClear: true,
  },
  'h and min': {
    suffix: [''],
    write: (hours) => `${Math.floor(hours)}h ${Math.round((hours % 1) * 60)}m`,
    isClear: true,
  },
  minutes: { suffix: [' (min)', ' (minutes)'], write: (hours) => String(Math.round(hours * 60)), isClear: true },
  'minutes unsaid': { suffix: [''], write: (hours) => String(Math.round(hours * 60)), isClear: false },
}

/** A way to write a rating of half stars from 1 to 10, and the name of the column that goes with it. */
export interface RatingStyle {
  suffix: string
  write: (halves: number, hasComma: boolean) => string
}
export const RATING_STYLES: Record<string, RatingStyle> = {
  ten: { suffix: '', write: (halves) => String(halves) },
  'ten named': { suffix: ' (/10)', write: (halves) => String(halves) },
  'of ten': { suffix: '', write: (halves) => `${halves}/10` },
  hundred: { suffix: '', write: (halves) => String(halves * 10) },
  percent: { suffix: '', write: (halves) => `${halves * 10}%` },
  'five named': { suffix: ' /5', write: (halves, comma) => decimal(halves / 2, comma) },
  stars: { suffix: '', write: (halves) => '★'.repeat(halves >> 1) + (halves % 2 ? '½' : '') || '½' },
  emoji: { suffix: '', write: (halves) => '⭐'.repeat(Math.max(1, halves >> 1)) },
  'of five': { suffix: '', write: (halves, comma) => `${decimal(halves / 2, comma)}/5` },
}

/** Writes rows as a table of text with this delimiter; a value is quoted where it must be. */
export function tableText(
  rows: readonly (readonly string[])[],
  delimiter: string,
  { random, lineEnd = '\n' }: { random?: Random; lineEnd?: string } = {},
): string {
  const isGenerous = random?.chance(0.2) ?? false
  const cell = (text: string) =>
    isGenerous || text.includes(delimiter) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return rows.map((row) => row.map(cell).join(delimiter) + lineEnd).join('')
}
