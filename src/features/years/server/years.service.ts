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
import {
  type DaysSummary,
  daysSummary,
  type GameOfYear,
  type GamesSummary,
  gamesSummary,
  type PlayedYear,
  type Reviews,
  withReviews,
} from '../years.rules.ts'
import { YEAR_NOT_FOUND } from '../years.texts.ts'
import * as queries from './years.queries.ts'

export interface YearsDeps extends WithCatalogue {
  clock: Clock
  ownState: OwnState
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
  const isPast = year < lastYear
  const [{ log, days, ...all }, blocked, visitorLog] = await Promise.all([
    readYear(deps, profile, zone, year),
    blocking ? queries.listReviewsInBlock(db, id, blocking) : [],
    // The owner's log has private reviews and own games, too.
    isOwn && isPast && row.opens_to_visitors ? queries.readLog(db, id, { ...spanOf(zone, year), isOwn: false }) : null,
  ])
  const firstYearOf = (days: readonly string[]) => Math.min(lastYear, ...days.map(yearOf))
  const firstYear = firstYearOf(visibleDays(log, row, zone))
  if (year < firstYear) return refuseMissing()
  const forVisitors = {
    opens_library: row.opens_library_to_visitors,
    opens_activity: row.opens_activity_to_visitors,
  }
  const isVisitorsYear = () => year >= firstYearOf(visibleDays(visitorLog ?? log, forVisitors, zone))
  const games = row.opens_library ? withReviews(all.games, reviewsByGame(blocked, -1)) : null
  const shown = { games, days: row.opens_activity ? days : null }
  return {
    ...{ profile, year, firstYear, lastYear, ...shown },
    reviews: log.reviews,
    journalEntries: isOwn ? log.journal_entries : null,
    hasPicture: row.opens_to_visitors && isVisitorsYear(),
    cards: await loadGameCards(deps, shownIds(shown), clock(), isOwn ? id : null),
  }
}

/** Everything about a year, before `loadYear` leaves out what the viewer may not see. */
interface WholeYear {
  log: queries.LogRow
  days: DaysSummary
  games: GamesSummary
  /** All games of the year. */
  gameIds: readonly GameId[]
}

/**
 * Sums a member's year, or returns the sums from memory: reading 2,000 games takes a tenth of a second (decision 0082).
 * They are the same for every viewer but the owner, who counts private reviews, too. The reviews by all other members
 * are added to a second value, because they change more often (decision 0084).
 */
function readYear(deps: YearsDeps, profile: VisibleProfile, zone: string | null, year: number): Promise<WholeYear> {
  const { db, ownState } = deps
  const { id } = profile
  const ratedIn = ({ games }: WholeYear) => games.rated.map(({ gameId }) => gameId)
  const add = async (): Promise<WholeYear> => {
    const played = await readPlayed(deps, profile, zone, year)
    const reviews = reviewsByGame(await queries.listReviews(db, id, ratedIn(played)))
    return { ...played, games: withReviews(played.games, reviews) }
  }
  return ownState.read(`reviewed ${nameOf(profile, zone, year)}`, id, tagsOf(profile), add, (made) => [
    ...made.gameIds.map((game) => tag.game(game)),
    ...ratedIn(made).map((game) => tag.reviewsOf(game)),
  ])
}

const nameOf = ({ isOwn }: VisibleProfile, zone: string | null, year: number) =>
  `year ${year} ${isOwn ? 'own' : ''} ${zone}`
const tagsOf = ({ id }: VisibleProfile) => [tag.shelf(id), tag.reviewsBy(id), tag.journal(id)]

