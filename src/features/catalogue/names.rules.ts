const SHORT_NAMES: Record<string, string> = {
  'PC (Microsoft Windows)': 'PC',
  'PlayStation 2': 'PS2',
  'PlayStation 3': 'PS3',
  'PlayStation 4': 'PS4',
  'PlayStation 5': 'PS5',
  'PlayStation Portable': 'PSP',
  'PlayStation Vita': 'PS Vita',
  'Xbox Series X|S': 'Xbox Series',
  'Nintendo Switch': 'Switch',
  'Nintendo Switch 2': 'Switch 2',
  'Nintendo 3DS': '3DS',
  'Nintendo DS': 'DS',
  'Nintendo GameCube': 'GameCube',
  'Nintendo Entertainment System': 'NES',
  'Super Nintendo Entertainment System': 'SNES',
  'Sega Mega Drive/Genesis': 'Mega Drive',
  'Sega Master System/Mark III': 'Master System',
  'Commodore C64/128/MAX': 'C64',
}

const FIRST_PLATFORMS = [
  'PC (Microsoft Windows)',
  'PlayStation 5',
  'Xbox Series X|S',
  'Nintendo Switch 2',
  'Nintendo Switch',
  'PlayStation 4',
  'Xbox One',
]

/** Sorts platforms by how common they are, because sources list them in no order. */
export function byProminence(platforms: readonly string[]): string[] {
  const rank = (name: string) =>
    FIRST_PLATFORMS.includes(name) ? FIRST_PLATFORMS.indexOf(name) : FIRST_PLATFORMS.length
  return platforms.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns a short name of a platform, for chips and titles. */
export function shortPlatform(name: string): string {
  return SHORT_NAMES[name] ?? name
}

const SHORT_TERMS: Record<string, string> = {
  'Role-playing (RPG)': 'Role-playing',
  'Real Time Strategy (RTS)': 'Real-time strategy',
  'Turn-based strategy (TBS)': 'Turn-based strategy',
  "Hack and slash/Beat 'em up": 'Hack and slash',
  '4X (explore, expand, exploit, and exterminate)': '4X',
  'Massively Multiplayer Online (MMO)': 'MMO',
}

/** Returns a genre, theme or mode without IGDB's brackets. */
export function shortTerm(name: string): string {
  return SHORT_TERMS[name] ?? name
}

/** Returns at most `most` names and the number of omitted ones: the game's head shows three platforms and '+N'. */
export function summariseNames(names: readonly string[], most: number): { shown: string[]; more: number } {
  return { shown: names.slice(0, most), more: Math.max(0, names.length - most) }
}
