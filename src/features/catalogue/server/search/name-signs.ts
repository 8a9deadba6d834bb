// Migration 202611270200 computes the same for the names of a game: `name_signs`.

/** As many as there are letters; 52 bits in all, so a signs column is a safe integer. */
const BITS = 26

/**
 * Returns the signs that every name with a word of this beginning has: one bit for the first letter, one for the first
 * two. A name that lacks one of them has no such word; a name that has them may lack the word. `word` is in the spelling of
 * `search_text`.
 */
export function signsOfBeginning(word: string): bigint {
  if (word === '') return 0n
  const first = word.charCodeAt(0)
  const one = 1n << BigInt(first % BITS)
  return word.length === 1 ? one : one | (1n << BigInt(BITS + ((first * 5 + word.charCodeAt(1)) % BITS)))
}

/**
 * Returns the signs that a name must have to pass tests of words. Of a word with several choices only the signs that all of
 * them share are sure.
 */
export function signsOfAll(tests: readonly (readonly string[])[]): bigint {
  return tests.reduce((all, beginnings) => all | commonSigns(beginnings), 0n)
}

function commonSigns(beginnings: readonly string[]): bigint {
  const [first, ...others] = beginnings.map(signsOfBeginning)
  return others.reduce((common, each) => common & each, first ?? 0n)
}
