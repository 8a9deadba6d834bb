import { normaliseForSearch } from '../../../catalogue.rules.ts'
import { valueAt } from './match.ts'
import type { Row } from './query.ts'

/** Rows whose name or another name holds every word of the text at the beginning of a word, the closest name first. */
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

/** 1 for the name itself; less, the more words stand beside those asked for and the less of them is written out. */
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
