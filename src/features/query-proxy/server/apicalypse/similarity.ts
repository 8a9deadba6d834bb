import { normaliseForSearch } from '#features/catalogue/search-name.rules.ts'
import { valueAt } from './match.ts'
import type { Row } from './query.ts'

/**
 * Returns rows with a name or alternative name that has every word of the text at the start of a word, the closest name
 * first.
 */
export function bySimilarity(text: string, rows: readonly Row[]): Row[] {
  const words = normaliseForSearch(text).split(' ').filter(Boolean)
  if (words.length === 0) return []
  return rows
    .map((row) => ({ row, fit: fitOf(words, row) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || Number(a.row.id) - Number(b.row.id))
    .map(({ row }) => row)
}

function fitOf(words: readonly string[], row: Row): number {
  const own = fitOfName(words, row.name)
  const others = [
    ...valueAt(row, ['alternative_names', 'name']).values,
    ...valueAt(row, ['alternative_name']).values,
  ].map((name) => fitOfName(words, name) * 0.9)
  return Math.max(own, ...others)
}

/** Returns 1 for the name itself; less for additional words and for incomplete words. */
function fitOfName(words: readonly string[], name: unknown): number {
  if (typeof name !== 'string') return 0
  const there = normaliseForSearch(name).split(' ')
  let letters = 0
  for (const word of words) {
    const found = there.find((each) => each.startsWith(word))
    if (found === undefined) return 0
    letters += word.length / found.length
  }
  return letters / Math.max(there.length, words.length)
}
