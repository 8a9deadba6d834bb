import { shortDate } from '#shared/dates.ts'

/** Earlier years are typing mistakes in a catalogue (C27). */
const FIRST_YEAR = 1975
/** Releases can be announced at most this many years ahead (C27). */
const YEARS_AHEAD = 5

/**
 * The number of characters from which suggestions and the simple search start, and from which the catalogue's list does
 * (C02).
 */
export const SUGGEST_FROM = 2
export const SEARCH_LIST_FROM = 3

/**
 * Returns the year of a release in UTC; null for none and for an implausible one (before 1975, more than five years
 * ahead).
 */
export function plausibleYear(firstReleaseDate: number | null, now: Date): number | null {
  if (firstReleaseDate === null) return null
  const year = new Date(firstReleaseDate * 1000).getUTCFullYear()
  const { first, last } = plausibleYears(now)
  return year >= first && year <= last ? year : null
}

/** Returns the first and the last year of a plausible release (C27). */
export const plausibleYears = (now: Date) => ({ first: FIRST_YEAR, last: now.getUTCFullYear() + YEARS_AHEAD })

/** Returns the year for cards and the game's head: 'TBA' when unknown (C27). */
export function yearText(year: number | null): string {
  return year === null ? 'TBA' : String(year)
}

/**
 * Returns the release date for the stat chip and Game Info: 'Unknown' without a date, 'TBA' with an impossible one
 * (C27).
 */
export function releaseDateText(firstReleaseDate: number | null, now: Date): string {
  if (firstReleaseDate === null) return 'Unknown'
  if (plausibleYear(firstReleaseDate, now) === null) return 'TBA'
  return shortDate(new Date(firstReleaseDate * 1000))
}

/** Formats a rating of 0 to 100 out of ten: 87 is '8.7' (C22). */
export function ratingOutOfTen(totalRating: number): string {
  return (totalRating / 10).toFixed(1)
}

/** Returns whose rating `total_rating` is: only members give stars (decision 0101). */
export const scoreSource = ({ dataSource }: { dataSource: string }): string =>
  dataSource === 'rawg' ? 'RAWG' : dataSource === 'unknown' ? 'Score' : 'IGDB'

/** A picture in the form that sources and older data use: an address, an object with one, or nothing. */
type Picture = string | { url?: string | null } | null | undefined

/** Returns the cover: cover_url, then cover.url, then cover, then coverImage; null means the placeholder (C68). */
export function chooseCover(game: {
  cover_url?: string | null
  cover?: Picture
  coverImage?: string | null
}): string | null {
  const { cover } = game
  const chosen = game.cover_url || (typeof cover === 'string' ? cover : cover?.url) || game.coverImage
  return chosen ? withScheme(chosen) : null
}

/** Adds the scheme that IGDB omits in addresses. */
export function withScheme(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address
}

export type CoverSize = 't_thumb' | 't_cover_big' | 't_cover_big_2x'

/** Returns the address of an IGDB cover in one of the documented sizes; covers are shown in cover_big_2x. */
export function igdbCoverAddress(imageId: string, size: CoverSize = 't_cover_big_2x'): string {
  return `https://images.igdb.com/igdb/image/upload/${size}/${imageId}.jpg`
}

/**
 * Returns the address of our image service for an external picture: quality 75, in a format that the browser supports.
 */
export function imageServiceAddress(url: string, width: number): string {
  return `/api/image?url=${encodeURIComponent(url)}&w=${width}&q=75&fm=auto`
}

/** Returns the smallest version of a cover at our image service, for rows (R-GAME-50). */
export function thumbAddress(coverUrl: string): string {
  return coverUrl.startsWith('/api/image?')
    ? coverUrl.replace(/t_cover_big(_2x)?/, 't_thumb').replace(/([?&]w=)\d+/, '$1' + '64')
    : coverUrl
}

/** Removes repeated names and preserves the order. */
export function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}

const DAY = 24 * 60 * 60
const YEAR = 365.25 * DAY

/**
 * The prior of a weighted score: a score needs `least` ratings, and `weight` ratings of `prior` are added to them
 * (R-CAT-18).
 */
export interface RatingPrior {
  prior: number
  weight: number
  least: number
}
/** For players' ratings (R-CAT-18, R-CAT-19). */
export const BY_PLAYERS: RatingPrior = { prior: 75, weight: 250, least: 50 }
/** For critics' ratings (R-CAT-18, R-CAT-19). */
export const BY_CRITICS: RatingPrior = { prior: 75, weight: 15, least: 5 }

