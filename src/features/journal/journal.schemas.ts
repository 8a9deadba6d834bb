import * as z from 'zod/mini'
import { JOURNAL_REVIEW_LENGTH } from '#features/reviews/reviews.rules.ts'
import { platform } from '#features/reviews/reviews.schemas.ts'
import { spoilsTo } from '#features/spoilers/spoilers.schemas.ts'
import { isDay } from '#shared/calendar-days.ts'
import { canonicalGameId, type GameId, PlaythroughId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { MAX_GAMES, SHORT_TEXT, TITLE_LENGTH } from './journal.rules.ts'
import { FIELD_TEXTS } from './journal.texts.ts'

/** Trims the text and normalises its line breaks; refuses an empty text, and one of more than `most` code points. */
const text = (most: number, tooLong: string, required: string | null) =>
  z.pipe(
    z.string(required ?? tooLong),
    z.transform((given, context) => {
      const content = readText(given)
      const message = content === '' ? required : lengthOf(content) > most ? tooLong : null
      if (message !== null) context.issues.push({ code: 'custom', message, input: given })
      return content
    }),
  )

const title = z.optional(z.nullable(text(TITLE_LENGTH, FIELD_TEXTS.titleTooLong, null)))

/** Accepts a game by its id alone; a number without a prefix is an IGDB id (R-JOUR-06). */
const gameId = z.pipe(
  z
    .union([z.string(), z.number()], FIELD_TEXTS.game)
    .check(z.refine((id) => canonicalGameId(String(id)) !== null, FIELD_TEXTS.game)),
  z.transform((id) => canonicalGameId(String(id)) as GameId),
)
const gameReference = z.object({
  id: gameId,
  name: z.optional(z.string()),
  cover_url: z.optional(z.nullable(z.string())),
})
const game = z.object(gameReference.shape, FIELD_TEXTS.game)

const whole = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message))
const hours = z.number(FIELD_TEXTS.hours).check(z.minimum(0, FIELD_TEXTS.hours), z.maximum(99_999, FIELD_TEXTS.hours))

/** Parses the games of a list from JSON text (R-JOUR-05) or from an array, and removes duplicates. */
const games = z.pipe(
  z.union([z.string(), z.array(z.unknown())], FIELD_TEXTS.games),
  z.transform((given, context): GameId[] => {
    const refuse = (message: string): GameId[] => {
      context.issues.push({ code: 'custom', message, input: given })
      return []
    }
    let value: unknown = given
    if (typeof given === 'string') {
      try {
        value = JSON.parse(given)
      } catch {
        return refuse(FIELD_TEXTS.games)
      }
    }
    const parsed = z.safeParse(z.array(gameReference), value)
    if (!parsed.success) return refuse(FIELD_TEXTS.games)
    const ids = [...new Set(parsed.data.map(({ id }) => id))]
    return ids.length > MAX_GAMES ? refuse(FIELD_TEXTS.tooManyGames) : ids
  }),
)

/** The fields of a progress entry. */
export const ProgressEntry = {
  title,
  content: z._default(text(SHORT_TEXT, FIELD_TEXTS.description, null), ''),
  game,
  progress: whole(0, 100, FIELD_TEXTS.progress),
  hoursPlayed: hours,
}
const ReviewEntry = {
  title,
  content: text(JOURNAL_REVIEW_LENGTH, FIELD_TEXTS.reviewTooLong, FIELD_TEXTS.content),
  game,
  rating: whole(1, 10, FIELD_TEXTS.rating),
  /** A review is public by default (R-JOUR-04). */
  is_public: z._default(z.boolean(), true),
  platform,
  playthrough_id: z.optional(z.nullable(PlaythroughId)),
  spoils_to: spoilsTo,
}
/** The fields of a daily entry. */
export const DailyEntry = {
  title,
  content: text(SHORT_TEXT, FIELD_TEXTS.dailyTooLong, FIELD_TEXTS.content),
  game: z.optional(z.nullable(game)),
}
const ListEntry = {
  title: text(TITLE_LENGTH, FIELD_TEXTS.titleTooLong, FIELD_TEXTS.title),
  content: games,
}

/** The author's day, 'YYYY-MM-DD'. */
export const day = z.string(FIELD_TEXTS.date).check(z.refine(isDay, FIELD_TEXTS.date))

const typed = <const T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), date: z.optional(day), ...shape })

/** A new entry. The schema ignores fields of other types. `date` is the author's day, by default today (R-JOUR-03). */
export const NewEntry = z.discriminatedUnion(
  'type',
  [
    typed('progress', ProgressEntry),
    typed('review', {
      ...ReviewEntry,
      /**
       * The version of the viewer's review of the game that this one replaces (C24); null if the author knows of none.
       * Another version is refused (G59). Without the field any version is replaced.
       */
      updated_at: z.optional(z.nullable(z.string())),
    }),
    typed('daily', DailyEntry),
    typed('list', ListEntry),
  ],
  FIELD_TEXTS.type,
)
export type NewEntry = z.output<typeof NewEntry>

const changed = <const T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), updated_at: z.optional(z.string()), ...shape })

/** The new content of an entry; its date does not change (R-JOUR-03). `updated_at` protects a later version (G59). */
export const EntryChange = z.discriminatedUnion(
  'type',
  [
    changed('progress', ProgressEntry),
    changed('review', ReviewEntry),
    changed('daily', DailyEntry),
    changed('list', ListEntry),
  ],
  FIELD_TEXTS.type,
)
export type EntryChange = z.output<typeof EntryChange>
