const ROMAN = new Map(
  'ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'
    .split(' ')
    .map((roman, at) => [roman, String(at + 2)]),
)

/**
 * Converts Roman numerals after the first word to digits: 'final fantasy vii' is 'final fantasy 7'. Expects a
 * normalised text.
 */
export function withArabicNumerals(normalised: string): string {
  return normalised
    .split(' ')
    .map((word, at) => (at > 0 && ROMAN.get(word)) || word)
    .join(' ')
}

/** Returns whether a normalised word is a Roman numeral from II to XX. */
export const isRoman = (word: string): boolean => ROMAN.has(word)

/** Returns whether a normalised word is a number, in digits or as a Roman numeral. */
export const isNumeral = (word: string): boolean => isRoman(word) || /^\d+$/.test(word)
