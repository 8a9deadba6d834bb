import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { dayIn, yearStartIn } from '#features/profiles/profiles.rules.ts'
import {
  type ProfileRequest,
  requireVisibleSection,
  type VisibleProfile,
  zoneOf,
} from '#features/profiles/server/profiles.service.ts'
import type { Clock } from '#server/clock.ts'
import type { OwnState } from '#server/own-state.ts'
import type { Reply } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { type DaysSummary, daysSummary, type PlayedDay } from '../days.rules.ts'
import { type GamesSummary, gamesSummary, type RatingsByGame, withGenres, withRatings } from '../years.rules.ts'
import { YEAR_NOT_FOUND } from '../years.texts.ts'
import type { GameFacts } from './caches/game-facts.ts'
import { gamesOf } from './games/games-of-year.ts'
import * as queries from './years.queries.ts'

export interface YearsDeps extends WithCatalogue {
  clock: Clock
  ownState: OwnState
  facts: GameFacts
}

export interface LoadedYear {
  profile: VisibleProfile
  year: number
  firstYear: number
  lastYear: number
  /** Null when the viewer may not see the library. */
  games: GamesSummary | null
  /** Null when the viewer may not see the activity. */
  days: DaysSummary | null
  reviews: number
  /** Null for everybody but the owner. */
  journalEntries: number | null
  /** Whether a visitor may open the page of this year. */
  hasPicture: boolean
  cards: ReadonlyMap<GameId, GameCard>
}

/** Nothing is logged for earlier days. */
export const EARLIEST_YEAR = 1970

const yearOf = (day: string) => Number(day.slice(0, 4))

/**
 * Loads a member's year with the parts that the viewer may see (G22). Refuses like the profile, and with 404 for a year
 * before the first thing that the viewer may see of the member, or after the member's current year (G58).
 */
export async function loadYear(
  deps: YearsDeps,
  { year, ...request }: ProfileRequest & { year: number },
  reply: Reply,
): Promise<LoadedYear> {
  const { db, clock } = deps
  const profile = await requireVisibleSection(db, request, 'profile', reply)
  const { id, row, isOwn, seenAs } = profile
  reply.shows(tag.shelf(id), tag.reviewsBy(id))
  const zone = zoneOf(row)
  const lastYear = yearOf(dayIn(zone, clock()))
  if (year < EARLIEST_YEAR || year > lastYear) return refuseMissing()
  const blocking = seenAs === null && row.opens_library ? request.viewer : null
  const [{ log, days, games: played, ownRatings }, blocked] = await Promise.all([
    readYear(deps, profile, zone, year),
    blocking ? queries.listRatingsInBlock(db, id, blocking) : [],
  ])
  const firstYearOf = (days: readonly string[]) => Math.min(lastYear, ...days.map(yearOf))
  const firstYear = firstYearOf(visibleDays(log.firsts, row, zone))
  if (year < firstYear) return refuseMissing()
  const forVisitors = {
    opens_library: row.opens_library_to_visitors,
    opens_activity: row.opens_activity_to_visitors,
  }
  // The owner's log has private reviews and own games, too.
  const isVisitorsYear = () => year >= firstYearOf(visibleDays(log.shownFirsts, forVisitors, zone))
  const games = row.opens_library ? await withFacts(deps.facts, played, [ownRatings, ratingsByGame(blocked)]) : null
  const shown = { games, days: row.opens_activity ? days : null }
  return {
    ...{ profile, year, firstYear, lastYear, ...shown },
    reviews: log.reviews,
    journalEntries: isOwn ? log.journalEntries : null,
    hasPicture: row.opens_to_visitors && isVisitorsYear(),
    cards: await loadGameCards(deps, shownIds(shown), clock(), isOwn ? id : null),
  }
}

/** When the parts of a member's log begin; null of a part without anything. */
interface Firsts {
  sessionOn: string | null
  datedOn: string | null
  undatedAt: Date | null
  reviewedAt: Date | null
}

interface Log {
  firsts: Firsts
  /** Of what others may see. */
  shownFirsts: Firsts
  reviews: number
  journalEntries: number
}

/** Everything about a year, before `loadYear` leaves out what the viewer may not see. */
interface WholeYear {
  log: Log
  days: DaysSummary
  /** Without what is known about each game: genres and the stars of others. */
  games: GamesSummary
  /** The member's public stars of these games. */
  ownRatings: RatingsByGame
}

/** Adds the genres and the stars of others to the games of a year. `leftOut` are stars of these games that do not count. */
async function withFacts(
  facts: GameFacts,
  games: GamesSummary,
  leftOut: readonly RatingsByGame[],
): Promise<GamesSummary> {
  const [genres, ratings] = await Promise.all([facts.genres(games.all.ids), facts.ratings(games.rated.ids)])
  return withRatings(withGenres(games, genres), ratings, leftOut)
}

