import * as z from 'zod/mini'
import { MAX_HOURS } from '#features/library/library.rules.ts'
import { rating } from '#features/library/library.schemas.ts'
import { isDay } from '#shared/calendar-days.ts'
import type { PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import { tooLongText } from '#shared/sentences.ts'
import {
  BOOKMARK_LENGTH,
  DROP_REASON_LENGTH,
  FINISH_LEVELS,
  FIRST_DAY,
  isPartialDay,
  MAX_MINUTES,
  MIN_MINUTES,
  PLATFORM_LENGTH,
  RUN_KINDS,
  SESSION_NOTE_LENGTH,
} from './play-sessions.rules.ts'
import { SESSION_TEXTS } from './play-sessions.texts.ts'

// Does not use the schemas of ids.ts, because every page loads ids.ts, which would then load zod.
export const playthroughId = z.pipe(
  z.uuid('Invalid playthrough id'),
  z.transform((id) => id as PlaythroughId),
)
export const playSessionId = z.pipe(
  z.uuid('Invalid session id'),
  z.transform((id) => id as PlaySessionId),
)

/**
 * A calendar day in the member's time zone, 'YYYY-MM-DD'. The server, which knows the member's clock, checks that it is
 * not in the future.
 */
export const day = z.string('A day is required').check(
  z.refine(isDay, SESSION_TEXTS.notADate),
  z.refine((text) => text >= FIRST_DAY, SESSION_TEXTS.dayTooEarly),
)

/** A date as exact as it is known: 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
export const partialDay = z.string('A date is required').check(
  z.refine(isPartialDay, SESSION_TEXTS.dateForm),
  z.refine((text) => text >= FIRST_DAY.slice(0, 4), SESSION_TEXTS.dateTooEarly),
)

export const minutes = z
  .number('A duration is required')
  .check(
    z.int(SESSION_TEXTS.wholeMinutes),
    z.minimum(MIN_MINUTES, SESSION_TEXTS.tooShort),
    z.maximum(MAX_MINUTES, SESSION_TEXTS.tooLong),
  )

const note = z.nullable(
  z.string().check(z.trim(), z.maxLength(SESSION_NOTE_LENGTH, SESSION_TEXTS.noteTooLong(SESSION_NOTE_LENGTH))),
)

/** The fields of a new session. Without a playthrough id the session goes to the open playthrough. */
export const SessionDraft = z.object({
  /** Defaults to the member's today. */
  played_on: z.optional(day),
  minutes,
  note: z.optional(note),
  playthrough_id: z.optional(playthroughId),
  /**
   * Restores a session that was just deleted: the history of the hours then omits both the deletion and the restore.
   */
  correct: z.optional(z.boolean()),
  /**
   * With `correct`: the undated hours before the deletion, which may have reduced them (decision 0035). Never above
   * zero.
   */
  undated_hours: z.optional(z.number().check(z.minimum(-MAX_HOURS), z.maximum(0))),
})
export type SessionDraft = z.input<typeof SessionDraft>

export const SessionChanges = z
  .object({
    played_on: z.optional(day),
    minutes: z.optional(minutes),
    note: z.optional(note),
    playthrough_id: z.optional(playthroughId),
  })
  .check(z.refine((body) => Object.values(body).some((value) => value !== undefined), SESSION_TEXTS.noChange))

export const platform = z.nullable(
  z.string().check(z.trim(), z.maxLength(PLATFORM_LENGTH, tooLongText('A platform', PLATFORM_LENGTH))),
)

const dropReason = z.nullable(
  z.string().check(z.trim(), z.maxLength(DROP_REASON_LENGTH, SESSION_TEXTS.reasonTooLong(DROP_REASON_LENGTH))),
)

const bookmark = z.nullable(
  z.string().check(z.trim(), z.maxLength(BOOKMARK_LENGTH, SESSION_TEXTS.bookmarkTooLong(BOOKMARK_LENGTH))),
)

export const PlaythroughDraft = z.object({
  platform: z.optional(platform),
  started_on: z.optional(z.nullable(partialDay)),
  finished_on: z.optional(z.nullable(partialDay)),
  finish_level: z.optional(z.enum(FINISH_LEVELS, SESSION_TEXTS.finishLevel)),
  is_replay: z.optional(z.boolean()),
  is_paused: z.optional(z.boolean()),
  drop_reason: z.optional(dropReason),
  /** 'first' and 'replay' also set `is_replay`. */
  kind: z.optional(z.enum(RUN_KINDS, SESSION_TEXTS.kind)),
  /** Half stars, 1 to 10. The entry takes those of its latest rated playthrough (decision 0139). */
  rating: z.optional(rating),
  /** Where the member was, for when they come back. */
  bookmark: z.optional(bookmark),
})
export type PlaythroughDraft = z.input<typeof PlaythroughDraft>

/** The values that the log form sets on the current playthrough, or on a new one. */
export const LoggedPlaythrough = z.object({
  platform: z.optional(platform),
  /** The day on which a completed or dropped game was finished, or on which a game that is being played was started. */
  date: z.optional(z.nullable(partialDay)),
  is_replay: z.optional(z.boolean()),
  is_paused: z.optional(z.boolean()),
  drop_reason: z.optional(dropReason),
  bookmark: z.optional(bookmark),
  /** Starts another playthrough instead of changing the current one. */
  is_new: z.optional(z.boolean()),
})
export type LoggedPlaythrough = z.infer<typeof LoggedPlaythrough>