/** Returns (v·R + m·C) / (v + m): the mean of v ratings R, weighted with m ratings of the prior C (R-CAT-18). */
export function weightedScore(rating: number, count: number, { prior, weight }: RatingPrior): number {
  return (count * rating + weight * prior) / (count + weight)
}

/** Returns the number of games to fetch, of which the best `pageSize` form one page (R-CAT-20). */
export function topRatedFetchSize(pageSize: number): number {
  return Math.min(500, 10 * pageSize)
}

/**
 * Returns the number of games that a search fetches: more than it shows, so that a page is full after duplicates are
 * removed (R-CAT-16).
 */
export function searchFetchSize(pageSize: number): number {
  return Math.min(2 * pageSize, 50)
}

/** The follows before release that the lists require (R-CAT-24, R-CAT-25). */
export const MIN_HYPES = { upcoming: 1, trending: 5 } as const

/**
 * The conditions for popular games if the source provides no popularity: number of ratings, rating, age in years
 * (R-CAT-26).
 */
export const FALLBACK_POPULAR = { leastRatings: 20, leastRating: 75, years: 15 } as const

/**
 * Returns the Unix seconds from which a first release date counts as a placeholder, because it is too far ahead
 * (R-GAME-46).
 */
export function firstPlaceholder(now: number): number {
  return Date.UTC(new Date(now * 1000).getUTCFullYear() + YEARS_AHEAD + 1, 0, 1) / 1000
}

/**
 * Returns the release window of a list in Unix seconds: upcoming 7 to 720 days ahead (R-CAT-24), recent the last 180
 * days (R-CAT-21), classic older than five years (R-CAT-23), trending the last six months. Null for an open end.
 */
export function listWindow(kind: string, now: number): { from: number | null; until: number | null } {
  const seconds = (from: number | null, until: number | null) => ({
    from: from === null ? null : Math.floor(from),
    until: until === null ? null : Math.floor(until),
  })
  if (kind === 'upcoming') return seconds(now + 7 * DAY, now + 720 * DAY)
  if (kind === 'recent') return seconds(now - 180 * DAY, now)
  if (kind === 'classic') return seconds(null, now - 5 * YEAR)
  if (kind === 'trending') return seconds(now - YEAR / 2, now)
  return seconds(null, null)
}

/**
 * Returns the renown of a live source's game, 0 to 100: the order of magnitude of the number of ratings and follows.
 * 5,000 ratings are 100, 500 are 73, 50 are 46, 5 are 21; one follow counts like five ratings.
 */
export function renownOf(game: { ratings: number; hypes: number }): number {
  const people = Math.max(0, game.ratings) + 5 * Math.max(0, game.hypes)
  return Math.min(100, Math.round((100 * Math.log10(1 + people)) / Math.log10(5_001)))
}

export interface Ratings {
  /** 0 to 100. */
  totalRating: number | null
  totalRatingCount: number
  criticRating: number | null
  criticRatingCount: number
}

/**
 * Returns the score for a list sorted by rating: the Bayesian average of the rating and 75, where 75 has the weight of
 * 250 players' or 15 critics' ratings (R-CAT-18). So two ratings of 100 rank below thousands of 95. The critics decide
 * when fewer than 50 players and at least 5 critics have rated. Null without a rating. A rating without a count is
 * weighted by renown like that of critics: 15 at a renown of 50.
 */
export function weightedRating(game: Ratings & { renown: number }): number | null {
  const { totalRating, totalRatingCount, criticRating, criticRatingCount, renown } = game
  if (totalRating !== null && totalRatingCount >= BY_PLAYERS.least)
    return weightedScore(totalRating, totalRatingCount, BY_PLAYERS)
  if (criticRating !== null && criticRatingCount >= BY_CRITICS.least)
    return weightedScore(criticRating, criticRatingCount, BY_CRITICS)
  if (totalRating === null) return null
  return totalRatingCount > 0
    ? weightedScore(totalRating, totalRatingCount, BY_PLAYERS)
    : weightedScore(totalRating, CRITICS_PER_RENOWN * renown, BY_CRITICS)
}
const CRITICS_PER_RENOWN = 0.3
