/** Who reads a text that reveals a part of a game. Pure, for server and browser. */

/** What stands in the place of a folded text. Both are whole percent of the game. */
export interface Fold {
  writtenAt: number
  /** Null for a visitor, whose progress nobody knows. */
  readerAt: number | null
}

/** The facts about a text and its reader. Shares are percent of the game. */
export interface Reading {
  /** Up to which share the author marked the text as spoiling; null if it is not marked. */
  spoilsTo: number | null
  /** How far the author was when writing; null if the game was not in the author's library. */
  writtenAt: number | null
  /** How far the reader is: 100 after completing the game, 0 without an entry; null for a visitor. */
  readerAt: number | null
  /** The reader wants everything folded that was written further than the reader is. */
  foldsFurther: boolean
  isAuthor: boolean
}

/**
 * Returns the fold of a text for a reader, or null if the reader may read it at once. Authors read their own texts. A
 * marked text is folded for who has not come that far; with `foldsFurther` also an unmarked one.
 */
export function foldOf({ spoilsTo, writtenAt, readerAt, foldsFurther, isAuthor }: Reading): Fold | null {
  if (isAuthor) return null
  const reached = readerAt ?? 0
  const limit = spoilsTo ?? (foldsFurther ? writtenAt : null)
  if (limit === null || reached >= limit) return null
  return { writtenAt: Math.round(limit), readerAt: readerAt === null ? null : Math.floor(readerAt) }
}

/** How far a member has played a game by the member's entry, in whole percent: 100 after completing it. */
export const playedShare = (entry: { status: string; completion_percentage: number }): number =>
  entry.status === 'completed' ? 100 : Math.floor(entry.completion_percentage)

/** The share that the form of a mark begins with: the author's own, or the whole game for who has not started it. */
export const suggestedMark = (own: number | null): number => own || 100

/** A share in a sentence. The space does not break, so the sign never begins a line. */
const percent = (share: number): string => `${share}\u00A0%`

/** The sentence in the place of a folded text: 'Written at 80 %. You are at 35 %.' */
export function foldSentence({ writtenAt, readerAt }: Fold): string {
  if (readerAt === null) return `Written at ${percent(writtenAt)} of the game.`
  return `Written at ${percent(writtenAt)}. You are at ${percent(readerAt)}.`
}

/** The note on a marked text that its reader sees. */
export const markSentence = (spoilsTo: number): string => `Spoils up to ${percent(spoilsTo)}`

export const FOLD_TEXTS = {
  show: 'Show it',
  failed: 'The text could not be loaded',
  tryAgain: 'Please try again.',
} as const
