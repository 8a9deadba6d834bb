const ROMAN: Record<string, string> = {}
for (const [at, roman] of 'ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ').entries())
  ROMAN[roman] = String(at + 2)

/**
 * Converts Roman numerals after the first word to digits: 'final fantasy vii' is 'final fantasy 7'. Expects a
 * normalised text.
 */
export function withArabicNumerals(normalised: string): string {
  return normalised
    .split(' ')
    .map((word, at) => (at > 0 && ROMAN[word]) || word)
    .join(' ')
}
