import type { Bounds, TermKind, Way } from './game-filters.rules.ts'

/** The filters that only the catalogue page shows. */
export const KIND_LABELS: Record<TermKind, string> = {
  genre: 'Genre',
  platform: 'Platform',
  theme: 'Theme',
  gameMode: 'Mode',
  type: 'Kind',
  perspective: 'Perspective',
  engine: 'Engine',
  developer: 'Developer',
  publisher: 'Publisher',
  series: 'Series',
  language: 'Language',
  store: 'Store',
}

/** Kinds of games, and stores, whose names in an address are no words. */
const NAMES: Record<string, string> = {
  main: 'Main game',
  standalone: 'Standalone expansion',
  remake: 'Remake',
  remaster: 'Remaster',
  expanded: 'Expanded game',
  port: 'Port',
  steam: 'Steam',
  gog: 'GOG',
  epic: 'Epic',
  playstation: 'PlayStation Store',
  xbox: 'Xbox',
  nintendo: 'Nintendo eShop',
  itch: 'itch.io',
  apple: 'App Store',
  google_play: 'Google Play',
}
export const nameOfTerm = (kind: TermKind, name: string): string =>
  kind === 'type' || kind === 'store' ? (NAMES[name] ?? name) : name

export const WAY_LABELS: Record<Way, string> = { any: 'Any of', all: 'All of', none: 'None of' }

/** Returns the terms of a filter in words: 'Puzzle or Racing', 'Puzzle and Racing', 'Not Puzzle or Racing'. */
export function termsWords(names: readonly string[], way: Way): string {
  const last = way === 'all' ? 'and' : 'or'
  const words = names.length > 1 ? `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}` : (names[0] ?? '')
  return way === 'none' ? `Not ${words}` : words
}

/** Returns years in words: '1998', '1990 to 1999', 'From 1990', 'Until 1999'. */
export function yearsWords({ from, to }: Bounds): string {
  if (from === to || from === null || to === null)
    return from === to ? String(from) : from === null ? `Until ${to}` : `From ${from}`
  return `${from} to ${to}`
}

const rangeWords = (what: string, { from, to }: Bounds): string =>
  to === null ? `${what} ${from} and up` : from === null ? `${what} ${to} and down` : `${what} ${from} to ${to}`
export const BOUNDS_WORDS = {
  critics: (bounds: Bounds) => rangeWords('Critics', bounds),
  players: (bounds: Bounds) => rangeWords('IGDB players', bounds),
  stars: (bounds: Bounds) => rangeWords('Stars', bounds),
} as const
export const NUMBER_WORDS = {
  ratings: (least: string) => `${least} ratings or more`,
  age: (years: string) => `For age ${years}`,
  online: (players: string) => `Online for ${players} or more`,
  couch: (players: string) => `On one couch for ${players} or more`,
  coop: (players: string) => `Co-op for ${players} or more`,
} as const

/** The filters about the member. */
export const OWN_WORDS: Record<'shelf' | 'friends' | 'on', Record<string, string>> = {
  shelf: { none: 'Not in my library', any: 'In my library', want: 'I want to play', owned: 'I own' },
  friends: { playing: 'Friends play', finished: 'Friends finished', want: 'Friends want to play' },
  on: { mine: 'On my platforms' },
}

export const PANEL_TEXTS = {
  shelf: 'My library',
  friends: 'My friends',
  on: 'My platforms',
  anyGame: 'Any game',
  critics: 'Critics’ score',
  players: 'IGDB players’ score',
  stars: 'Stars of members',
  ratings: 'Ratings',
  age: 'Age',
  online: 'Online players',
  couch: 'Players on one couch',
  coop: 'Players in co-op',
  anyNumber: 'Any number',
  anyScore: 'Any score',
  anyStars: 'Any stars',
  anyAge: 'Any age',
  from: 'From',
  to: 'To',
  years: 'Years',
  failed: 'The choices could not be loaded.',
  none: 'No games here have this yet.',
} as const
