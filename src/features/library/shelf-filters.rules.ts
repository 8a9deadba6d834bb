import { hoursToBeatOf } from '#features/catalogue/time-to-beat.rules.ts'
import { isDay, utcDay } from '#shared/calendar-days.ts'
import { COPY_KINDS } from './copy-kinds.rules.ts'

/**
 * Further filters of a shelf, which its address holds as texts: when a game was played or waited, its release year,
 * stars, hours. Statistics link to them, so each filter finds exactly the games that a bar counts. Pure.
 */

/** Days 'YYYY-MM-DD' with both ends. */
export interface Span {
  first: string
  last: string
}

/** Nothing is logged for earlier days, or for later ones. */
const EARLIEST_DAY = '1970-01-01'
const LATEST_DAY = '2999-12-31'

export const lastOfMonth = (month: string): string =>
  utcDay(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))

/** Parses '2026', '2026-05' or '2026-05-17'. Returns null for anything else. */
function partSpan(text: string): Span | null {
  if (/^\d{4}$/.test(text)) return { first: `${text}-01-01`, last: `${text}-12-31` }
  if (/^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`)) return { first: `${text}-01`, last: lastOfMonth(text) }
  return isDay(text) ? { first: text, last: text } : null
}

/** Parses a year, a month, a day, or two of them as 'from..to'. Returns null for anything else. */
export function spanOf(text: string): Span | null {
  const [from, to, more] = text.split('..').map(partSpan)
  if (!from || more !== undefined || to === null) return null
  const span = { first: from.first, last: (to ?? from).last }
  return span.first <= span.last && span.first >= EARLIEST_DAY && span.last <= LATEST_DAY ? span : null
}

/** Returns the shortest text of a span: '2026', '2026-05', '2026-05-17' or '2026-05-01..2026-06-30'. */
export function spanText({ first, last }: Span): string {
  const whole = [first.slice(0, 4), first.slice(0, 7), first].find((text) => {
    const part = partSpan(text)
    return part?.first === first && part.last === last
  })
  return whole ?? `${first}..${last}`
}

/** Widens a span to whole months: for viewers who may not see on which days a member plays (G22). */
export const wholeMonths = ({ first, last }: Span): Span => ({
  first: `${first.slice(0, 7)}-01`,
  last: lastOfMonth(last.slice(0, 7)),
})

/**
 * How far the member's stars are from the community's, from `from` on and below `to`, in hundredths of a star: half a
 * star less is below, half a star more is above.
 */
export const CONTRASTS = {
  far_below: { from: -5, to: -1.49 },
  below: { from: -1.49, to: -0.49 },
  same: { from: -0.49, to: 0.5 },
  above: { from: 0.5, to: 1.5 },
  far_above: { from: 1.5, to: 5 },
} as const
export type Contrast = keyof typeof CONTRASTS

/** Marks of a playthrough: of the one that a game being played is in, or of one that was dropped with a reason. */
export const MARKS = { paused: 'Paused', replaying: 'Replaying', reasoned: 'Dropped with a reason' } as const
export type PlaythroughMark = keyof typeof MARKS

/** Numbers of a range 'from..to', 'from..' or 'one'; null for anything else. */
export function rangeOf(text: string): { from: number; to: number | null } | null {
  const [, from, dots, to] = /^(\d{1,6})(?:(\.\.)(\d{1,6})?)?$/.exec(text) ?? []
  if (from === undefined) return null
  const range = { from: Number(from), to: dots ? (to === undefined ? null : Number(to)) : Number(from) }
  return range.to === null || range.to >= range.from ? range : null
}

/** How many names the filters for other platforms or genres may exclude. */
const NAMES_MAX = 12
/** No name has a line break; a platform is called 'Xbox Series X|S'. */
const SEPARATOR = '\n'
export const namesText = (names: readonly string[]): string => names.join(SEPARATOR)
export const namesOf = (text: string): string[] => text.split(SEPARATOR)

const isYears = (text: string) => /^\d{4}(\.\.\d{4})?$/.test(text) && rangeOf(text) !== null
/** A shelf, platform or store that the member has named. */
const isName = (text: string) => text.trim() !== '' && text.length <= 100
const isNames = (text: string) => text !== '' && text.length <= 1000 && namesOf(text).length <= NAMES_MAX

/** Each filter with its valid texts. */
const FILTERS = {
  /** A span in which the game was played, as the year page counts it. */
  played: (text) => spanOf(text) !== null,
  /** A play session on this weekday, from 1 (Monday) to 7; within `played`, if both are there. */
  weekday: (text) => /^[1-7]$/.test(text),
  /** A day at whose end the game was in the library, and nothing had begun it. */
  waiting: (text) => isDay(text) && spanOf(text) !== null,
  /** A release year, years 'from..to', or 'none'. */
  released: (text) => text === 'none' || isYears(text),
  /** Stars from 0.5 to 5, or 'none'. */
  rating: (text) => text === 'none' || /^(?:[1-4](?:\.5)?|0\.5|5)$/.test(text),
  /** Hours 'from..to' without the upper end, 'from..', or 'none', which leaves out games that are only wanted. */
  hours: (text) => text === 'none' || /^\d{1,6}\.\.\d{0,6}$/.test(text),
  /** How long a game takes, as the catalogue filters, too. */
  takes: (text) => hoursToBeatOf(text) !== null,
  /** The member's stars against those of others. */
  against: (text) => Object.hasOwn(CONTRASTS, text),
  /** A platform on which the member played the game, as a playthrough or a copy names it. */
  played_on: isName,
  /** At least one platform where it was played or that it is on, or genre, that is none of these names. */
  other_played_on: isNames,
  other_platforms: isNames,
  other_genres: isNames,
  /** The mark of a playthrough; others cannot filter by it. */
  mark: (text) => Object.hasOwn(MARKS, text),
  /** The name of a shelf that the member has made; another name finds nothing. */
  shelf: isName,
  /** Which copies the member owns; others cannot filter by copies. All of these are true of the same copy. */
  copy: (text) => Object.hasOwn(COPY_KINDS, text),
  copy_platform: isName,
  copy_store: isName,
  copy_edition: isName,
  /** When the member got it: a year. */
  copy_got: (text) => /^\d{4}$/.test(text) && spanOf(text) !== null,
  /** Who has borrowed it. */
  copy_lent_to: isName,
  /** Its price 'from..to' without the upper end, 'from..', or 'one..one' for exactly this one, in any currency. */
  copy_price: (text) => /^\d{1,6}\.\.\d{0,6}$/.test(text) && rangeOf(text) !== null,
} satisfies Record<string, (text: string) => boolean>

export type FilterName = keyof typeof FILTERS
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]
export type ShelfFilters = { [Name in FilterName]?: string | undefined }

/** Returns whether a filter has a valid text; a list ignores the others (G38). */
export const isFilter = (name: FilterName, text: string): boolean => FILTERS[name](text)
