import * as z from 'zod/mini'
import { STATUSES } from '#features/library/library.rules.ts'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { VIEWS } from '#features/profiles/profiles.endpoints.ts'
import { contract } from '#shared/contract.ts'
import * as endpoints from './statistics.endpoints.ts'
import { ALL_TIME, isPeriod } from './statistics.rules.ts'
import { PERIOD_INVALID } from './statistics.texts.ts'

const Span = z.object({ first: z.string(), last: z.string() })

/** A bar of games; `value` is the text of the filter of a library list that finds them. */
const Bar = z.object({ value: z.string(), games: z.number() })

/** At most twelve names, those with the most games first. */
const Names = z.object({
  names: z.array(z.object({ name: z.string(), games: z.number() })),
  /** The games that have a name that is not among them; null without such a name. */
  others: z.nullable(z.number()),
})
export type Names = z.infer<typeof Names>

const Community = z.object({
  /** The rated games that others have rated, too. */
  games: z.number(),
  /**
   * The average of the member's stars for them, and of those of others, each game counting once; rounded to 0.01.
   */
  own: z.number(),
  others: z.number(),
  /** From far below to far above the stars of others. */
  bars: z.array(Bar),
})

const LibraryStatistics = z.object({
  /** Games in the library, or of a period those played in it. */
  games: z.number(),
  /** Minutes of play sessions, and hours without a session. */
  minutes: z.number(),
  /** The part of `minutes` that no day, month or year of the period has, because its date is unknown or not exact. */
  minutesWithoutPart: z.number(),
  /** The days, months or years of the period. `games` counts those played in one. */
  unit: z.enum(['day', 'month', 'year']),
  parts: z.array(z.extend(Span, { minutes: z.number(), games: z.number() })),
  /** From Monday, minutes of play sessions; null when the viewer may not see on which days the member plays. */
  weekdays: z.nullable(z.array(z.object({ minutes: z.number(), games: z.number() }))),
  /** By year or five years without gaps; 'none' is last. */
  released: z.array(Bar),
  /** Where the member played, and where the games are available. */
  playedOn: Names,
  platforms: Names,
  genres: Names,
  statuses: z.array(z.object({ status: z.enum(STATUSES), games: z.number() })),
  /** By hours of all time, without games that are only wanted: none, below 2, below 5 … from 100 on. */
  hours: z.array(Bar),
  ratings: z.object({
    /** Games with stars, and those without. */
    rated: z.number(),
    unrated: z.number(),
    /** In stars, rounded to 0.01; null without stars. */
    average: z.nullable(z.number()),
    /** From half a star to five. */
    bars: z.array(Bar),
  }),
  /** Null without a rated game that others have rated, too. */
  community: z.nullable(Community),
  /** At the end of each part that has begun: games in the library that nothing had begun. */
  backlog: z.array(z.object({ on: z.string(), games: z.number() })),
})
export type LibraryStatistics = z.infer<typeof LibraryStatistics>

export const Statistics = z.object({
  user: PublicProfile,
  /** The period as the address names it. */
  period: z.string(),
  /** Its days; null for all time. */
  span: z.nullable(Span),
  /** The member's day. */
  today: z.string(),
  /** The year of the first thing in the library. */
  firstYear: z.number(),
  /** True when the viewer sees whole months, because the member does not show on which days they play. */
  isWidened: z.boolean(),
  /** Null when the viewer may not see the library. */
  library: z.nullable(LibraryStatistics),
  /** Set while the owner previews the page as another audience. */
  seenAs: z.nullable(z.enum(VIEWS)),
})
export type Statistics = z.infer<typeof Statistics>

export const getStatistics = contract(endpoints.getStatistics, {
  access: 'anyone',
  summary:
    'Get statistics of a library for all time (`all`), twelve months (`12m`), a year, a month, a day or `from..to`',
  params: OneProfile,
  query: z.object({
    period: z._default(z.string().check(z.refine(isPeriod, PERIOD_INVALID)), ALL_TIME),
    as: viewAs,
  }),
  response: z.object({ statistics: Statistics }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})
