import * as z from 'zod/mini'
import { TIMED_LEVELS } from './time-to-beat.rules.ts'

/** Where the times of a game come from: IGDB's users, or the list of Steam games that the starter catalogue uses. */
export const TIME_SOURCES = ['igdb', 'steam_list'] as const

const Minutes = z.nullable(z.number().check(z.int(), z.minimum(1)))

/** How long a game takes, in minutes; at least one of the three is known. */
export const TimeToBeat = z.object({
  /** To the credits. */
  story: Minutes,
  /** To the credits, with some of what stands beside the story. */
  extras: Minutes,
  /** Everything that there is to do. */
  all: Minutes,
  /** The first of the three that is known: what lists filter and sort by. */
  minutes: z.number().check(z.int(), z.minimum(1)),
  /** The number of people who gave the times; null if the source does not say. */
  count: z.nullable(z.number().check(z.int(), z.minimum(1))),
  source: z.enum(TIME_SOURCES),
})
export type TimeToBeat = z.infer<typeof TimeToBeat>

/**
 * How long the finished playthroughs of members took, in minutes: the median and the middle half. Of one finish level, on one
 * platform or on all.
 */
export const PlayTime = z.object({
  level: z.enum(TIMED_LEVELS),
  platform: z.nullable(z.string()),
  runs: z.number(),
  lower: z.number(),
  median: z.number(),
  upper: z.number(),
})
export type PlayTime = z.infer<typeof PlayTime>