const ratingsByGame = (rows: readonly queries.RatingsRow[]): RatingsByGame =>
  new Map(rows.map(({ game_id, members, half_stars }) => [game_id, { members, halfStars: half_stars }]))

const nameOf = ({ isOwn }: VisibleProfile, zone: string | null, year: number) =>
  `year ${year} ${isOwn ? 'own' : ''} ${zone}`
const tagsOf = ({ id }: VisibleProfile) => [tag.shelf(id), tag.reviewsBy(id), tag.journal(id), tag.peopleLists]

/** The memory of a game in the sums. */
const BYTES_PER_GAME = 150
const bytesOf = ({ games }: WholeYear) => games.all.ids.length * BYTES_PER_GAME

/**
 * Sums a member's year, or returns the sums from memory: reading 2,000 games takes tens of milliseconds (decision 0082). They
 * are the same for every viewer but the owner, who counts private reviews, too. They say nothing about a game but its id, so
 * they have no tags of games.
 */
function readYear(
  { db, ownState }: YearsDeps,
  profile: VisibleProfile,
  zone: string | null,
  year: number,
): Promise<WholeYear> {
  const { id, isOwn } = profile
  const sum = async () => {
    const span = { ...spanOf(zone, year), isOwn }
    const [playthroughs, { entries, firsts }, log] = await Promise.all([
      queries.listPlaythroughs(db, id, span),
      queries.listEntries(db, id, span),
      queries.readLog(db, id, span),
    ])
    const played = gamesOf(playthroughs, entries, zone)
    const days = daysOf(log.days)
    const games = gamesSummary(played, minutesByMonth(days.days))
    const ids = new Set(games.rated.ids)
    return {
      log: logOf(log, playthroughs, firsts),
      days: daysSummary(played, days),
      games,
      ownRatings: ratingsByGame(log.own_ratings.filter(({ game_id }) => ids.has(game_id))),
    }
  }
  return ownState.read(nameOf(profile, zone, year), id, tagsOf(profile), sum, bytesOf)
}

const refuseMissing = () => refuse('not_found', 'year_not_found', YEAR_NOT_FOUND)

function spanOf(zone: string | null, year: number): Omit<queries.Span, 'isOwn'> {
  const startOf = (of: number) => yearStartIn(zone, new Date(Date.UTC(of, 6)))
  return { first: `${year}-01-01`, last: `${year}-12-31`, from: startOf(year), until: startOf(year + 1) }
}

const logOf = (log: queries.LogRow, dates: queries.FirstDatesRow, logs: queries.FirstLogsRow): Log => ({
  firsts: {
    sessionOn: log.session_on,
    datedOn: dates.dated_on,
    undatedAt: logs.undated_at,
    reviewedAt: log.reviewed_at,
  },
  shownFirsts: {
    sessionOn: log.shown_session_on,
    datedOn: dates.shown_dated_on,
    undatedAt: logs.shown_undated_at,
    reviewedAt: log.shown_reviewed_at,
  },
  reviews: log.reviews,
  journalEntries: log.journal_entries,
})

/** The first days of everything in these sections of a profile. */
function visibleDays(
  { sessionOn, datedOn, undatedAt, reviewedAt }: Firsts,
  { opens_library, opens_activity }: { opens_library: boolean; opens_activity: boolean },
  zone: string | null,
): string[] {
  const dayAt = (at: Date | null) => at && dayIn(zone, at)
  return [
    opens_library || opens_activity ? sessionOn : null,
    opens_library ? datedOn : null,
    opens_library ? dayAt(undatedAt) : null,
    dayAt(reviewedAt),
  ].filter((day) => day !== null)
}

function minutesByMonth(days: readonly PlayedDay[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { date, minutes } of days) {
    const month = Number(date.slice(5, 7))
    sums.set(month, (sums.get(month) ?? 0) + minutes)
  }
  return sums
}

const daysOf = (rows: readonly queries.DayRow[]) => ({
  days: rows.map(({ date, minutes }) => ({ date, minutes })),
  edges: rows.flatMap(({ date, game_id }) => (game_id === null ? [] : [{ date, gameId: game_id }])),
})

function shownIds({ games, days }: Pick<LoadedYear, 'games' | 'days'>): GameId[] {
  const shown = [
    ...(games ? [games.longest, ...games.favourites, ...games.mostPlayed, ...games.finished] : []),
    games?.ratings?.above,
    games?.ratings?.below,
    days?.firstGame,
    days?.lastGame,
  ]
  return [...new Set(shown.flatMap((game) => game?.gameId ?? []))]
}
