import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { VIEWS } from '#features/profiles/profiles.endpoints.ts'
import { contract, FileBytes } from '#shared/contract.ts'
import * as endpoints from './years.endpoints.ts'
import { PICTURE_SIZES } from './years.endpoints.ts'

/** A game with the minutes played in the year; stars are 0.5 to 5 (C22). */
const YearGame = z.object({
  game: GameCard,
  minutes: z.number(),
  /** The member's stars today; null without. */
  stars: z.nullable(z.number()),
  isLiked: z.boolean(),
})
export type YearGame = z.infer<typeof YearGame>

/** A game finished in the year. */
const FinishedGame = z.extend(YearGame, {
  /** As exact as the member knows it: '2026', '2026-05' or '2026-05-17' (decision 0052). */
  finishedOn: z.string(),
})
export type FinishedGame = z.infer<typeof FinishedGame>

/** A platform or genre: the games of the year that it has, and the minutes played of them. */
const Share = z.object({ name: z.string(), games: z.number(), minutes: z.number() })
export type YearShare = z.infer<typeof Share>

const Month = z.object({
  /** Minutes whose month is known. */
  minutes: z.number(),
  /** Games played or finished in the month. */
  games: z.number(),
  finished: z.number(),
})

/** A game that the member rates unlike the community: both in stars. */
const Contrast = z.object({ game: GameCard, stars: z.number(), community: z.number() })

const Ratings = z.object({
  /** Games of the year that have stars. */
  count: z.number(),
  /** The average of their stars, rounded to 0.01. */
  average: z.number(),
  /** Ten numbers: games with half a star, one star, … five stars. */
  histogram: z.array(z.number()),
  /**
   * The games that other members have reviewed: how many, the member's average of them, and the average of the
   * reviews, each game counting once. Null without such a game.
   */
  community: z.nullable(z.object({ games: z.number(), own: z.number(), others: z.number() })),
  /** The game that the member rates highest above the community, by at least half a star. */
  above: z.nullable(Contrast),
  /** The game that the member rates lowest below the community, by at least half a star. */
  below: z.nullable(Contrast),
})

/** What the year shows of the library. */
const YearLibrary = z.object({
  /** Minutes of the year's play sessions, and hours without a session that belong to the year. */
  minutes: z.number(),
  /** The part of `minutes` of which only the year is known, so that no month has it. */
  minutesWithoutMonth: z.number(),
  gamesPlayed: z.number(),
  gamesFinished: z.number(),
  /** The playthroughs finished: a game finished twice is one game and two of them. */
  runsFinished: z.number(),
  /** The game with the most minutes. */
  longest: z.nullable(YearGame),
  /** At most four games with at least four stars or a heart, the best first. */
  favourites: z.array(YearGame),
  /** At most eight games, those with the most minutes first. */
  mostPlayed: z.array(YearGame),
  /** The games finished, the last one first; at most 48 of `gamesFinished`. */
  finished: z.array(FinishedGame),
  /** Twelve months from January. */
  months: z.array(Month),
  /** At most eight, those with the most games first. */
  platforms: z.array(Share),
  genres: z.array(Share),
  /** Null without a game with stars. */
  ratings: z.nullable(Ratings),
})
export type YearLibrary = z.infer<typeof YearLibrary>

/** A game on a day 'YYYY-MM-DD'. */
const DatedGame = z.object({ game: GameCard, date: z.string() })

/** What the year shows of the member's days. */
const YearActivity = z.object({
  daysPlayed: z.number(),
  /** The longest run of consecutive days played, within the year; null without a day. */
  streak: z.nullable(z.object({ days: z.number(), first: z.string(), last: z.string() })),
  /** The days played, the first one first; `minutes` is null when the viewer may not see the library. */
  days: z.array(z.object({ date: z.string(), minutes: z.nullable(z.number()) })),
  /** The first and the last game of the year; null when the viewer may not see the library. */
  firstGame: z.nullable(DatedGame),
  lastGame: z.nullable(DatedGame),
})
export type YearActivity = z.infer<typeof YearActivity>

/** A member's year, with the parts that the viewer may see (G22). Days are the member's own. */
export const YearView = z.object({
  user: PublicProfile,
  year: z.number(),
  /** The years that have a page: from the first log to the current one. */
  firstYear: z.number(),
  lastYear: z.number(),
  /** True when the viewer may see nothing that happened in the year. */
  isEmpty: z.boolean(),
  /** Null when the viewer may not see the library. */
  library: z.nullable(YearLibrary),
  /** Null when the viewer may not see the activity. */
  activity: z.nullable(YearActivity),
  /** Public reviews written in the year; the owner's number includes private and hidden ones. */
  reviews: z.number(),
  /** Journal entries of the year; only for the owner. */
  journalEntries: z.nullable(z.number()),
  /** Set while the owner previews the year as another audience. */
  seenAs: z.nullable(z.enum(VIEWS)),
  /** Whether a visitor may open the page of this year: only then there are pictures of it. */
  hasPicture: z.boolean(),
})
export type YearView = z.infer<typeof YearView>

/** Four digits at most; a year without a page is refused with 404. */
const year = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/, 'A year is a number')),
  z.transform((text) => Number(text)),
)

const OneYear = z.extend(OneProfile, { year })

export const getProfileYear = contract(endpoints.getProfileYear, {
  access: 'anyone',
  summary:
    'Get what the viewer may see of a member’s year in games, for any year from the first log to the current one',
  params: OneYear,
  query: z.object({ as: viewAs }),
  response: z.object({ year: YearView }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116', 'year_not_found'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

export const getYearPicture = contract(endpoints.getYearPicture, {
  access: 'anyone',
  summary: 'Get a picture of what a visitor may see of a member’s year: 1200 by 630 pixels, or 1080 by 1920 (`tall`)',
  params: OneYear,
  query: z.object({ size: z._default(z.enum(PICTURE_SIZES), 'wide') }),
  response: FileBytes,
  file: 'image/png',
  refusals: { 400: ['validation_failed'], 404: ['PGRST116', 'year_not_found'], 429: ['PGRST301'] },
  budget: 'profile-read',
})
