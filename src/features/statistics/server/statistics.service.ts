import type { Db } from '#db/db.ts'
import { plausibleYears } from '#features/catalogue/catalogue.rules.ts'
import { boundsOf } from '#features/library/server/library.service.ts'
import { type Span, wholeMonths } from '#features/library/shelf-filters.rules.ts'
import { dayIn } from '#features/profiles/profiles.rules.ts'
import {
  type ProfileRequest,
  requireVisibleSection,
  type VisibleProfile,
  zoneOf,
} from '#features/profiles/server/profiles.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Reply } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { daysOfPeriod, partsOf, type Unit, type Wait } from '../statistics.rules.ts'
import * as queries from './statistics.queries.ts'

export interface StatisticsDeps {
  db: Db
  clock: Clock
}

export interface LoadedLibrary {
  unit: Unit
  parts: readonly Span[]
  isAllTime: boolean
  seesDays: boolean
  counts: queries.CountRow[]
  plays: queries.PlayRow[]
  waits: Wait[]
  contrasts: queries.ContrastRow[]
}

export interface LoadedStatistics {
  profile: VisibleProfile
  period: string
  span: Span | null
  today: string
  firstYear: number
  isWidened: boolean
  /** Null when the viewer may not see the library. */
  library: LoadedLibrary | null
}

/**
 * Loads the statistics of a member's library for a period, as far as the viewer may see them (G22). Refuses like the
 * profile. A viewer who may not see on which days the member plays gets whole months.
 */
export async function loadStatistics(
  deps: StatisticsDeps,
  { period, ...request }: ProfileRequest & { period: string },
  reply: Reply,
): Promise<LoadedStatistics> {
  const profile = await requireVisibleSection(deps.db, request, 'profile', reply)
  const { id, row } = profile
  reply.shows(tag.shelf(id), tag.reviewsBy(id))
  const zone = zoneOf(row)
  const today = dayIn(zone, deps.clock())
  const wanted = daysOfPeriod(period, today)
  const span = wanted && !row.opens_activity ? wholeMonths(wanted) : wanted
  const shown = {
    profile,
    period,
    span,
    today,
    isWidened: wanted?.first !== span?.first || wanted?.last !== span?.last,
  }
  if (!row.opens_library) return { ...shown, firstYear: Number(today.slice(0, 4)), library: null }
  const firstDay = await firstDayOf(deps.db, profile, zone, today)
  const all = { first: firstDay, last: today }
  const library = await loadLibrary(deps, { ...shown, zone, viewer: request.viewer, all })
  return { ...shown, firstYear: Number(firstDay.slice(0, 4)), library }
}

async function firstDayOf(db: Db, { id, isOwn }: VisibleProfile, zone: string | null, today: string): Promise<string> {
  const { first_on, first_at } = await queries.findLogStart(db, id, !isOwn)
  const days = [first_on, first_at && dayIn(zone, first_at), today]
  return days.filter((day) => day !== null).sort()[0] as string
}

async function loadLibrary(
  { db, clock }: StatisticsDeps,
  about: Pick<LoadedStatistics, 'profile' | 'span' | 'today'> &
    Pick<ProfileRequest, 'viewer'> & { zone: string | null; all: Span },
): Promise<LoadedLibrary> {
  const { profile, span, today, zone } = about
  const { id, row, seenAs } = profile
  const { unit, parts } = partsOf(span ?? wholeMonths(about.all), today, row.opens_activity)
  const bounds = boundsOf(zone, parts)
  const isShared = !profile.isOwn
  const counted = { period: span && boundsOf(zone, [span]), plausible: plausibleYears(clock()), isShared }
  const [counts, plays, waits, contrasts] = await Promise.all([
    queries.countGames(db, id, counted),
    queries.sumPlays(db, id, bounds, counted),
    queries.countWaits(db, id, bounds, counted),
    queries.countContrasts(db, id, counted, seenAs === null ? about.viewer : null),
  ])
  return { unit, parts, isAllTime: span === null, seesDays: row.opens_activity, counts, plays, waits, contrasts }
}
