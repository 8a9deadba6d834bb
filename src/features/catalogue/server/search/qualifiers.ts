import { isNumeral } from '../names/numerals.ts'

/** What a word beside the name says about the game: its year, its platforms, or which of several versions it is. */
export type Qualifier =
  | { kind: 'year'; year: number }
  | { kind: 'platform'; ids: readonly number[] }
  /** A remake or a remaster, the game that was first, the first of a series, an add-on; 'any' for a word that says nothing. */
  | { kind: 'remake' | 'original' | 'first' | 'dlc' | 'any' }

/** A text without the last words that qualify its name, which is never empty. */
export interface QualifiedName {
  name: string
  qualifier: Qualifier
}

/** The facts of a game that qualifiers compare. */
export interface QualifiedFacts {
  name: string
  search_text: string
  renown: number
  game_type: number | null
  parent_id: string | null
  first_release_date: number | null
  platform_ids: readonly number[]
}

const PLATFORMS: Record<string, readonly number[]> = {
  pc: [6],
  steam: [6],
  windows: [6],
  mac: [14],
  linux: [3],
  ios: [39],
  android: [34],
  ps1: [7],
  psx: [7],
  playstation: [7, 8, 9, 48, 167],
  ps2: [8],
  ps3: [9],
  ps4: [48],
  ps5: [167],
  psp: [38],
  vita: [46],
  xbox: [11, 12, 49, 169],
  'xbox 360': [12],
  x360: [12],
  'xbox one': [49],
  'xbox series': [169],
  switch: [130],
  'nintendo switch': [130],
  'switch 2': [508],
  wii: [5],
  wiiu: [41],
  'wii u': [41],
  gamecube: [21],
  gc: [21],
  n64: [4],
  'nintendo 64': [4],
  snes: [19, 58],
  nes: [18, 99],
  gb: [33],
  gbc: [22],
  gba: [24],
  'game boy': [33],
  nds: [20],
  '3ds': [37],
  genesis: [29],
  megadrive: [29],
  'mega drive': [29],
  dreamcast: [23],
  saturn: [32],
  arcade: [52],
  amiga: [16],
  c64: [15],
  dos: [13],
}

const WORDS: Record<string, Qualifier['kind'] & ('remake' | 'original' | 'dlc' | 'any')> = {
  remake: 'remake',
  remaster: 'remake',
  remastered: 'remake',
  reboot: 'remake',
  original: 'original',
  dlc: 'dlc',
  expansion: 'dlc',
  game: 'any',
  videogame: 'any',
  'video game': 'any',
  'pc game': 'any',
  goty: 'any',
  'goty edition': 'any',
  'game of the year edition': 'any',
  'special edition': 'any',
  'definitive edition': 'any',
  'complete edition': 'any',
  'ultimate edition': 'any',
  'deluxe edition': 'any',
  'enhanced edition': 'any',
  'gold edition': 'any',
  'early access': 'any',
  online: 'any',
  edition: 'any',
}
const MAX_WORDS = 5
/** The oldest game of a catalogue, and more years than any is announced for. */
const [FIRST_YEAR, LAST_YEAR] = [1958, 2035]
/** From this renown on, a game counts as known. */
const KNOWN = 20
const MEANS_FIRST: ReadonlySet<Qualifier['kind']> = new Set(['original', 'first'])
/** Words in a name that mark a remake or remaster. */
const REMADE =
  / (?:remake|remaster(?:ed)?|resurrected|reignited|reload|reforged|redux|hd|anniversary|n sane|definitive|reboot) /

/**
 * Divides a normalised text into a name and the last words that qualify it, as in 'zelda switch', 'doom 2016' and 'resident evil 4
 * remake'. Returns null if there are none, or nothing else.
 */
