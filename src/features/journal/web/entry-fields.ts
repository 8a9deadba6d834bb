import * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { hoursToType, typedHours } from '#features/play-log/play-sessions.rules.ts'
import type { PlayedOn } from '#features/reviews/played-on.rules.ts'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import type { PlaythroughId } from '#shared/ids.ts'
import { lengthOf } from '#shared/text.ts'
import type { BodyOf } from '#web/call.ts'
import { problemsOfSchema } from '#web/schema-problems.ts'
import type { JournalEntry } from '../journal.contract.ts'
import type { addEntry, EntryType } from '../journal.endpoints.ts'
import { RATING_RANGE } from '../journal.rules.ts'
import { NewEntry } from '../journal.schemas.ts'
import { gamesOfList } from './entry-parts.ts'

/** The values of the form for all types; the fields of other types are preserved when the type changes. */
export interface Fields {
  title: string
  /** The description of a progress entry, or the text of a review or a daily entry. */
  content: string
  game: GameCard | null
  /** Percent; null while the slider is untouched and shows the library's value. */
  progress: number | null
  /** As typed: '19h 20m', '19:20' or '19.33'. */
  hours: string
  /** 1 to 10 (C22). */
  rating: number
  isPublic: boolean
  /** On what a review's author has played; null while untouched, when it is what the play log suggests. */
  playedOn: PlayedOn | null
  /** The spoiler mark in percent of the game; null without a mark. */
  spoilsTo: number | null
  games: readonly GameCard[]
}

type WithoutVersion<Body> = Body extends unknown ? Omit<Body, 'updated_at'> : never
export type EntryDraft = WithoutVersion<BodyOf<typeof addEntry>>

export function fieldsOf(entry: JournalEntry | null): Fields {
  return {
    title: entry?.title ?? '',
    content: entry?.type === 'list' ? '' : (entry?.content ?? ''),
    game: entry?.game ?? null,
    progress: entry?.progress ?? null,
    hours: entry?.hoursPlayed == null ? '' : hoursToType(entry.hoursPlayed),
    rating: entry?.rating ?? RATING_RANGE.first,
    isPublic: entry?.is_public ?? true,
    playedOn: entry && {
      platform: entry.platform ?? '',
      playthroughId: entry.playthrough_id as PlaythroughId | null,
    },
    spoilsTo: entry?.spoils_to ?? null,
    games: entry?.type === 'list' ? gamesOfList(entry.content) : [],
  }
}

/** Returns each field with its name, where two versions differ. */
export const rowsOf = ({ title, content, game, progress, hours, rating, isPublic, spoilsTo, games }: Fields) => ({
  Title: title,
  Text: content,
  Game: game?.name ?? '',
  Progress: progress === null ? '' : `${progress} %`,
  Hours: hours,
  Rating: `${rating} of ${RATING_RANGE.most}`,
  Public: isPublic ? 'Yes' : 'No',
  Spoilers: spoilsTo === null ? '' : markSentence(spoilsTo),
  Games: games.map(({ name }) => name).join(', '),
})

/** What an untouched field of the form shows. */
export interface Suggested {
  /** Percent. */
  progress: number
  playedOn: PlayedOn
}

/** Converts the fields of this type to an entry, with what is suggested in place of untouched fields. `stored`: its hours before. */
export function draftOf(type: EntryType, fields: Fields, suggested: Suggested, stored: number | null): EntryDraft {
  const { title, content, rating } = fields
  const reference = fields.game && { id: fields.game.id }
  // The schema refuses a missing game or number with the sentence for the field.
  const game = reference as { id: string }
  switch (type) {
    case 'progress': {
      const hoursPlayed = typedHours(fields.hours, stored)
      return { type, title, content, game, progress: fields.progress ?? suggested.progress, hoursPlayed }
    }
    case 'review': {
      const { platform, playthroughId } = fields.playedOn ?? suggested.playedOn
      return {
        type,
        title,
        content,
        game,
        rating,
        is_public: fields.isPublic,
        platform: platform || null,
        playthrough_id: playthroughId,
        spoils_to: fields.spoilsTo,
      }
    }
    case 'daily':
      return { type, title, content, game: reference }
    case 'list':
      return { type, title, content: JSON.stringify(fields.games.map(({ id }) => ({ id }))) }
  }
}

/** Returns the error of each invalid field. The server uses the same schema. */
export const problemsOf = (draft: EntryDraft): Record<string, string> => problemsOfSchema(z.safeParse(NewEntry, draft))

/** Returns the character counter 'n / most', in code points. */
export const counterText = (text: string, most: number): string => `${lengthOf(text)} / ${most}`
