/** What a year in games says, computed from its games and play sessions. Pure. Minutes are whole. */

import { durationText } from '#shared/dates.ts'
import type { GameId } from '#shared/ids.ts'

/** How many of a kind a year shows. */
const FAVOURITES_SHOWN = 4
const MOST_PLAYED_SHOWN = 8
const FINISHED_SHOWN = 48
const SHARES_SHOWN = 8

const MONTHS_OF_YEAR = 12
/** A favourite without a heart has at least four stars. */
const FAVOURITE_HALF_STARS = 8
/** A smaller difference from the community, in stars, is not worth naming. */
const CONTRAST_STARS = 0.5

/** The play sessions of one game on one platform. */
export interface PlayedPart {
  gameId: GameId
  platform: string | null
  minutes: number
  /** The months with a session, 1 to 12. */
  months: readonly number[]
}

/** The play sessions of a year. */
export interface PlayedYear {
  parts: readonly PlayedPart[]
  minutesByMonth: ReadonlyMap<number, number>
}

/** The play sessions of a day. */
export interface PlayedDay {
  /** 'YYYY-MM-DD'. */
  date: string
  minutes: number
}

export interface DatedGame {
  date: string
  gameId: GameId
}

/** A game that was played or finished in the year. */
export interface GameOfYear {
  gameId: GameId
  /** 1 to 10 (C22). */
  halfStars: number | null
  isLiked: boolean
  /** '2026', '2026-05' or '2026-05-17'; null when it was not finished in the year. */
  finishedOn: string | null
  /** Minutes without a session that belong to the year, and their month (1 to 12) if it is known. */
  undatedMinutes: number
  undatedMonth: number | null
  /** The platforms of the playthroughs that began or ended in the year. */
  platforms: readonly string[]
}

