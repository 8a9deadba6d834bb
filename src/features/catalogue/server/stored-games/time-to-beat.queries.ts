import { type RawBuilder, sql } from 'kysely'
import type { HoursToBeat } from '../../time-to-beat.rules.ts'

/** The minutes by which games of a known length are compared (decision 0123). The index `games_length` has them. */
export const MINUTES_TO_BEAT = sql<number | null>`(games.time_to_beat -> 'minutes')::integer`

/** Whether a game takes so many hours; never true of one without a time. */
export const takesHours = ({ from, to }: HoursToBeat, minutes: RawBuilder<unknown> = MINUTES_TO_BEAT) =>
  to === null
    ? sql<boolean>`${minutes} >= ${from * 60}::integer`
    : sql<boolean>`(${minutes} >= ${from * 60}::integer and ${minutes} < ${to * 60}::integer)`