/** The year without the reviews by other members. */
function readPlayed(
  { db, ownState }: YearsDeps,
  profile: VisibleProfile,
  zone: string | null,
  year: number,
): Promise<WholeYear> {
  const { id, isOwn } = profile
  const sum = async (): Promise<WholeYear> => {
    const span = { ...spanOf(zone, year), isOwn }
    const [log, dayRows, partRows, gameRows] = await Promise.all([
      queries.readLog(db, id, span),
      queries.listDays(db, id, span),
      queries.listParts(db, id, span),
      queries.listGames(db, id, span),
    ])
    const played = gameRows.map((game) => gameOf(game, zone))
    return {
      log,
      days: daysSummary(played, daysOf(dayRows)),
      games: gamesSummary(played, sessionsOf(partRows)),
      gameIds: played.map(({ gameId }) => gameId),
    }
  }
  return ownState.read(nameOf(profile, zone, year), id, tagsOf(profile), sum, ({ gameIds }) =>
    gameIds.map((game) => tag.game(game)),
  )
}

/** `sign` is -1 for reviews that are left out. */
const reviewsByGame = (rows: readonly queries.ReviewsRow[], sign: 1 | -1 = 1): Map<GameId, Reviews> =>
  new Map(
    rows.map(({ game_id, reviews, half_stars }) => [
      game_id as GameId,
      { reviews: sign * reviews, halfStars: sign * half_stars },
    ]),
  )

const refuseMissing = () => refuse('not_found', 'year_not_found', YEAR_NOT_FOUND)

function spanOf(zone: string | null, year: number): Omit<queries.Span, 'isOwn'> {
  const startOf = (of: number) => yearStartIn(zone, new Date(Date.UTC(of, 6)))
  return { first: `${year}-01-01`, last: `${year}-12-31`, from: startOf(year), until: startOf(year + 1) }
}

/** The first days of everything in these sections of a profile. */
function visibleDays(
  log: queries.LogRow,
  { opens_library, opens_activity }: { opens_library: boolean; opens_activity: boolean },
  zone: string | null,
): string[] {
  const dayAt = (at: Date | null) => at && dayIn(zone, at)
  return [
    opens_library || opens_activity ? log.session_on : null,
    opens_library ? log.dated_on : null,
    opens_library ? dayAt(log.undated_at) : null,
    dayAt(log.reviewed_at),
  ].filter((day) => day !== null)
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)

function sessionsOf(rows: readonly queries.PartRow[]): PlayedYear {
  return {
    parts: rows.flatMap((row) =>
      row.game_id === null
        ? []
        : {
            gameId: row.game_id as GameId,
            platform: row.platform,
            minutes: row.minutes,
            months: MONTHS.filter((month) => row.months & (1 << month)),
          },
    ),
    minutesByMonth: new Map(rows.flatMap((row) => (row.game_id === null ? [[row.month, row.minutes]] : []))),
  }
}

const daysOf = (rows: readonly queries.DayRow[]) => ({
  days: rows.map(({ date, minutes }) => ({ date, minutes })),
  edges: rows.flatMap(({ date, game_id }) => (game_id === null ? [] : [{ date, gameId: game_id as GameId }])),
})

const LENGTHS = { year: 4, month: 7, day: 10 } as const

function gameOf(row: queries.GameRow, zone: string | null): GameOfYear {
  const dated = row.finished_on?.slice(0, LENGTHS[row.finished_precision ?? 'day']) ?? null
  const undatedOn = row.undated_at && dayIn(zone, row.undated_at)
  // The log of a game finished in a year without a month counts as written on its first day.
  const isOnlyYear = row.finished_precision === 'year' && undatedOn === row.finished_on
  return {
    gameId: row.game_id as GameId,
    halfStars: row.user_rating,
    isLiked: row.is_liked,
    finishedOn: dated ?? (row.stopped_at && dayIn(zone, row.stopped_at)),
    undatedMinutes: Math.round(row.undated_hours * 60),
    undatedMonth: undatedOn && !isOnlyYear ? Number(undatedOn.slice(5, 7)) : null,
    platforms: row.platforms ?? [],
    genres: row.genres.flatMap(({ name }) => name ?? []),
  }
}

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