export function qualifiedName(form: string): QualifiedName | null {
  // 'rdr1' is the first one, and 'the original doom' is no name with an article.
  const words = form
    .replace(/(?<=^[a-z]{2,})1$/, ' 1')
    .replace(/^the (?=original )/, '')
    .split(' ')
  for (let at = words.length - 1; at >= 0; at--) {
    const found = qualifierAt(words, at)
    // 'edition' is the end of 'definitive edition'.
    const longer = found && qualifierAround(words, at, found.length)
    if (!found || longer) continue
    const name = words.toSpliced(at, found.length).join(' ')
    return name === '' || name === 'the' ? null : { name, qualifier: found.qualifier }
  }
  return null
}

/** Whether a phrase that begins before a place has its words, too. */
const qualifierAround = (words: readonly string[], at: number, length: number): boolean =>
  Array.from({ length: Math.min(MAX_WORDS, at) }, (_, back) => at - 1 - back).some(
    (from) => from + (qualifierAt(words, from)?.length ?? 0) >= at + length,
  )

function qualifierAt(words: readonly string[], at: number): { qualifier: Qualifier; length: number } | null {
  for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ')
    const ids = PLATFORMS[phrase]
    if (ids && at > 0) return { qualifier: { kind: 'platform', ids }, length }
    const kind = WORDS[phrase]
    if (kind && (at > 0 || kind === 'original')) return { qualifier: { kind }, length }
  }
  const word = words[at] as string
  const isLast = at === words.length - 1
  if (at === 0) return null
  if (isLast && word === '1' && !isNumeral(words[at - 1] as string)) return { qualifier: { kind: 'first' }, length: 1 }
  const year = /^\d{4}$/.test(word) ? Number(word) : 0
  return year >= FIRST_YEAR && year <= LAST_YEAR ? { qualifier: { kind: 'year', year }, length: 1 } : null
}

/** Sorts games that have the name: those that the qualifier describes come first. Within both groups the order stays. */
export function byQualifier<G extends QualifiedFacts>(games: readonly G[], { qualifier, name }: QualifiedName): G[] {
  const oldest = oldestByName(games)
  const bare = name.replace(/^the /, '')
  const fits = (game: G): 0 | 1 | 2 => {
    if (!isDescribedBy(game, qualifier, name, oldest)) return 0
    // The first game of a series has its name.
    return MEANS_FIRST.has(qualifier.kind) && ownName(game).replace(/^the /, '') === bare ? 2 : 1
  }
  const groups = Map.groupBy(games, fits)
  return ([2, 1, 0] as const).flatMap((fit) => groups.get(fit) ?? [])
}

const ownName = ({ search_text }: QualifiedFacts) => search_text.split(' | ', 1)[0]?.replace(/^\| | \|$/g, '') ?? ''

/** Returns the date of the oldest of the known games of each name: older ones that nobody knows are others. */
function oldestByName(games: readonly QualifiedFacts[]): Map<string, number> {
  const oldest = new Map<string, number>()
  for (const game of games) {
    if (game.renown < KNOWN) continue
    const date = game.first_release_date ?? Number.POSITIVE_INFINITY
    const name = ownName(game)
    oldest.set(name, Math.min(date, oldest.get(name) ?? date))
  }
  return oldest
}

function isDescribedBy(
  game: QualifiedFacts,
  qualifier: Qualifier,
  name: string,
  oldest: ReadonlyMap<string, number>,
): boolean {
  const date = game.first_release_date
  const isOldest = date === null || date <= (oldest.get(ownName(game)) ?? date)
  switch (qualifier.kind) {
    case 'year':
      return date !== null && new Date(date * 1000).getUTCFullYear() === qualifier.year
    case 'platform':
      return qualifier.ids.some((id) => game.platform_ids.includes(id))
    case 'remake':
      return game.game_type === 8 || game.game_type === 9 || REMADE.test(` ${game.search_text} `) || !isOldest
    case 'original':
      return (
        isOldest &&
        !REMADE.test(` ${game.search_text} `) &&
        ownName(game).split(' ').length <= name.split(' ').length + 4
      )
    case 'first':
      return !ownName(game).split(' ').some(isNumeral) && isOldest
    case 'dlc':
      return game.parent_id !== null || game.game_type === 1 || game.game_type === 2
    case 'any':
      return true
  }
}