/** A game with all minutes of the year. */
export interface RankedGame extends GameOfYear {
  minutes: number
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const averageOf = (numbers: readonly number[]) => sumOf(numbers) / numbers.length
const toHundredths = (value: number) => Math.round(value * 100) / 100
const monthOf = (date: string) => Number(date.slice(5, 7))

const longestFirst = (a: RankedGame, b: RankedGame) => b.minutes - a.minutes || (a.gameId < b.gameId ? -1 : 1)
const bestFirst = (a: RankedGame, b: RankedGame) =>
  (b.halfStars ?? 0) - (a.halfStars ?? 0) || Number(b.isLiked) - Number(a.isLiked) || longestFirst(a, b)
/** A date that is only a year comes behind all months of it, and a month behind all days. */
const latestFirst = (a: RankedGame, b: RankedGame) => {
  const [late, early] = [a.finishedOn ?? '', b.finishedOn ?? '']
  return late === early ? longestFirst(a, b) : late < early ? 1 : -1
}

/** Returns everything about the games of a year but their genres and the reviews by others. `sessions` are only of these games. */
export function gamesSummary(games: readonly GameOfYear[], sessions: PlayedYear) {
  const { parts } = sessions
  const partsOf = Map.groupBy(parts, ({ gameId }) => gameId)
  const ranked = games.map((game): RankedGame => {
    let minutes = game.undatedMinutes
    for (const part of partsOf.get(game.gameId) ?? []) minutes += part.minutes
    return { ...game, minutes }
  })
  const played = ranked.filter(({ minutes }) => minutes > 0).sort(longestFirst)
  const finished = ranked.filter(({ finishedOn }) => finishedOn !== null).sort(latestFirst)
  const withoutMonth = ranked.filter(({ undatedMonth }) => undatedMonth === null)
  const rated = ranked.flatMap(({ gameId, halfStars }) =>
    halfStars === null ? [] : [{ gameId, halfStars, others: NO_REVIEWS }],
  )
  return {
    minutes: sumOf(ranked.map(({ minutes }) => minutes)),
    minutesWithoutMonth: sumOf(withoutMonth.map(({ undatedMinutes }) => undatedMinutes)),
    gamesPlayed: ranked.length,
    gamesFinished: finished.length,
    longest: played[0] ?? null,
    favourites: ranked
      .filter(({ halfStars, isLiked }) => isLiked || (halfStars ?? 0) >= FAVOURITE_HALF_STARS)
      .sort(bestFirst)
      .slice(0, FAVOURITES_SHOWN),
    mostPlayed: played.slice(0, MOST_PLAYED_SHOWN),
    finished: finished.slice(0, FINISHED_SHOWN),
    months: monthsOf(ranked, sessions),
    platforms: platformsOf(ranked, partsOf),
    genres: [] as Share[],
    /** All games of the year. */
    all: ranked.map(({ gameId, minutes }) => ({ gameId, minutes })),
    rated,
    ratings: ratingsOf(rated),
  }
}
export type GamesSummary = ReturnType<typeof gamesSummary>

/** Returns the same games with the shares of these genres. */
export function withGenres(games: GamesSummary, genresOf: ReadonlyMap<GameId, readonly string[]>): GamesSummary {
  const shares = createShares()
  for (const { gameId, minutes } of games.all)
    for (const name of genresOf.get(gameId) ?? []) shares.add(name, gameId, minutes)
  return { ...games, genres: shares.list() }
}

/** Reviews of a game: how many, and the sum of their half stars. */
export interface Reviews {
  reviews: number
  halfStars: number
}

const NO_REVIEWS: Reviews = { reviews: 0, halfStars: 0 }

/** A game that the member has rated, and its reviews by others. */
interface RatedGame {
  gameId: GameId
  halfStars: number
  others: Reviews
}

/** Returns the same games with ratings against these reviews, too. Negative numbers leave reviews out. */
export function withReviews(games: GamesSummary, added: ReadonlyMap<GameId, Reviews>): GamesSummary {
  if (!games.rated.some(({ gameId }) => added.has(gameId))) return games
  const rated = games.rated.map((game) => {
    const { reviews, halfStars } = added.get(game.gameId) ?? NO_REVIEWS
    return {
      ...game,
      others: { reviews: game.others.reviews + reviews, halfStars: game.others.halfStars + halfStars },
    }
  })
  return { ...games, rated, ratings: ratingsOf(rated) }
}

function monthsOf(games: readonly RankedGame[], { parts, minutesByMonth }: PlayedYear) {
  const months = Array.from({ length: MONTHS_OF_YEAR }, (_, at) => ({
    minutes: minutesByMonth.get(at + 1) ?? 0,
    ids: new Set<GameId>(),
    finished: 0,
  }))
  for (const { gameId, months: played } of parts) for (const month of played) months[month - 1]?.ids.add(gameId)
  for (const { gameId, undatedMonth, undatedMinutes, finishedOn } of games) {
    const undated = undatedMonth === null ? undefined : months[undatedMonth - 1]
    if (undated) undated.minutes += undatedMinutes
    // Of a finish the month may be unknown.
    const finished = finishedOn === null ? undefined : months[monthOf(finishedOn) - 1]
    if (finished) finished.finished += 1
    for (const month of [undated, finished]) month?.ids.add(gameId)
  }
  return months.map(({ minutes, ids, finished }) => ({ minutes, games: ids.size, finished }))
}

interface Share {
  name: string
  games: number
  minutes: number
}

/** Sums games and minutes by name. Everything about a game is added before the next one, so that it counts once. */
function createShares() {
  const sums = new Map<string, Share & { latest: GameId }>()
  return {
    add(name: string, gameId: GameId, minutes: number): void {
      const sum = sums.get(name)
      if (!sum) {
        sums.set(name, { name, games: 1, minutes, latest: gameId })
        return
      }
      if (sum.latest !== gameId) sum.games += 1
      sum.latest = gameId
      sum.minutes += minutes
    },
    /** Returns the names with the most games first, then those with the most minutes. */
    list: (): Share[] =>
      [...sums.values()]
        .sort((a, b) => b.games - a.games || b.minutes - a.minutes || (a.name < b.name ? -1 : 1))
        .slice(0, SHARES_SHOWN)
        .map(({ name, games, minutes }) => ({ name, games, minutes })),
  }
}

/** Hours without a session count for a platform only when the game has no other one in the year. */
function platformsOf(games: readonly RankedGame[], partsOf: ReadonlyMap<GameId, readonly PlayedPart[]>): Share[] {
  const shares = createShares()
  for (const { gameId, platforms, undatedMinutes } of games) {
    const parts = partsOf.get(gameId) ?? []
    for (const { platform, minutes } of parts) if (platform !== null) shares.add(platform, gameId, minutes)
    for (const platform of platforms) shares.add(platform, gameId, 0)
    if (undatedMinutes === 0) continue
    const [only, ...others] = new Set([...platforms, ...parts.flatMap(({ platform }) => platform ?? [])])
    if (only !== undefined && others.length === 0) shares.add(only, gameId, undatedMinutes)
  }
  return shares.list()
}

function ratingsOf(rated: readonly RatedGame[]) {
  if (rated.length === 0) return null
  const shared = rated
    .filter(({ others }) => others.reviews > 0)
    .map(({ gameId, halfStars, others }) => ({
      gameId,
      stars: halfStars / 2,
      community: others.halfStars / others.reviews / 2,
    }))
  const byContrast = shared
    .toSorted((a, b) => b.stars - b.community - (a.stars - a.community) || (a.gameId < b.gameId ? -1 : 1))
    .map((game) => ({ ...game, difference: game.stars - game.community, community: toHundredths(game.community) }))
  const [highest, lowest] = [byContrast[0], byContrast.at(-1)]
  return {
    count: rated.length,
    average: toHundredths(averageOf(rated.map(({ halfStars }) => halfStars)) / 2),
    histogram: Array.from({ length: 10 }, (_, at) => rated.filter(({ halfStars }) => halfStars === at + 1).length),
    community:
      shared.length === 0
        ? null
        : {
            games: shared.length,
            own: toHundredths(averageOf(shared.map(({ stars }) => stars))),
            others: toHundredths(averageOf(shared.map(({ community }) => community))),
          },
    above: highest && highest.difference >= CONTRAST_STARS ? highest : null,
    below: lowest && lowest.difference <= -CONTRAST_STARS ? lowest : null,
  }
}

const DAY_MS = 86_400_000
const isNextDay = (day: string, next: string) => Date.parse(next) - Date.parse(day) === DAY_MS

/** Returns the longest run of consecutive days, the first one of equal length; null without a day. */
export function longestRun(days: readonly string[]): { days: number; first: string; last: string } | null {
  let longest: { days: number; first: string; last: string } | null = null
  let from = 0
  for (const [at, day] of days.entries()) {
    if (at > 0 && !isNextDay(days[at - 1] as string, day)) from = at
    const length = at - from + 1
    if (length > (longest?.days ?? 0)) longest = { days: length, first: days[from] as string, last: day }
  }
  return longest
}

/**
 * Returns the days played, the run of days, and the games with which the year began and ended. `days` are in order;
 * `edges` are the games played longest on the first and on the last of them.
 */
export function daysSummary(
  games: readonly GameOfYear[],
  { days, edges }: { days: readonly PlayedDay[]; edges: readonly DatedGame[] },
) {
  return { days, streak: longestRun(days.map(({ date }) => date)), ...firstAndLast(games, edges) }
}
export type DaysSummary = ReturnType<typeof daysSummary>

/** A game finished without a session counts for its day. */
function firstAndLast(
  games: readonly GameOfYear[],
  edges: readonly DatedGame[],
): { firstGame: DatedGame | null; lastGame: DatedGame | null } {
  const finished = games.flatMap(({ gameId, finishedOn }) =>
    finishedOn?.length === 'YYYY-MM-DD'.length ? [{ date: finishedOn, gameId }] : [],
  )
  // Stable, so a game played comes before one only finished on the same day.
  const dated = [...edges, ...finished].sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
  const last = dated.at(-1)
  return { firstGame: dated[0] ?? null, lastGame: dated.find(({ date }) => date === last?.date) ?? null }
}

/** 'h' of large numbers is whole hours: '1,206h', but '9h 30m' and '40m'. */
export const hoursOfYear = (minutes: number): string =>
  minutes < 600 ? durationText(minutes) : durationText(Math.round(minutes / 60) * 60)

/** The furthest that a place can be behind UTC. */
const BEHIND_MS = 12 * 3_600_000

/** Returns the latest year that has begun for every member, so each of them has a page for it (G58). */
export const yearBegunEverywhere = (now: Date): number => new Date(now.getTime() - BEHIND_MS).getUTCFullYear()
