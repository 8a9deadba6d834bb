/** Words that people leave out or add without meaning another game. */
const FILLER = new Set(['the', 'a', 'an', 'of', 'and', 'part', 'episode', 'chapter', 'volume', 'vol', 'version', 'in'])

/** Returns the words that distinguish a name, in their order; all if none does. */
export function significant(words: readonly string[]): string[] {
  const kept = words.filter(
    (word, at) => !FILLER.has(word) && !(at > 0 && at === words.length - 1 && (word === '1' || word === 'i')),
  )
  return kept.length > 0 ? kept : [...words]
}

const NUMBERS = new Set('one two three four five six seven eight nine ten first second third i x'.split(' '))

/** Returns the numbers in a fixed order; names with other numbers are other games. */
export function numbersIn(words: readonly string[]): string {
  return significant(words)
    .filter((word) => NUMBERS.has(word) || (/\d/.test(word) && !/u[0-9a-f]{4}/.test(word)))
    .toSorted()
    .join(' ')
}
