import { minutesOf } from '#features/library/play-sessions.rules.ts'
import type { HoursUnit } from '../../../mapping.rules.ts'

/** The longest text that is parsed. The patterns below would take long for a text of 1 MB. */
const LONGEST = 60

/** Parses '12', '12.5', '12,5', '1,234.5', '1.234,5' and '85 %'. Returns null for anything else. */
export function numberIn(text: string): number | null {
  if (text.length > LONGEST) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const typed = text
    .trim()
    .replace(/\s*%$/, '')
    .replaceAll('\u00a0', '')
    .replace(/(\d) (?=\d{3})/g, '$1')
  if (!/^[+-]?\d[\d.,]*$/.test(typed)) return null
  const mark = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','))
  const marks = typed.replace(/[^.,]/g, '')
  // Several marks of one kind, and a comma before exactly three digits, group thousands.
  const groups = /^(\.{2,}|,{2,})$/.test(marks) || /^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed)
  if (mark === -1 || groups) return Number(typed.replace(/[.,]/g, ''))
  return Number(`${typed.slice(0, mark).replace(/[.,]/g, '')}.${typed.slice(mark + 1)}`)
}

/** How the two parts of '46:30' are read: as hours and minutes, or as minutes and seconds. */
export type Clock = 'hours' | 'minutes'

const IN_HOURS: Record<HoursUnit, number> = { hours: 1, minutes: 1 / 60, seconds: 1 / 3600 }

/**
 * Parses a time into hours: a number in the unit of the file, '8:35:30', '46:30', '3h 00min', '2 days 3 hours'. Returns
 * null for anything else.
 */
export function hoursIn(text: string, unit: HoursUnit, clock: Clock = 'hours'): number | null {
  if (text.length > LONGEST) return null
  const typed = text.trim().toLowerCase()
  const parts = /^(\d+):([0-5]?\d)(?::([0-5]?\d)(?:\.\d+)?)?$/.exec(typed)
  if (parts) {
    const [first, second, third] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)]
    if (parts[3] === undefined && clock === 'minutes') return first / 60 + second / 3600
    return first + second / 60 + third / 3600
  }
  const days = /^(\d+)\s*d(?:ays?)?\b\.?,?\s*(.*)$/.exec(typed)
  const rest = days ? (days[2] as string) : typed
  const number = days ? null : numberIn(rest)
  if (number !== null) return number * IN_HOURS[unit]
  const minutes = rest === '' ? 0 : minutesOf(rest.replace(/\b(?:and|,)\s*/g, ' ').replace(/\s+\d+\s*s(?:ec\w*)?$/, ''))
  if (minutes === null || (days === null && rest === '')) return null
  return minutes / 60 + (days ? Number(days[1]) * 24 : 0)
}

/** A rating and the best one of its scale. */
export interface Rated {
  value: number
  max: number
}

/** Parses '4', '4.5', '8/10', '90 %' and '★★★★½'. Returns null for anything else. */
export function ratingIn(text: string, max: number): Rated | null {
  if (text.length > LONGEST) return null
  const typed = text.trim()
  const stars = /^(★+)(½?)☆*$/.exec(typed)
  if (stars) return { value: (stars[1] as string).length + (stars[2] ? 0.5 : 0), max: 5 }
  const share = /^(\d+(?:[.,]\d+)?)\s*\/\s*(5|10|20|100)$/.exec(typed)
  if (share) return { value: numberIn(share[1] as string) ?? 0, max: Number(share[2]) }
  const value = numberIn(typed)
  return value === null ? null : { value, max: typed.endsWith('%') ? 100 : max }
}

const YES = ['true', 'yes', 'y', 'x', '1', 'on', '✓', '✔', 'ja', 'oui', 'sí', 'si', 'sim', 'vrai', 'wahr', 'да']
const NO = ['false', 'no', 'n', '0', 'off', '-', '', 'nein', 'non', 'não', 'faux', 'falsch', 'нет', 'none', 'null']

/** Parses a flag. Returns null for a text that is neither yes nor no. */
export function flagIn(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : null
}
