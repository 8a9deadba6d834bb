/** What a year in games says, computed from its games and play sessions. Pure. Minutes are whole. */

import { durationText } from '#shared/dates.ts'
import { HOUR_MS } from '#shared/durations.ts'
import type { GameId } from '#shared/ids.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'

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

/** The play sessions of a game on one platform. */
export interface PlayedPart {
  platform: string | null
  minutes: number
  /** A bit for each month with a session (2 for January). */
  months: number
}

/** A game that was played or finished in the year. */
export interface GameOfYear {
  gameId: GameId
  /** 1 to 10 (C22). */
  halfStars: number | null
  isLiked: boolean
  /** '2026', '2026-05' or '2026-05-17'; null when it was not finished in the year. */
  finishedOn: string | null
  /** How often it was finished in the year. */
  finishes: number
  /** Minutes without a session that belong to the year, and their month (1 to 12) if it is known. */
  undatedMinutes: number
  undatedMonth: number | null
  /** The platforms of the playthroughs that began or ended in the year. */
  platforms: readonly string[]
  parts: readonly PlayedPart[]
}

/** A game with all minutes of the year. */
export interface RankedGame extends GameOfYear {
  minutes: number
}

const averageOf = (sum: number, count: number) => toHundredths(sum / count)
const toHundredths = (value: number) => Math.round(value * 100) / 100
const monthOf = (date: string) => Number(date.slice(5, 7))

/** Returns the first items in an order, without sorting the others. */
function firstIn<T>(items: Iterable<T>, order: (a: T, b: T) => number, most: number): T[] {
  const first: T[] = []
  for (const item of items) {
    const last = first.at(-1)
    if (first.length === most && last !== undefined && order(item, last) >= 0) continue
    let [from, to] = [0, first.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (order(item, first[middle] as T) < 0) to = middle
      else from = middle + 1
    }
    first.splice(from, 0, item)
    if (first.length > most) first.pop()
  }
  return first
}

const longestFirst = compareInTurn<RankedGame>(
  descending(({ minutes }) => minutes),
  ascending(({ gameId }) => gameId),
)
const bestFirst = compareInTurn<RankedGame>(
  descending(({ halfStars }) => halfStars ?? 0),
  descending(({ isLiked }) => Number(isLiked)),
  longestFirst,
)
/** A date that is only a year comes behind all months of it, and a month behind all days. */
const latestFirst = compareInTurn<RankedGame>(
  descending(({ finishedOn }) => finishedOn ?? ''),
  longestFirst,
)

/** A number for each of some games: two lists instead of an object for each game, because a year stays in memory. */
interface Numbers {
  ids: readonly GameId[]
  numbers: readonly number[]
}

const numbersOf = (games: readonly RankedGame[], numberOf: (game: RankedGame) => number | null): Numbers => {
  const [ids, numbers]: [GameId[], number[]] = [[], []]
  for (const game of games) {
    const number = numberOf(game)
    if (number === null) continue
    ids.push(game.gameId)
    numbers.push(number)
  }
  return { ids, numbers }
}

/**
 * Returns everything about the games of a year but their genres and the stars of others. `minutesByMonth` are those of
 * all play sessions.
 */
export function gamesSummary(games: readonly GameOfYear[], minutesByMonth: ReadonlyMap<number, number>) {
  const ranked = games.map((game): RankedGame => {
    let minutes = game.undatedMinutes
    for (const part of game.parts) minutes += part.minutes
    return { ...game, minutes }
  })
  const finished = ranked.filter(({ finishedOn }) => finishedOn !== null)
  const mostPlayed = firstIn(
    ranked.filter(({ minutes }) => minutes > 0),
    longestFirst,
    MOST_PLAYED_SHOWN,
  )
  const favourites = ranked.filter(({ halfStars, isLiked }) => isLiked || (halfStars ?? 0) >= FAVOURITE_HALF_STARS)
  const rated = numbersOf(ranked, ({ halfStars }) => halfStars)
  let [minutes, minutesWithoutMonth] = [0, 0]
  for (const game of ranked) {
    minutes += game.minutes
    if (game.undatedMonth === null) minutesWithoutMonth += game.undatedMinutes
  }
  return {
    minutes,
    minutesWithoutMonth,
    gamesPlayed: ranked.length,
    gamesFinished: finished.length,
    runsFinished: finished.reduce((sum, { finishes }) => sum + finishes, 0),
    longest: mostPlayed[0] ?? null,
    favourites: firstIn(favourites, bestFirst, FAVOURITES_SHOWN),
    mostPlayed,
    finished: firstIn(finished, latestFirst, FINISHED_SHOWN),
    months: monthsOf(ranked, minutesByMonth),
    platforms: platformsOf(ranked),
    genres: [] as Share[],
    /** The minutes of all games of the year. */
    all: numbersOf(ranked, ({ minutes }) => minutes),
    /** The half stars of the games that the member has rated. */
    rated,
    ratings: ratingsOf(rated, new Map(), []),
  }
}
export type GamesSummary = ReturnType<typeof gamesSummary>

/** Returns the same games with the shares of these genres. */
export function withGenres(games: GamesSummary, genresOf: ReadonlyMap<GameId, readonly string[]>): GamesSummary {
  const shares = createShares()
  const { ids, numbers } = games.all
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] as GameId
    for (const name of genresOf.get(id) ?? []) shares.add(name, id, numbers[at] as number)
  }
  return { ...games, genres: shares.list() }
}

/** The public stars of a game: of how many members, and the sum of their half stars. */
export interface Ratings {
  members: number
  halfStars: number
}
export type RatingsByGame = ReadonlyMap<GameId, Ratings>

