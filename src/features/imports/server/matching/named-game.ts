import { encodedForm, nameKeyOf } from '#features/catalogue/server/catalogue.service.ts'
import type { GameFacts } from './matching.queries.ts'
import { significant } from './significant-words.ts'
import { formOf, keyWithoutEdition } from './title-forms.ts'

/** A stored game with its names in the forms in which titles are compared. */
export interface NamedGame {
  id: string
  year: number | null
  platformIds: ReadonlySet<number>
  renown: number
  /** An add-on or mod, which is never meant by the name of its game. */
  isAddOn: boolean
  /** Its application ids at Steam are known. */
  isAtSteam: boolean
  /** It belongs to no series. */
  isSingle: boolean
  key: string
  /** Its own name word by word. */
  literal: string
  /** Its own name without inner punctuation: 'F.E.A.R.' is 'fear'. */
  joinedKey: string
  /** Its own name without words for an edition. */
  shorterKey: string | null
  otherKeys: ReadonlySet<string>
  words: readonly string[]
  /** As in the form of a title. */
  signs: string
  /** The words of all its names. */
  allWords: ReadonlySet<string>
  shorts: ReadonlySet<string>
  /** The words of its own name before and after a colon or dash. */
  head: readonly string[] | null
  tail: readonly string[] | null
}

/** IGDB's game_type: DLC, expansion, mod, episode, season, fork, pack, update. */
const ADD_ONS = new Set([1, 2, 5, 6, 7, 12, 13, 14])

/** Prepares a stored game for the comparison with titles. */
export function namedGame(game: GameFacts): NamedGame {
  const names: string[] = []
  const shorts = new Set<string>()
  for (const part of game.search_text.split('|')) {
    const name = part.trim()
    if (name.startsWith('~')) shorts.add(name.slice(1))
    else if (name !== '') names.push(name)
  }
  const own = formOf(game.name, 'whole')
  const [head, tail] = partsOf(game.name)
  const joined = game.name.replace(/(?<=[\p{L}\p{N}])[-.·:/]+(?=[\p{L}\p{N}])/gu, '')
  return {
    id: game.id,
    year: game.first_release_date === null ? null : new Date(game.first_release_date * 1000).getUTCFullYear(),
    platformIds: new Set(game.platform_ids),
    renown: game.renown,
    isAddOn: game.game_type !== null && ADD_ONS.has(game.game_type),
    isAtSteam: game.is_at_steam,
    isSingle: game.series === null && game.parent_id === null,
    key: own.key,
    literal: own.literal,
    joinedKey: joined === game.name ? own.key : encodedForm(nameKeyOf(joined)),
    shorterKey: keyWithoutEdition(own),
    otherKeys: new Set(names.map((name) => name.replace(/^the (?=.)/, '').replaceAll(' ', ''))),
    words: own.words,
    signs: own.signs,
    allWords: new Set(names.flatMap((name) => name.split(' '))),
    shorts,
    head,
    tail,
  }
}

/** 'The Witcher 3: Wild Hunt' has the parts 'witcher 3' and 'wild hunt'; a name without a colon or dash has none. */
function partsOf(name: string): [string[] | null, string[] | null] {
  const [, head, tail] = /^(.+?)(?:\s*:\s+|\s+[-–—~]\s*)(.+)$/.exec(name) ?? []
  if (head === undefined || tail === undefined) return [null, null]
  return [significant(formOf(head, 'whole').words), significant(formOf(tail, 'whole').words)]
}
