import { type RawBuilder, sql } from 'kysely'
import { takesHours } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { HoursToBeat } from '#features/catalogue/time-to-beat.rules.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import { CONTRASTS, type Contrast, type PlaythroughMark } from '../../shelf-filters.rules.ts'
import { communityOf } from './community.queries.ts'
import { type CopyFilter, hasCopy } from './copy-filter.queries.ts'
import { type Bounds, gamesPlayed, gamesWaiting, inSql } from './plays.queries.ts'
import { heldBy } from './shelf-games.queries.ts'

/** The further filters of a shelf, ready for SQL. */
export interface Narrowing {
  played?: Bounds
  weekday?: number
  waiting?: Bounds
  /** Years with both ends; null for games without a plausible year. */
  released?: { first: number; last: number } | null
  /** The years that are plausible (C27). */
  plausible: { first: number; last: number }
  /** 1 to 10; null for games without stars. */
  halfStars?: number | null
  /** From the first on, below the second; null for games without hours. */
  hours?: { from: number; to: number | null } | null
  takes?: HoursToBeat
  against?: { contrast: Contrast; viewer: Viewer | null }
  playedOn?: { name?: string; besides?: readonly string[]; isOwn: boolean }
  otherPlatforms?: readonly string[]
  otherGenres?: readonly string[]
  mark?: PlaythroughMark
  /** A shelf that the member has made; without `isOwn` only one that others see. */
  shelf?: { name: string; isOwn: boolean }
  copy?: CopyFilter
}

/** The hours from which a game counts as played: the smallest that can be stored. */
export const SOME_HOURS = 0.01

/** Returns the conditions on `user_games` of one member. */
export function conditionsOf(userId: UserId, narrowing: Narrowing): RawBuilder<boolean>[] {
  const { played, waiting, released, plausible, halfStars, hours, against } = narrowing
  const isAmong = (ids: RawBuilder<unknown>) => sql<boolean>`user_games.game_id in (${ids})`
  const sessions = narrowing.weekday === undefined ? [] : [gamesOnWeekday(userId, narrowing.weekday, played)]
  return [
    ...(played ? [isAmong(gamesPlayed(userId, played))] : []),
    ...sessions.map(isAmong),
    ...(waiting ? [isAmong(gamesWaiting(userId, waiting))] : []),
    ...(released === undefined ? [] : [hasGame(isReleased(released, plausible))]),
    ...(halfStars === undefined ? [] : [sql<boolean>`user_games.user_rating is not distinct from ${halfStars}::int`]),
    ...(hours === undefined ? [] : [hasHours(hours)]),
    ...(narrowing.takes ? [hasGame(takesHours(narrowing.takes))] : []),
    ...(against ? [isAmong(gamesAgainst(userId, against))] : []),
    ...(narrowing.playedOn ? [isAmong(gamesPlayedOn(userId, narrowing.playedOn))] : []),
    ...(narrowing.otherPlatforms ? [hasGame(hasOther('platforms', narrowing.otherPlatforms))] : []),
    ...(narrowing.mark ? [isMarked(narrowing.mark)] : []),
    ...(narrowing.shelf ? [isAmong(gamesOnShelf(userId, narrowing.shelf))] : []),
    ...(narrowing.copy ? [hasCopy(userId, narrowing.copy)] : []),
    ...(narrowing.otherGenres ? [hasGame(hasOther('genres', narrowing.otherGenres))] : []),
  ]
}

