import * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { lengthOf } from '#shared/text.ts'
import type { BodyOf } from '#web/call.ts'
import type { JournalEntry } from '../journal.contract.ts'
import type { addEntry, EntryType } from '../journal.endpoints.ts'
import { RATING_RANGE } from '../journal.rules.ts'
import { NewEntry } from '../journal.schemas.ts'
import { gamesOfList } from './entry-parts.ts'

/** The values of the form, of every type: a field of another type stays as it is. */
export interface Fields {
  title: string
  /** The description of progress, and the words of a review or a day. */
  content: string
  game: GameCard | null
  /** Percent; null: not touched, so the library's value is shown. */
  progress: number | null
  /** As typed: "4." may become 4.5. */
  hours: string
  /** 1 to 10 (C22). */
  rating: number
  isPublic: boolean
  platform: string
  /** Percent of the game; null: not marked as spoiling. */
  spoilsTo: number | null
  games: readonly GameCard[]
}

export type EntryDraft = BodyOf<typeof addEntry>

export function fieldsOf(entry: JournalEntry | null): Fields {
  return {
    title: entry?.title ?? '',
    content: entry?.type === 'list' ? '' : (entry?.content ?? ''),
    game: entry?.game ?? null,
    progress: entry?.progress ?? null,
    hours: entry?.hoursPlayed == null ? '' : String(entry.hoursPlayed),
    rating: entry?.rating ?? RATING_RANGE.first,
    isPublic: entry?.is_public ?? true,
    platform: entry?.platform ?? '',
    spoilsTo: entry?.spoils_to ?? null,
    games: entry?.type === 'list' ? gamesOfList(entry.content) : [],
  }
}

/**
 * Returns the entry that the fields of this type describe. `progress` stands for an untouched slider; the playthrough of
 * an existing review stays.
 */
export function draftOf(
  type: EntryType,
  fields: Fields,
  { progress, playthroughId }: { progress: number; playthroughId: string | null },
): EntryDraft {
  const { title, content, rating } = fields
  const reference = fields.game && { id: fields.game.id }
  // A missing game or number is refused by the schema, with the sentence for the field.
  const game = reference as { id: string }
  switch (type) {
    case 'progress': {
      const hoursPlayed = fields.hours.trim() === '' ? Number.NaN : Number(fields.hours)
      return { type, title, content, game, progress: fields.progress ?? progress, hoursPlayed }
    }
    case 'review':
      return {
        type,
        title,
        content,
        game,
        rating,
        is_public: fields.isPublic,
        platform: fields.platform.trim() || null,
        playthrough_id: playthroughId,
        spoils_to: fields.spoilsTo,
      }
    case 'daily':
      return { type, title, content, game: reference }
    case 'list':
      return { type, title, content: JSON.stringify(fields.games.map(({ id }) => ({ id }))) }
  }
}

/** Returns the sentence for each invalid field. The server checks with the same schema. */
export function problemsOf(draft: EntryDraft): Record<string, string> {
  const parsed = z.safeParse(NewEntry, draft)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse())
}

/** 'n / most', counted in letters. */
export const counterText = (text: string, most: number): string => `${lengthOf(text)} / ${most}`
