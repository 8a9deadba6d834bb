import type { GameId } from '#shared/ids.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'
import { normaliseForSearch } from '../../../../search-name.rules.ts'
import { nameKeyOf } from '../../../stored-games/same-name.ts'
import type { SteamListGame } from './steam-list.ts'

/** From this renown on, a game is one of the built-in catalogue or a known one of a source, and no game of the list comes before it. */
const CURATED = 24
/** The years between the releases of one game. */
const SAME_RELEASE = 1
/** A known game may have been sold so many years before its release. */
const EARLY_ACCESS = 4
/** The ids of games that only the list has, from this number on. */
const FIRST_ID = 900_000_000_000

/** Of the games with so many owners, the renown: less than any game of the built-in catalogue has. */
const RENOWN: readonly (readonly [owners: number, renown: number])[] = [
  [5_000_000, 23],
  [2_000_000, 22],
  [1_000_000, 21],
  [500_000, 20],
  [200_000, 15],
  [100_000, 11],
  [50_000, 7],
]
const MIN_RENOWN = 4

export const renownOfOwners = (owners: number): number => RENOWN.find(([least]) => owners >= least)?.[1] ?? MIN_RENOWN

/** Returns the id of a game that no source knows: the list is always the same, so every catalogue gives it the same id. */
export const idOfListed = (appId: number): GameId => `local_${FIRST_ID + appId}` as GameId

/** Games that name and year do not find, by their id at Steam: other names of one game, and a remake with the name of its model. */
const KNOWN: ReadonlyMap<number, string> = new Map([
  [260230, 'igdb_7327'],
  [250760, 'igdb_7444'],
  [304240, 'igdb_24869'],
  [319630, 'igdb_7599'],
  [359550, 'igdb_7360'],
  [699130, 'igdb_20910'],
  [1003590, 'igdb_103221'],
  [1170760, 'igdb_1987'],
  [1462040, 'igdb_11169'],
])

/** New games, or several in one, with the name of an old one. */
const NEW_GAMES: ReadonlySet<number> = new Set([233130, 1030840, 1154790, 1255560, 1328670])

const WORDS = [
  "director'?s cut",
  "collector'?s edition",
  'game of the year(?: edition)?',
  'goty(?: edition)?',
  'complete(?: edition)?',
  'final cut',
  'redux',
  'deluxe',
  'gold',
  'classic',
]
/** What follows the name of a game in the name of an edition of it. A remaster is a game of its own. */
const EDITION = new RegExp(
  `(?:\\s*[-–—:(,]\\s*|\\s+)(?:the\\s+)?(?:${WORDS.slice(0, 5).join('|')})\\)?$|\\s*[-–—:(,]\\s*(?:the\\s+)?(?:${WORDS.join('|')})\\)?$|\\s*\\((?:classic, )?(?:19|20)\\d\\d\\)$`,
  'iu',
)
/** 'Windows Edition', 'Dive Harder Edition', 'Digital Edition of Light': so many words may name the edition. */
const NAMED_EDITION = /\bedition(?: of \p{L}+)?$/iu
const MAX_WORDS = 2

/** Returns the names that a game may have without its edition, the shortest last. */
export function withoutEdition(name: string): string[] {
  const names: string[] = []
  let bare = name.replace(/’/g, "'").trim()
  for (let next = bare.replace(EDITION, ''); next !== bare; next = bare.replace(EDITION, '')) {
    bare = next
    names.push(bare)
  }
  if (!NAMED_EDITION.test(bare)) return names
  // The words before 'Edition', as far as the sign before them.
  const [, before = '', last = ''] = /^(.*?)([^-–—:(,]*)$/u.exec(bare.replace(NAMED_EDITION, '').trim()) ?? []
  const words = last.trim().split(/\s+/)
  for (let fewer = words.length; fewer >= Math.max(0, words.length - MAX_WORDS); fewer--)
    names.push(`${before} ${words.slice(0, fewer).join(' ')}`.trim().replace(/\s*[-–—:(,]*\s*$/u, ''))
  return names.filter((each) => each !== '')
}

/** A stored game with the name of one of the list. */
export interface StoredNamesake {
  id: string
  /** The key of the name that agrees: the game's own, or another one of a known game. */
  key: string
  name: string
  first_release_date: number | null
  renown: number
  isForPc: boolean
  isOwnName: boolean
}

/** Returns the keys by which a game of the list finds its namesakes, that of its whole name first. */
export const namesakeKeysOf = ({ name }: Pick<SteamListGame, 'name'>): string[] => [
  ...new Set([name, ...withoutEdition(name)].map(nameKeyOf).filter((key) => key !== '')),
]

/** Returns the id of the game that is this one although its name or year differs, if a source has it. */
export const knownIdOf = ({ appId }: Pick<SteamListGame, 'appId'>): string | null => KNOWN.get(appId) ?? null

/**
 * Returns the stored game that a game of the list is, or null. Its name, with or without the edition, is the same, and the years
 * agree. A known game for the PC may come to Steam years after its first release, or before it: of several the nearest, of two
 * before it the later one.
 */
export function storedGameOf(game: SteamListGame, namesakes: readonly StoredNamesake[]): StoredNamesake | null {
  if (NEW_GAMES.has(game.appId)) return null
  const [whole] = namesakeKeysOf(game)
  const year = Number(/\((?:classic, )?((?:19|20)\d\d)\)/i.exec(game.name)?.[1] ?? game.releasedOn.slice(0, 4))
  const fitting = namesakes.flatMap((namesake) => {
    const isKnown = namesake.renown >= CURATED
    if (!isKnown && !hasSameWords(game.name, namesake.name)) return []
    if (namesake.first_release_date === null)
      return [{ namesake, apart: SAME_RELEASE, isWhole: namesake.key === whole }]
    const apart = year - new Date(namesake.first_release_date * 1000).getUTCFullYear()
    const isNear = Math.abs(apart) <= SAME_RELEASE
    if (!isKnown && apart < 0 && namesake.key !== whole) return []
    const isOfAnotherYear = isKnown && namesake.isOwnName && namesake.isForPc && apart >= -EARLY_ACCESS
    return isNear || isOfAnotherYear ? [{ namesake, apart, isWhole: namesake.key === whole }] : []
  })
  const [best] = fitting.sort(
    compareInTurn(
      ascending(({ apart }) => Number(Math.abs(apart) > SAME_RELEASE)),
      descending(({ isWhole }) => Number(isWhole)),
      ascending(({ apart }) => Math.abs(apart)),
    ),
  )
  return best?.namesake ?? null
}

/** Of games that few know, 'Agony' and 'The Agony' are two. */
function hasSameWords(listed: string, stored: string): boolean {
  const words = normaliseForSearch(stored)
  return [listed, ...withoutEdition(listed)].some((name) => normaliseForSearch(name) === words)
}
