import { listWindow } from '../../../catalogue.rules.ts'
import type { SourceQuestion } from '../source.ts'
import type { RawgParams } from './rawg-client.ts'
import { modeTags, themeTags } from './rawg-terms.ts'

/** The largest number of rows that RAWG returns at once (2.3). */
export const LARGEST_PAGE = 40
/** The largest page number (2.3). */
const LAST_PAGE = 500

const ORDERINGS: Record<SourceQuestion['sort'], string> = {
  popularity: '-added',
  rating: '-rating',
  release: '-released',
  coming: 'released',
  name: 'name',
}
const LIST_ORDERINGS: Partial<Record<SourceQuestion['kind'], string>> = {
  // A top rating from few votes means nothing; the critics' score has no such outliers.
  'top-rated': '-metacritic',
  recent: '-released',
}

export function listParams(question: SourceQuestion, now: Date): RawgParams {
  const { kind, sort, platformId, genreId, themeId, gameModeId, anyModeOf } = question
  const tags = [
    ...(themeId === null ? [] : themeTags(themeId)),
    ...(gameModeId === null ? [] : modeTags([gameModeId])),
    ...(anyModeOf === null ? [] : modeTags(anyModeOf)),
  ]
  const dates = datesOf(question, now)
  return {
    // DLC and editions have their own rows at RAWG.
    exclude_additions: 'true',
    ordering: sort === 'popularity' ? (LIST_ORDERINGS[kind] ?? ORDERINGS.popularity) : ORDERINGS[sort],
    ...(platformId !== null && { platforms: platformId }),
    ...(genreId !== null && { genres: genreId }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(dates && { dates }),
    ...(kind === 'top-rated' && { metacritic: '1,100' }),
  }
}

const FIRST_DAY = '1947-01-01'
const LAST_DAY = '2099-12-31'

/** Returns the date range of a query; null for any date; days are inclusive. */
function datesOf({ kind, releasedFrom, releasedUntil, sort }: SourceQuestion, now: Date): string | null {
  const window = windowOf(kind, now)
  const from = latest(window.from, releasedFrom === null ? null : dayOf(releasedFrom))
  const until = earliest(window.until, releasedUntil === null ? null : dayOf(releasedUntil - 1))
  // Without this, games without a date would come before all others.
  if (from === null && until === null && sort !== 'release' && sort !== 'coming') return null
  return `${from ?? FIRST_DAY},${until ?? LAST_DAY}`
}

/** Returns RAWG's own windows: upcoming two years, trending and recent six months (R-RAWG-05). */
function windowOf(kind: SourceQuestion['kind'], now: Date): { from: string | null; until: string | null } {
  const today = now.toISOString().slice(0, 10)
  const monthsFromNow = (months: number) => {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
    const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
    day.setUTCDate(Math.min(now.getUTCDate(), lastOfMonth))
    return day.toISOString().slice(0, 10)
  }
  if (kind === 'upcoming') return { from: today, until: monthsFromNow(24) }
  if (kind === 'trending' || kind === 'recent') return { from: monthsFromNow(-6), until: today }
  if (kind !== 'classic') return { from: null, until: null }
  const { until } = listWindow(kind, Math.floor(now.getTime() / 1000))
  return { from: null, until: until === null ? null : dayOf(until - 1) }
}

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const latest = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
const earliest = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

/** Returns the pages that contain the rows from `offset` on: 48 rows are two pages of 24 (C39). */
export function pagesFor(limit: number, offset: number): { size: number; pages: number[]; skip: number } {
  const common = greatestCommonDivisor(limit, offset)
  const parts = Math.ceil(common / LARGEST_PAGE)
  // Equal pages waste nothing; any other range is cut out of large pages.
  const size = common % parts === 0 && common / parts >= 10 ? common / parts : LARGEST_PAGE
  const first = Math.floor(offset / size)
  const last = Math.floor((offset + limit - 1) / size)
  const pages = Array.from({ length: last - first + 1 }, (_, at) => first + at + 1).filter((page) => page <= LAST_PAGE)
  return { size, pages, skip: offset - first * size }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
