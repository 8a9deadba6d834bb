import type { Fold } from './spoilers.rules.ts'

export const MARK_RANGE = 'A spoiler mark is a percentage from 0 to 100'

export const TEXT_NOT_LOADED = 'The text could not be loaded'

/** Formats a share for a sentence, with a non-breaking space before the sign. */
const percent = (share: number): string => `${share}\u00A0%`

/** Returns how far a reader or an author is in the game. */
export const youAreAt = (share: number): string => `You are at ${percent(share)}.`

/** Returns the sentence of a fold: 'Written at 80 %. You are at 35 %.' */
export function foldSentence({ writtenAt, readerAt }: Fold): string {
  if (readerAt === null) return `Written at ${percent(writtenAt)} of the game.`
  return `Written at ${percent(writtenAt)}. ${youAreAt(readerAt)}`
}

/** Returns the note on a marked text that its reader may read. */
export const markSentence = (spoilsTo: number): string => `Spoils up to ${percent(spoilsTo)}`
