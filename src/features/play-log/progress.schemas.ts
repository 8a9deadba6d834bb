import * as z from 'zod/mini'
import { tooManyAchievements } from '#features/library/entry-values.texts.ts'
import { MAX_ACHIEVEMENTS, MAX_HOURS } from '#features/library/library.rules.ts'
import { notes, rating, status } from '#features/library/library.schemas.ts'
import { day, LoggedPlaythrough, minutes, playSessionId, playthroughId } from './play-session-draft.schemas.ts'
import { SESSION_TEXTS } from './play-sessions.texts.ts'
import { PROGRESS_TEXTS } from './progress.texts.ts'

const hours = z
  .number(PROGRESS_TEXTS.hoursNumber)
  .check(z.minimum(0, PROGRESS_TEXTS.hoursNegative), z.maximum(MAX_HOURS, SESSION_TEXTS.tooManyHours(MAX_HOURS)))
const percentage = z
  .number(PROGRESS_TEXTS.percentageRange)
  .check(z.minimum(0, PROGRESS_TEXTS.percentageRange), z.maximum(100, PROGRESS_TEXTS.percentageRange))
const achievements = z
  .number(PROGRESS_TEXTS.achievementsWhole)
  .check(
    z.minimum(0, PROGRESS_TEXTS.achievementsNegative),
    z.int(PROGRESS_TEXTS.achievementsWhole),
    z.maximum(MAX_ACHIEVEMENTS, tooManyAchievements(MAX_ACHIEVEMENTS)),
  )

/** Zod's own check is not used, so that the log form does not load it. */
const instant = z
  .string(PROGRESS_TEXTS.lastPlayed)
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)),
      PROGRESS_TEXTS.lastPlayed,
    ),
  )

const PROGRESS_FIELDS = [
  'play_time',
  'completion_percentage',
  'achievements_completed',
  'status',
  'played',
  'take_back',
  'playthrough',
  'last_played_at',
] as const

export const ProgressDraft = z
  .object(
    {
      /** The new total in hours, not the difference. */
      play_time: z.optional(hours),
      /**
       * The time that was just played. The server writes it as a session and adds its hours, and ignores a total sent
       * with it.
       */
      played: z.optional(z.object({ minutes, played_on: z.optional(day), playthrough_id: z.optional(playthroughId) })),
      /** The server deletes this session and its hours, and ignores a total sent with it. */
      take_back: z.optional(playSessionId),
      /** Platform, date and replay. The playthrough is written in the same transaction as the other fields. */
      playthrough: z.optional(LoggedPlaythrough),
      completion_percentage: z.optional(percentage),
      achievements_completed: z.optional(achievements),
      /** Overrides the status that the percentage implies (C07). */
      status: z.optional(status),
      /** Saved in the same transaction, so that the log form is one save. */
      user_rating: z.optional(rating),
      is_liked: z.optional(z.boolean()),
      notes: z.optional(notes),
      /** Corrects the newest history row instead of adding one (C55). */
      correct: z.optional(z.boolean()),
      /** With `correct`: when the game was last played before the log that is undone. */
      last_played_at: z.optional(z.nullable(instant)),
      /** A member can write only into their own library: any id but the viewer's is refused (C53). */
      user_id: z.optional(z.string()),
    },
    'Progress data is required',
  )
  .check(
    z.refine((draft) => PROGRESS_FIELDS.some((field) => draft[field] !== undefined), 'Progress data is required'),
    z.refine((draft) => draft.last_played_at === undefined || draft.correct === true, PROGRESS_TEXTS.onlyCorrections),
  )
export type ProgressDraft = z.infer<typeof ProgressDraft>
