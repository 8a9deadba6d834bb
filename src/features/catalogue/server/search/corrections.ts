import { editDistance } from '../names/names.ts'
import type { KnownWords } from './known-words.queries.ts'
import type { Choice } from './name-fit.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const MAX_CHOICES = 6
const SHORTEST = 3
/** In words from this length on people make two slips, and another word may be one slip away. */
const TWO_SLIPS = 8
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

/** Returns the likely intended words, the likeliest first: words of known games one edit away, of long words also more. */
export function correctionsOf(known: KnownWords, word: string): Choice[] {
  if (word.length < SHORTEST || word.length > LONGEST || !/^[a-z]+\d*$/.test(word)) return []
  const near = oneSlipAway(word).filter((slip) => known.has(slip))
  const likely = near.length > 0 && word.length < TWO_SLIPS ? near : likeWords(known, word)
  return likely
    .map((each) => ({
      word: each,
      renown: known.get(each) ?? 0,
      edits: editDistance(word, each, editsIn(word)),
    }))
    .sort((a, b) => a.edits - b.edits || b.renown - a.renown)
    .slice(0, MAX_CHOICES)
    .map((each) => ({ word: each.word, fit: 1 - each.edits / Math.max(word.length, each.word.length) }))
}

/** How many edits people make in a word. */
const editsIn = ({ length }: string): number => (length <= 5 ? 1 : length <= 9 ? 2 : 3)

/** The words of one length, each with a bit for every letter that it has. */
interface SameLength {
  words: string[]
  letters: number[]
}

const byLength = new WeakMap<KnownWords, Map<number, SameLength>>()

function lengthsOf(known: KnownWords): Map<number, SameLength> {
  const indexed = byLength.get(known)
  if (indexed) return indexed
  const lengths = new Map<number, SameLength>()
  for (const word of known.keys()) {
    const same = lengths.get(word.length) ?? { words: [], letters: [] }
    same.words.push(word)
    same.letters.push(lettersOf(word))
    lengths.set(word.length, same)
  }
  byLength.set(known, lengths)
  return lengths
}

function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 32)
  return letters
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

/** Returns the known words that are a few edits away. Each edit changes at most two of the letters that a word has. */
function likeWords(known: KnownWords, word: string): string[] {
  const edits = editsIn(word)
  const letters = lettersOf(word)
  const found: string[] = []
  for (let length = word.length - edits; length <= word.length + edits; length++) {
    const same = lengthsOf(known).get(length)
    for (const [at, other] of same?.letters.entries() ?? []) {
      if (countBits(letters ^ other) > 2 * edits) continue
      const each = same?.words[at] as string
      if (editDistance(word, each, edits) <= edits) found.push(each)
    }
  }
  return found
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