/** Returns the same games with ratings against these stars, too. Those of `leftOut` are among them and do not count. */
export const withRatings = (
  games: GamesSummary,
  ratingsOfGames: RatingsByGame,
  leftOut: readonly RatingsByGame[] = [],
): GamesSummary => ({ ...games, ratings: ratingsOf(games.rated, ratingsOfGames, leftOut) })

function monthsOf(all: readonly RankedGame[], minutesByMonth: ReadonlyMap<number, number>) {
  const numbers = () => new Array<number>(MONTHS_OF_YEAR + 1).fill(0)
  const [minutes, games, finished] = [numbers(), numbers(), numbers()]
  const add = (sums: number[], month: number, number: number) => {
    sums[month] = (sums[month] as number) + number
  }
  for (const { parts, undatedMonth, undatedMinutes, finishedOn } of all) {
    // Of a finish the month may be unknown, and then it counts for the month 0, which nobody sees.
    const finishedIn = finishedOn === null ? 0 : monthOf(finishedOn)
    let played = (1 << (undatedMonth ?? 0)) | (1 << finishedIn)
    for (const part of parts) played |= part.months
    for (let month = 1; month <= MONTHS_OF_YEAR; month += 1) if (played & (1 << month)) add(games, month, 1)
    add(minutes, undatedMonth ?? 0, undatedMinutes)
    if (finishedOn !== null) add(finished, finishedIn, 1)
  }
  return Array.from({ length: MONTHS_OF_YEAR }, (_, at) => ({
    minutes: (minutes[at + 1] as number) + (minutesByMonth.get(at + 1) ?? 0),
    games: games[at + 1] as number,
    finished: finished[at + 1] as number,
  }))
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
        .sort(
          compareInTurn(
            descending(({ games }) => games),
            descending(({ minutes }) => minutes),
            ascending(({ name }) => name),
          ),
        )
        .slice(0, SHARES_SHOWN)
        .map(({ name, games, minutes }) => ({ name, games, minutes })),
  }
}

/** Hours without a session count for a platform only when the game has no other one in the year. */
function platformsOf(games: readonly RankedGame[]): Share[] {
  const shares = createShares()
  for (const { gameId, platforms, parts, undatedMinutes } of games) {
    for (const { platform, minutes } of parts) if (platform !== null) shares.add(platform, gameId, minutes)
    for (const platform of platforms) shares.add(platform, gameId, 0)
    if (undatedMinutes === 0) continue
    const [only, ...others] = new Set([...platforms, ...parts.flatMap(({ platform }) => platform ?? [])])
    if (only !== undefined && others.length === 0) shares.add(only, gameId, undatedMinutes)
  }
  return shares.list()
}

interface Contrast {
  gameId: GameId
  stars: number
  community: number
  /** How far the stars are above the community's. */
  difference: number
}

const isAbove = (difference: number, gameId: GameId, other: Contrast) =>
  difference > other.difference || (difference === other.difference && gameId < other.gameId)

function ratingsOf({ ids, numbers }: Numbers, ratingsOfGames: RatingsByGame, leftOut: readonly RatingsByGame[]) {
  if (ids.length === 0) return null
  const histogram = new Array<number>(10).fill(0)
  let highest: Contrast | null = null
  let lowest: Contrast | null = null
  let [allHalfStars, shared, ownStars, othersStars] = [0, 0, 0, 0]
  for (let at = 0; at < ids.length; at += 1) {
    const gameId = ids[at] as GameId
    const own = numbers[at] as number
    allHalfStars += own
    histogram[own - 1] = (histogram[own - 1] ?? 0) + 1
    const all = ratingsOfGames.get(gameId) ?? NO_RATINGS
    let members = all.members
    let halfStars = all.halfStars
    for (const each of leftOut) {
      const out = each.get(gameId) ?? NO_RATINGS
      members -= out.members
      halfStars -= out.halfStars
    }
    if (members <= 0) continue
    const stars = own / 2
    const community = halfStars / members / 2
    const difference = stars - community
    shared += 1
    ownStars += stars
    othersStars += community
    if (highest === null || isAbove(difference, gameId, highest)) highest = { gameId, stars, community, difference }
    if (lowest === null || !isAbove(difference, gameId, lowest)) lowest = { gameId, stars, community, difference }
  }
  return {
    count: ids.length,
    average: averageOf(allHalfStars / 2, ids.length),
    histogram,
    community:
      shared === 0 ? null : { games: shared, own: averageOf(ownStars, shared), others: averageOf(othersStars, shared) },
    above: highest && highest.difference >= CONTRAST_STARS ? rounded(highest) : null,
    below: lowest && lowest.difference <= -CONTRAST_STARS ? rounded(lowest) : null,
  }
}

const NO_RATINGS: Ratings = { members: 0, halfStars: 0 }
const rounded = (contrast: Contrast): Contrast => ({ ...contrast, community: toHundredths(contrast.community) })

/** 'h' of large numbers is whole hours: '1,206h', but '9h 30m' and '40m'. */
export const hoursOfYear = (minutes: number): string =>
  minutes < 600 ? durationText(minutes) : durationText(Math.round(minutes / 60) * 60)

/** The furthest that a place can be behind UTC. */
const BEHIND_MS = 12 * HOUR_MS

/** Returns the latest year that has begun for every member, so each of them has a page for it (G58). */
export const yearBegunEverywhere = (now: Date): number => new Date(now.getTime() - BEHIND_MS).getUTCFullYear()
