import type { Term } from '../../../catalogue.contract.ts'
import type { SourceQuestion } from '../source.ts'
import { gameModes, genres, OWN_RAWG_IDS, platforms, themes, type Vocabulary } from '../vocabulary.ts'

/**
 * Maps RAWG's terms to ours, so that one filter finds the games of both sources. A genre or platform that IGDB does not
 * have keeps its name and gets the id `OWN_RAWG_IDS` + RAWG's id, which no id of IGDB reaches.
 */
const GENRES: Record<number, string> = {
  1: 'Racing',
  2: 'Shooter',
  3: 'Adventure',
  5: 'Role-playing (RPG)',
  6: 'Fighting',
  7: 'Puzzle',
  10: 'Strategy',
  11: 'Arcade',
  14: 'Simulator',
  15: 'Sport',
  17: 'Card & Board Game',
  28: 'Card & Board Game',
  51: 'Indie',
  83: 'Platform',
}
const PLATFORMS: Record<number, string> = {
  1: 'Xbox One',
  3: 'iOS',
  4: 'PC (Microsoft Windows)',
  5: 'Mac',
  6: 'Linux',
  7: 'Nintendo Switch',
  8: 'Nintendo 3DS',
  9: 'Nintendo DS',
  10: 'Wii U',
  11: 'Wii',
  12: 'Neo Geo AES',
  13: 'Nintendo DSi',
  14: 'Xbox 360',
  15: 'PlayStation 2',
  16: 'PlayStation 3',
  17: 'PlayStation Portable',
  18: 'PlayStation 4',
  19: 'PlayStation Vita',
  21: 'Android',
  23: 'Atari 2600',
  24: 'Game Boy Advance',
  25: 'Atari 8-bit',
  26: 'Game Boy',
  27: 'PlayStation',
  28: 'Atari 7800',
  31: 'Atari 5200',
  34: 'Atari ST/STE',
  41: 'Apple II',
  43: 'Game Boy Color',
  46: 'Atari Lynx',
  49: 'Nintendo Entertainment System',
  55: 'Mac',
  74: 'Sega Master System/Mark III',
  77: 'Sega Game Gear',
  79: 'Super Nintendo Entertainment System',
  80: 'Xbox',
  83: 'Nintendo 64',
  105: 'Nintendo GameCube',
  106: 'Dreamcast',
  107: 'Sega Saturn',
  111: '3DO Interactive Multiplayer',
  112: 'Atari Jaguar',
  117: 'Sega 32X',
  119: 'Sega CD',
  166: 'Amiga',
  167: 'Sega Mega Drive/Genesis',
  171: 'Web browser',
  186: 'Xbox Series X|S',
  187: 'PlayStation 5',
}
/** RAWG has no themes and modes; members add tags instead. */
const THEME_TAGS: Record<string, string> = {
  nsfw: 'Erotic',
  hentai: 'Erotic',
  action: 'Action',
  fantasy: 'Fantasy',
  'sci-fi': 'Science fiction',
  horror: 'Horror',
  thriller: 'Thriller',
  survival: 'Survival',
  historical: 'Historical',
  stealth: 'Stealth',
  comedy: 'Comedy',
  drama: 'Drama',
  sandbox: 'Sandbox',
  'open-world': 'Open world',
  war: 'Warfare',
  '4x': '4X (explore, expand, exploit, and exterminate)',
  mystery: 'Mystery',
  romance: 'Romance',
}
const MODE_TAGS: Record<string, string> = {
  singleplayer: 'Single player',
  multiplayer: 'Multiplayer',
  'co-op': 'Co-operative',
  cooperative: 'Co-operative',
  'split-screen': 'Split screen',
  'massively-multiplayer': 'Massively Multiplayer Online (MMO)',
  'battle-royale': 'Battle Royale',
}

export const genreOf = (term: Term) => ours(term, GENRES, genres)
export const platformOf = (term: Term) => ours(term, PLATFORMS, platforms)
export const themesOf = (slugs: readonly string[]) => tagged(slugs, THEME_TAGS, themes)
export const modesOf = (slugs: readonly string[]) => tagged(slugs, MODE_TAGS, gameModes)

function ours({ id, name }: Term, table: Record<number, string>, vocabulary: Vocabulary): Term {
  const own = table[id] ?? name
  return { id: vocabulary.idOf(own) ?? OWN_RAWG_IDS + id, name: own }
}

function tagged(slugs: readonly string[], table: Record<string, string>, vocabulary: Vocabulary): Term[] {
  const names = new Set(slugs.flatMap((slug) => table[slug] ?? []))
  return [...names].flatMap((name) => {
    const id = vocabulary.idOf(name)
    return id === null ? [] : [{ id, name }]
  })
}

/**
 * Translates platform and genre of a query to RAWG's ids. Themes and modes stay in ours and become tags. Returns null
 * when RAWG lacks a filter, so that no request is needed.
 */
export function rawgQuestion(question: SourceQuestion): SourceQuestion | null {
  const platformId = theirs(question.platformId, PLATFORMS, platforms)
  const genreId = theirs(question.genreId, GENRES, genres)
  const hasTags =
    (question.themeId === null || themeTags(question.themeId).length > 0) &&
    (question.gameModeId === null || modeTags([question.gameModeId]).length > 0)
  return platformId === undefined || genreId === undefined || !hasTags ? null : { ...question, platformId, genreId }
}

function theirs(id: number | null, table: Record<number, string>, vocabulary: Vocabulary): number | null | undefined {
  if (id === null) return null
  if (id > OWN_RAWG_IDS) return id - OWN_RAWG_IDS
  const found = Object.entries(table).find(([, name]) => vocabulary.idOf(name) === id)
  return found && Number(found[0])
}

/** Returns the tags of a theme, as the address needs them. */
export function themeTags(id: number): string[] {
  return tagsOf(THEME_TAGS, themes, [id])
}

export function modeTags(ids: readonly number[]): string[] {
  return tagsOf(MODE_TAGS, gameModes, ids)
}

function tagsOf(table: Record<string, string>, vocabulary: Vocabulary, ids: readonly number[]): string[] {
  return Object.entries(table).flatMap(([slug, name]) => {
    const id = vocabulary.idOf(name)
    return id !== null && ids.includes(id) ? [slug] : []
  })
}
