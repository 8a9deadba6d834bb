import type { Db } from '#db/db.ts'
import { editDistance } from '../names/names.ts'
import { findLikeWords, type KnownWords } from './known-words.queries.ts'
import type { Choice } from './ranking.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const MAX_CHOICES = 6
const LIKE_WORDS = 40
const SHORTEST = 3
const LONGEST = 24

/**
 * Returns every text that is one edit away: one letter added, removed or replaced, or two letters swapped. A word of more
 * than 24 letters has none: the time grows with the square of its length, and an imported file chooses the words.
 */
export function oneSlipAway(word: string): string[] {
  if (word.length > LONGEST) return []
  const slips = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of LETTERS) slips.add(before + letter + after)
    if (after === '') continue
    slips.add(before + after.slice(1))
    for (const letter of LETTERS) slips.add(before + letter + after.slice(1))
    if (after.length > 1) slips.add(before + after[1] + after[0] + after.slice(2))
  }
  slips.delete(word)
  return [...slips]
}

/** Returns the likely intended words, the likeliest first: words of known games one edit away, else similar ones. */
export async function correctionsOf(db: Db, known: KnownWords, word: string): Promise<Choice[]> {
  if (word.length < SHORTEST || word.length > LONGEST || !/^[a-z]+\d*$/.test(word)) return []
  const near = oneSlipAway(word).flatMap((slip) => {
    const renown = known.get(slip)
    return renown === undefined ? [] : [{ word: slip, renown }]
  })
  return choicesOf(word, near.length > 0 ? near : await findLikeWords(db, word, LIKE_WORDS))
}

function choicesOf(word: string, words: readonly { word: string; renown: number }[]): Choice[] {
  const allowed = word.length <= 5 ? 1 : word.length <= 9 ? 2 : 3
  return words
    .map((each) => ({ ...each, edits: editDistance(word, each.word, allowed) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits || b.renown - a.renown)
    .slice(0, MAX_CHOICES)
    .map((each) => ({ word: each.word, fit: 1 - each.edits / Math.max(word.length, each.word.length) }))
}

const LONGEST_RUN = 40

/**
 * Divides a text without spaces into words of known games, preferring few and well-known ones; null if that is
 * impossible.
 */
export function dividedWords(known: KnownWords, text: string): string[] | null {
  if (text.length < 5 || text.length > LONGEST_RUN || !/^[a-z0-9]+$/.test(text)) return null
  // The cheapest way to reach each position: a word costs one, and a little more if it is less known.
  const ways: ({ cost: number; words: string[] } | null)[] = [{ cost: 0, words: [] }]
  for (let to = 1; to <= text.length; to++) {
    ways[to] = null
    for (let from = Math.max(0, to - LONGEST); from < to; from++) {
      const way = ways[from]
      const piece = text.slice(from, to)
      const renown = isPiece(piece) ? known.get(piece) : undefined
      if (!way || renown === undefined) continue
      const cost = way.cost + 1 + (100 - renown) / 200
      if (!ways[to] || cost < (ways[to] as { cost: number }).cost) ways[to] = { cost, words: [...way.words, piece] }
    }
  }
  const words = ways[text.length]?.words
  return words && words.length > 1 ? words : null
}

/** A single letter is not a word, but a digit is. */
const isPiece = (piece: string) => piece.length > 1 || /\d/.test(piece)
