import { editDistance } from '#features/catalogue/server/catalogue.service.ts'
import type { NamedGame } from './named-game.ts'
import { numbersIn, significant } from './significant-words.ts'
import type { TitleForm } from './title-forms.ts'

/**
 * How the title of a record agrees with the names of a game, the strongest first. 'name': its own name. 'alternative':
 * another name. 'edition', 'version', 'remake': its own name after words for these. 'same-words': its words in another
 * order, or without words like 'the'. 'typo': its name with few wrong letters. 'short': initials. 'head', 'tail': the
 * part before or after a colon. 'part': some of its words. 'longer': all its words and more. 'words': common words.
 */
export type LikenessKind =
  | 'name'
  | 'alternative'
  | 'edition'
  | 'version'
  | 'remake'
  | 'same-words'
  | 'typo'
  | 'stored-edition'
  | 'short'
  | 'head'
  | 'tail'
  | 'part'
  | 'longer'
  | 'words'

export interface Likeness {
  kind: LikenessKind
  /** 0 to 1. */
  score: number
  /** The title is the game's own name word by word. */
  isLiteral: boolean
  /** The form of the title that agrees. */
  form: TitleForm
}

const NAMED: Record<TitleForm['kind'], { kind: LikenessKind; score: number }> = {
  whole: { kind: 'name', score: 1 },
  edition: { kind: 'edition', score: 0.95 },
  version: { kind: 'version', score: 0.85 },
  remake: { kind: 'remake', score: 0.75 },
}

/** Returns the best agreement of the forms of a title with the names of a game; null if they have nothing in common. */
export function likenessOf(forms: readonly TitleForm[], game: NamedGame): Likeness | null {
  let best: Likeness | null = null
  for (const form of forms) {
    const found = likenessOfForm(form, game)
    if (found && form !== forms[0]) found.isLiteral = false
    if (found && (best === null || found.score > best.score)) best = found
    // A form that comes later has more changes.
    if (best && best.score >= 0.9) return best
  }
  return best
}

function likenessOfForm(form: TitleForm, game: NamedGame): Likeness | null {
  const of = (kind: LikenessKind, score: number): Likeness => ({
    kind,
    score: score * WEIGHTS[form.kind],
    isLiteral: false,
    form,
  })
  if (form.key === game.key || form.key === game.joinedKey)
    return {
      ...NAMED[form.signs === game.signs ? form.kind : 'version'],
      isLiteral: form.literal === game.literal,
      form,
    }
  if (form.kind === 'remake') return null
  if (game.otherKeys.has(form.key)) return of('alternative', 0.96)
  if (form.key === game.shorterKey) return of('stored-edition', 0.84)
  const own = significant(form.words)
  const theirs = significant(game.words)
  if (numbersIn(form.words) === numbersIn(game.words)) {
    if (own.toSorted().join(' ') === theirs.toSorted().join(' ')) return of('same-words', 0.94)
    const edits = editsBetween(form.key, game.key)
    if (edits !== null) return of(isTyped(own, theirs) ? 'typo' : 'words', 0.93 - edits * 0.02)
  }
  if (game.shorts.has(form.key)) return of('short', 0.82)
  return ofWords(form, own, theirs, game, of)
}

const WEIGHTS: Record<TitleForm['kind'], number> = { whole: 1, edition: 0.98, version: 0.9, remake: 0.8 }

/** Returns the number of wrong letters; null if there are too many for a typing error. */
function editsBetween(a: string, b: string): number | null {
  const length = Math.min(a.length, b.length)
  const most = length >= 20 ? 3 : length >= 11 ? 2 : length >= 6 ? 1 : 0
  if (most === 0 || Math.abs(a.length - b.length) > most) return null
  const edits = editDistance(a, b, most)
  return edits > most ? null : edits
}

/** Errors are in the words and not in their first letters; 'Platoon' is not 'Splatoon'. */
function isTyped(own: readonly string[], theirs: readonly string[]): boolean {
  if (own.length !== theirs.length) return own[0]?.[0] === theirs[0]?.[0]
  return own.every((word, at) => isTypoOf(word, theirs[at] as string))
}

const isTypoOf = (word: string, theirs: string) =>
  word === theirs || (word[0] === theirs[0] && editDistance(word, theirs, 2) <= (theirs.length > 5 ? 2 : 1))

function ofWords(
  form: TitleForm,
  own: readonly string[],
  theirs: readonly string[],
  game: NamedGame,
  of: (kind: LikenessKind, score: number) => Likeness,
): Likeness | null {
  const isTheirs = (word: string) => theirs.includes(word) || game.shorts.has(word) || game.allWords.has(word)
  const common = own.filter(isTheirs).length
  if (common === 0) return null
  if (common === own.length && (form.kind === 'whole' || form.kind === 'edition')) {
    if (game.head && own.join(' ') === game.head.join(' ')) return of('head', 0.8)
    if (game.tail && endsWith(own, game.tail)) return of('tail', own.length > game.tail.length ? 0.82 : 0.76)
    return of('part', 0.55 + 0.2 * Math.min(1, own.length / theirs.length))
  }
  if (theirs.every((word) => own.includes(word))) return of('longer', 0.5 + 0.2 * (theirs.length / own.length))
  return of('words', (0.7 * 2 * common) / (own.length + Math.max(theirs.length, common)))
}

const endsWith = (words: readonly string[], end: readonly string[]) =>
  words.slice(-end.length).join(' ') === end.join(' ')
