import * as z from 'zod/mini'
import type { PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import { SESSION_TEXTS } from './library.messages.ts'
import { MOST_HOURS } from './library.rules.ts'
import {
  FINISH_LEVELS,
  FIRST_DAY,
  isDay,
  isPartialDay,
  LEAST_MINUTES,
  MOST_MINUTES,
  PLATFORM_LENGTH,
  SESSION_NOTE_LENGTH,
} from './sessions.rules.ts'

// Apart from the endpoints, because the forms of the play log check with these shapes in the browser (decision 0021).

// Not those of ids.ts, which every page has: it would bring zod along.
export const playthroughId = z.pipe(
  z.uuid('Invalid playthrough id'),
  z.transform((id) => id as PlaythroughId),
)
export const playSessionId = z.pipe(
  z.uuid('Invalid session id'),
  z.transform((id) => id as PlaySessionId),
)

/** A calendar day of the member's own, 'YYYY-MM-DD'. That it is not in the future says who knows the member's clock. */
export const day = z.string('A day is required').check(
  z.refine(isDay, 'This is not a day of the calendar'),
  z.refine((text) => text >= FIRST_DAY, SESSION_TEXTS.dayTooEarly),
)

/** A date as exactly as it is known: 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
const partialDay = z.string('A date is required').check(
  z.refine(isPartialDay, SESSION_TEXTS.dateForm),
  z.refine((text) => text >= FIRST_DAY.slice(0, 4), SESSION_TEXTS.dateTooEarly),
)

export const minutes = z
  .number('A duration is required')
  .check(
    z.int('A duration is whole minutes'),
    z.minimum(LEAST_MINUTES, SESSION_TEXTS.tooShort),
    z.maximum(MOST_MINUTES, 'A session is at most 24 hours'),
  )

const note = z.nullable(
  z.string().check(z.trim(), z.maxLength(SESSION_NOTE_LENGTH, SESSION_TEXTS.noteTooLong(SESSION_NOTE_LENGTH))),
)

/** A session as it is written down; the playthrough is the open one where none is named. */
export const SessionDraft = z.object({
  /** The member's today where none is named. */
  played_on: z.optional(day),
  minutes,
  note: z.optional(note),
  playthrough_id: z.optional(playthroughId),
  /** Brings back what was just deleted: the history of the hours forgets both. */
  correct: z.optional(z.boolean()),
  /** With `correct`: the hours set aside before, which the deletion may have cut (decision 0035). Never above zero. */
  undated_hours: z.optional(z.number().check(z.minimum(-MOST_HOURS), z.maximum(0))),
})
export type SessionDraft = z.input<typeof SessionDraft>

export const SessionChanges = z
  .object({
    played_on: z.optional(day),
    minutes: z.optional(minutes),
    note: z.optional(note),
    playthrough_id: z.optional(playthroughId),
  })
  .check(z.refine((body) => Object.values(body).some((value) => value !== undefined), 'There is nothing to change'))

const platform = z.nullable(
  z.string().check(z.trim(), z.maxLength(PLATFORM_LENGTH, `A platform must be ${PLATFORM_LENGTH} characters or less`)),
)

export const PlaythroughDraft = z.object({
  platform: z.optional(platform),
  started_on: z.optional(z.nullable(partialDay)),
  finished_on: z.optional(z.nullable(partialDay)),
  finish_level: z.optional(z.enum(FINISH_LEVELS, 'This is not a finish level')),
  is_replay: z.optional(z.boolean()),
})
export type PlaythroughDraft = z.input<typeof PlaythroughDraft>

/** What the log form says of the current playthrough, or of a new one. */
export const LoggedPlaythrough = z.object({
  platform: z.optional(platform),
  /** When a completed or dropped game was finished, or one that is being played was started. */
  date: z.optional(z.nullable(partialDay)),
  is_replay: z.optional(z.boolean()),
  /** Starts another playthrough instead of changing the current one. */
  is_new: z.optional(z.boolean()),
})
export type LoggedPlaythrough = z.infer<typeof LoggedPlaythrough>
