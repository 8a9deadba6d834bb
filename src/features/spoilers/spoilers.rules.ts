import { PLEASE_TRY_AGAIN } from '#shared/sentences.ts'
import { TEXT_NOT_LOADED } from './spoilers.texts.ts'

/** Pure decisions about who reads a text that spoils a game, for server and browser. */

/** The placeholder of a folded text. Both shares are whole percent of the game. */
export interface Fold {
  writtenAt: number
  /** Null for a visitor, whose progress is unknown. */
  readerAt: number | null
}

/** The facts about a text and its reader. Shares are percent of the game. */
export interface Reading {
  /** The spoiler mark; null without one. */
  spoilsTo: number | null
  /** The author's progress at the time of writing; null if the game was not in the author's library. */
  writtenAt: number | null
  /** The reader's progress: 100 after completing the game once, 0 without an entry; null for a visitor. */
  readerAt: number | null
  /** The reader's setting: fold everything that was written further than the reader is. */
  foldsFurther: boolean
  isAuthor: boolean
}

/**
 * Returns the fold of a text for a reader, or null if the reader may read it at once. Authors read their own texts. A
 * marked text is folded for readers who have not reached its share; with `foldsFurther` an unmarked one is folded too.
 */
export function foldOf({ spoilsTo, writtenAt, readerAt, foldsFurther, isAuthor }: Reading): Fold | null {
  if (isAuthor) return null
  const reached = readerAt ?? 0
  const limit = spoilsTo ?? (foldsFurther ? writtenAt : null)
  if (limit === null || reached >= limit) return null
  return { writtenAt: Math.round(limit), readerAt: readerAt === null ? null : Math.floor(readerAt) }
}

/**
 * Returns a member's progress from the library entry, in whole percent: 100 after completing the game once, also while
 * the member plays it again. Without the time of the first completion it is the share of the present run.
 */
export const playedShare = (entry: {
  status: string
  completion_percentage: number
  first_completed_at?: Date | null
}): number => (entry.status === 'completed' || entry.first_completed_at ? 100 : Math.floor(entry.completion_percentage))

/** Returns the initial share of a mark: the author's progress, or 100 for an author who has not started the game. */
export const suggestedMark = (own: number | null): number => own || 100

export const FOLD_TEXTS = {
  show: 'Show it',
  failed: TEXT_NOT_LOADED,
  tryAgain: PLEASE_TRY_AGAIN,
} as const
