import { foldedWords } from './folded.ts'

const SCORES = /\bmeta ?score|\bmetacritic|\bwilson ?score|\bsdb ?rating|\buser ?score ?count/
/** Returns whether columns say that a 'User Score' beside them is that of all users: a score of critics by its name, or a count of votes. */
export const isBesideScores = (names: readonly string[]): boolean =>
  names.some((name) => SCORES.test(foldedWords(name)))

/** Returns whether a name says 'User Score', and not whose. */
export const isUserScore = (name: string): boolean => /^user ?score/.test(foldedWords(name))