const hasGame = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from games where games.id = user_games.game_id and ${condition})`

const secondsOf = (year: number) => Date.UTC(year, 0) / 1000

/** Release dates are seconds, and years those of UTC. */
function isReleased(years: Narrowing['released'], plausible: Narrowing['plausible']) {
  const { first, last } = years ?? plausible
  const isWithin = sql`games.first_release_date >= ${secondsOf(first)}
    and games.first_release_date < ${secondsOf(last + 1)}`
  return years ? isWithin : sql`(${isWithin}) is not true`
}

const hasHours = (hours: Narrowing['hours']) =>
  hours
    ? sql<boolean>`(user_games.play_time >= greatest(${hours.from}::numeric, ${SOME_HOURS}::numeric)
        and (${hours.to}::numeric is null or user_games.play_time < ${hours.to}::numeric))`
    : sql<boolean>`(user_games.play_time < ${SOME_HOURS}::numeric and user_games.status <> 'want_to_play')`

/**
 * Selects the platforms on which a member played each game: those of its playthroughs. Without one, and only for the member,
 * who alone sees copies (decision 0087), those of the copies of a game that is not only wanted.
 */
export const platformsPlayed = (userId: UserId, { isOwn }: { isOwn: boolean }) => sql`
  select game_id, platform as name from playthroughs where user_id = ${userId} and platform is not null
  ${
    isOwn
      ? sql`union
    select copy.game_id, copy.platform
    from game_copies copy
    join user_games entry on entry.user_id = copy.user_id and entry.game_id = copy.game_id
    where copy.user_id = ${userId} and copy.platform is not null and entry.status <> 'want_to_play'
      and not exists (
        select from playthroughs run
        where run.user_id = copy.user_id and run.game_id = copy.game_id and run.platform is not null
      )`
      : sql``
  }`

const gamesPlayedOn = (userId: UserId, { name, besides = [], isOwn }: NonNullable<Narrowing['playedOn']>) => sql`
  select game_id from (${platformsPlayed(userId, { isOwn })}) played
  where ${
    name === undefined
      ? sql`name <> all(array(select jsonb_array_elements_text(${JSON.stringify(besides)}::jsonb)))`
      : sql`name = ${name}::text`
  }`

const hasOther = (column: 'platforms' | 'genres', names: readonly string[]) => sql`exists (
  select from jsonb_array_elements(${sql.ref(`games.${column}`)}) term
  where term ->> 'name' <> all(array(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)))
)`

/** The game is being played, in this playthrough. */
const IS_OPEN = sql`user_games.status = 'playing' and run.finish_level in ('unfinished', 'endless') and run.finished_on is null`

/** What a playthrough with each mark has. */
const MARKED: Record<PlaythroughMark, RawBuilder<unknown>> = {
  paused: sql`${IS_OPEN} and run.is_paused`,
  replaying: sql`${IS_OPEN} and run.is_replay`,
  reasoned: sql`run.drop_reason is not null`,
}

/** A game with a playthrough that has this mark. */
const isMarked = (mark: PlaythroughMark) => sql<boolean>`exists (
  select from playthroughs run
  where run.user_id = user_games.user_id and run.game_id = user_games.game_id and ${MARKED[mark]}
)`

const gamesOnShelf = (userId: UserId, { name, isOwn }: NonNullable<Narrowing['shelf']>) => sql`
  select on_it.game_id from own_shelves shelf
  cross join lateral (${heldBy(sql.ref('shelf'))}) on_it
  where shelf.user_id = ${userId} and lower(normalize(shelf.name)) = lower(normalize(${name}::text)) and (shelf.is_shown or ${isOwn}::boolean)`

function gamesOnWeekday(userId: UserId, weekday: number, bounds: Bounds | undefined): RawBuilder<unknown> {
  const span = bounds && inSql(bounds)
  const isWithin = span ? sql`played_on >= ${span.first} and played_on < ${span.end}` : sql`true`
  return sql`
    select game_id from play_sessions
    where user_id = ${userId} and extract(isodow from played_on) = ${weekday}::int and ${isWithin}`
}

function gamesAgainst(userId: UserId, { contrast, viewer }: NonNullable<Narrowing['against']>): RawBuilder<unknown> {
  const { from, to } = CONTRASTS[contrast]
  return sql`
    select game_id from (${communityOf(userId, viewer)}) community
    where difference >= ${from}::numeric and difference < ${to}::numeric`
}
