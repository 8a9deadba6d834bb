import type { FinishLevel } from '#features/play-log/play-sessions.rules.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'

/** A review that a file has of a game. */
export interface ImportedReview {
  text: string
  /** Stars, 0.5 to 5; null if the file gives none. */
  rating: number | null
  is_public: boolean
  /** It would be public and wait for a moderator, so the import writes it for the member alone (decision 0135). */
  is_kept?: true
  /** The spoiler mark in percent of the game. */
  spoils_to: number | null
  platform: string | null
  /** What only our own export has. Instants are ISO texts. */
  written: {
    created_at: string
    updated_at: string
    hours: number | null
    finish_level: FinishLevel | null
    written_at: number | null
    playthrough_id: string | null
  } | null
  /** Its id in the file, only in our own export. */
  key?: string
}

/** Why an import does not write a review. 'same': the member has written exactly this. */
export type ReviewLeft = 'same' | 'exists' | 'no-stars' | 'no-text' | 'own-game'

/**
 * Returns why an import leaves a review out, or null if it writes it. It changes no review that the member has, and adds none to
 * them, because it cannot know which playthroughs are the same. The stars are those of the library after the import, else those of
 * the file (C22).
 */
export function reviewLeft(
  { text, rating }: Pick<ImportedReview, 'text' | 'rating'>,
  facts: { gameId: string; ownTexts: readonly string[]; stars: number | null; isEmpty: boolean },
): ReviewLeft | null {
  if (isOwnGameId(facts.gameId)) return 'own-game'
  if (facts.ownTexts.length > 0) return facts.ownTexts.includes(text) ? 'same' : 'exists'
  if (facts.isEmpty) return 'no-text'
  return facts.stars === null && rating === null ? 'no-stars' : null
}
