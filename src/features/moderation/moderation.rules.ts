import { DAY_MS } from '#shared/durations.ts'

/** Why a text waits: the first texts of a new account, a link of a new account, or a word of the list. */
export const HOLD_REASONS = ['first', 'link', 'word'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** A text waits until a moderator publishes or declines it. A published one is a text like others. */
export const HOLD_STATES = ['waiting', 'declined'] as const
export type HoldState = (typeof HOLD_STATES)[number]

export const FIRST_TEXTS_MAX = 50
export const HOLD_DAYS_MAX = 365
export const WORDS_MAX = 200
export const WORD_LENGTH_MAX = 60
/** The number of texts that one request decides about. */
export const DECIDED_AT_ONCE = 50
/** The largest number of characters of the reason that an author reads. */
export const DECLINE_NOTE_MAX = 500

/** A number of days of 0 turns a rule off. */
export interface HoldRules {
  /** The first so many texts of an account that is younger than `first_days`. */
  first_texts: number
  first_days: number
  /** Texts with links of an account that is younger than this. */
  link_days: number
  /** Texts with one of these words, by accounts of any age. */
  words: readonly string[]
}

/** What the rules read of a text. */
export interface WrittenText {
  /** The plain text. */
  text: string
  hasLink: boolean
}

/** Returns whether a plain text names an address of the web. */
export const namesAddress = (text: string): boolean => /\bhttps?:\/\/[^\s/]|\bwww\.[^\s.]+\.[^\s]/i.test(text)

const lettersOf = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Returns whether a text has one of the words, as a whole word or phrase, in capitals or not. */
export function hasWord(text: string, words: readonly string[]): boolean {
  const letters = lettersOf(text)
  return words.some((word) => {
    const wanted = lettersOf(word)
    for (let at = letters.indexOf(wanted); at !== -1; at = letters.indexOf(wanted, at + 1))
      if (!isLetterAt(letters, at - 1) && !isLetterAt(letters, at + wanted.length)) return true
    return false
  })
}

const isLetterAt = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at))

/**
 * Returns why a text waits by the rules, or null. `isNewcomer` says whether the author has fewer visible texts than the rule
 * says; it is asked only if the answer depends on it.
 */
export async function holdReason(
  rules: HoldRules,
  written: WrittenText,
  { joinedAt, now, isNewcomer }: { joinedAt: Date; now: Date; isNewcomer: () => Promise<boolean> },
): Promise<HoldReason | null> {
  const isYoungerThan = (days: number) => now.getTime() - joinedAt.getTime() < days * DAY_MS
  if (hasWord(written.text, rules.words)) return 'word'
  if (written.hasLink && isYoungerThan(rules.link_days)) return 'link'
  return isYoungerThan(rules.first_days) && (await isNewcomer()) ? 'first' : null
}
