import type { Term } from '#features/catalogue/catalogue.contract.ts'
import { gameModes, genres, NOTHING_KNOWN, themes } from '#features/catalogue/server/sources/sources.service.ts'
import { nameKeyOf } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { Facts, Understood } from './entry.ts'
import { readLibretroName } from './libretro-names.ts'
import { platformOfSystem } from './libretro-systems.ts'

export const LIBRETRO_COLUMNS = ['system', 'name', 'title', 'releaseyear', 'releasemonth', 'developer', 'publisher']

/** Maps its genres to IGDB's: genres by id, themes with a minus. Meaningless genres are omitted. */
const KINDS: Record<string, readonly number[]> = {
  action: [-1],
  adventure: [31],
  basketball: [14],
  "beat'em up": [25],
  board: [35],
  'board game': [35],
  boxing: [14],
  'bullet hell': [5],
  card: [35],
  'card game': [35],
  chess: [35],
  dancing: [7],
  driving: [10],
  educational: [-34],
  fighting: [4],
  'flight simulator': [13],
  football: [14],
  fps: [5],
  'gang beat-em-up': [25],
  gun: [5],
  'hunting and fishing': [14],
  'lightgun shooter': [5],
  mahjong: [35],
  management: [13],
  maze: [9],
  music: [7],
  party: [-40],
  pinball: [30],
  platform: [8],
  platformer: [8],
  puzzle: [9],
  quiz: [26],
  "race 'n' chase": [10],
  racing: [10],
  rhythm: [7],
  'role-playing (rpg)': [12],
  rpg: [12],
  "shoot'em up": [5],
  'shoot-em-up': [5],
  shooter: [5],
  shogi: [35],
  simulation: [13],
  sing: [7],
  slg: [15],
  'solo beat-em-up': [25],
  sport: [14],
  sports: [14],
  'sports with animals': [14],
  strategy: [15],
  'survival horror': [-19],
  'tactical combat': [24],
  tennis: [14],
  'visual novel': [34],
  war: [-39],
  wrestling: [4, 14],
  arcade: [33],
}

/** The texts that the database uses for an unknown maker. */
const NOBODY = /^(?:|hack|demo|anonymous|unknown|<unknown>|homebrew|bootleg|n\/a|\(?nem ismert\)?|-|\?+)$/i

const LAST_YEAR_AHEAD = 5
const DLC = 1
const MOD = 5

const noGame = (why: string) => ({ reason: `is no game: ${why}`, isNoGame: true as const })

/**
 * Reads an entry of the libretro database: one image of one game on one system. `cell` returns the text of a column.
 */
export function readLibretroRow(cell: (column: string) => string, now: Date): Understood {
  const system = cell('system')
  const name = cell('name') || cell('title')
  const title = cell('title') || name.replace(/\s*[([].*$/, '')
  if (system === '') return { reason: 'has no system' }
  if (title.trim() === '') return { reason: 'has no title' }
  const platform = platformOfSystem(system)
  if ('holds' in platform) return noGame(`${system} holds ${platform.holds}`)
  const named = readLibretroName(name, title)
  if (named.extra !== null) return noGame(named.extra)
  // HBMAME has modified arcade games, with the modification in brackets, and new games.
  const isHack = named.isHack || cell('developer') === 'hack' || (system === 'HBMAME' && name.includes('('))
  const kinds = kindsOf(cell('genre'))
  const facts: Facts = {
    ...NOTHING_KNOWN,
    name: isHack ? `${named.title} (Hack)` : named.title,
    alternativeNames: named.others,
    firstReleaseDate: dateOf(cell('releaseyear'), cell('releasemonth'), now),
    platforms: [platform],
    genres: termsOf(kinds, genres.nameOf, 1),
    themes: termsOf(kinds, themes.nameOf, -1),
    gameModes: modesOf(cell('maxusers')),
    developers: makerOf(cell('developer')),
    publishers: makerOf(cell('publisher')),
    series: cell('franchise') || null,
    gameType: isHack ? MOD : named.isAddOn ? DLC : null,
  }
  const kind = isHack ? '#hack' : named.isAddOn ? '#dlc' : ''
  const key = `libretro:${system}/${nameKeyOf(named.title) || named.title}${kind}`
  return { id: null, key, facts, early: named.early, storedOrigin: null }
}

/** Returns the first day of the known date. '198?' is null, '1980?' and '1982-2023' are their first year. */
function dateOf(year: string, month: string, now: Date): number | null {
  const match = /^(\d{4})(?:-(\d{2})-(\d{2}))?/.exec(year)
  if (!match) return null
  const number = Number(match[1])
  if (number < 1950 || number > now.getUTCFullYear() + LAST_YEAR_AHEAD) return null
  const monthNumber = Number(match[2] ?? month) || 1
  const seconds = Date.UTC(number, Math.min(monthNumber, 12) - 1, Number(match[3] ?? 1)) / 1000
  return Number.isFinite(seconds) ? seconds : null
}

const kindsOf = (genre: string): number[] => [
  ...new Set(genre.split(/ ?\/ |: /).flatMap((word) => KINDS[word.trim().toLowerCase()] ?? [])),
]

function termsOf(kinds: readonly number[], nameOf: (id: number) => string | null, sign: 1 | -1): Term[] {
  return kinds
    .filter((kind) => kind * sign > 0)
    .map((kind) => ({ id: kind * sign, name: nameOf(kind * sign) as string }))
}

function modesOf(players: string): Term[] {
  const id = Number(players) === 1 ? 1 : Number(players) > 1 ? 2 : null
  return id === null ? [] : [{ id, name: gameModes.nameOf(id) as string }]
}

/** '[Midway]' marks a copy of Midway's game. */
const makerOf = (given: string): string[] => {
  const name = given.replace(/^\[(.*)\]$/, '$1').trim()
  return NOBODY.test(name) ? [] : [name]
}
