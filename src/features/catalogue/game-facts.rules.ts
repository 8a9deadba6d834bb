// The vocabulary and the limits of the facts that only the page of a game shows, and of the relations of games.

/** The most that is stored of one game; a source that lists more is cut. */
export const MAX_FACTS = { releases: 200, modes: 40, ages: 12, descriptors: 20, languages: 80, links: 30, names: 10 }
export const MAX_RELATIONS = { all: 500, similar: 20 }
/** The most posters of one shelf of the page; its head has the whole number. */
export const MAX_ON_SHELF = 40

export const REGIONS = [
  'europe',
  'north_america',
  'australia',
  'new_zealand',
  'japan',
  'china',
  'asia',
  'worldwide',
  'korea',
  'brazil',
] as const
export const STATUSES = [
  'released',
  'alpha',
  'beta',
  'early_access',
  'offline',
  'cancelled',
  'rumored',
  'delisted',
] as const
export const BOARDS = ['ESRB', 'PEGI', 'CERO', 'USK', 'GRAC', 'CLASS_IND', 'ACB'] as const
export const MODE_KINDS = [
  'campaign',
  'online_coop',
  'couch_coop',
  'lan',
  'drop_in',
  'split_screen',
  'online_split_screen',
] as const
const STORES = ['steam', 'gog', 'epic', 'playstation', 'xbox', 'nintendo', 'itch', 'apple', 'google_play'] as const
export const LINK_KINDS = [...STORES, 'official', 'wikipedia', 'wiki', 'reddit', 'discord'] as const

/**
 * The kinds of relations. One game is a part of the other, which is the whole: the DLC, the remake, the edition, the bundle are
 * parts of the game that they extend, repeat or contain.
 */
export const RELATION_KINDS = [
  'dlc',
  'expansion',
  'standalone',
  'episode',
  'season',
  'pack',
  'update',
  'edition',
  'remake',
  'remaster',
  'expanded',
  'port',
  'fork',
  'mod',
  'bundle',
  'part',
  'similar',
] as const
export type RelationKind = (typeof RELATION_KINDS)[number]

/** The kind of a game with a parent, by IGDB's game_type. A main game with a parent is an edition of it. */
export const KIND_OF_TYPE: readonly RelationKind[] = [
  'edition',
  'dlc',
  'expansion',
  'bundle',
  'standalone',
  'mod',
  'episode',
  'season',
  'remake',
  'remaster',
  'expanded',
  'port',
  'fork',
  'pack',
  'update',
]

const HOSTS: readonly (readonly [host: string, kind: (typeof LINK_KINDS)[number]])[] = [
  ['store.steampowered.com', 'steam'],
  ['gog.com', 'gog'],
  ['epicgames.com', 'epic'],
  ['store.playstation.com', 'playstation'],
  ['xbox.com', 'xbox'],
  ['microsoft.com', 'xbox'],
  ['nintendo.com', 'nintendo'],
  ['nintendo.co.uk', 'nintendo'],
  ['nintendo.co.jp', 'nintendo'],
  ['itch.io', 'itch'],
  ['apps.apple.com', 'apple'],
  ['itunes.apple.com', 'apple'],
  ['play.google.com', 'google_play'],
  ['wikipedia.org', 'wikipedia'],
  ['fandom.com', 'wiki'],
  ['reddit.com', 'reddit'],
  ['discord.gg', 'discord'],
  ['discord.com', 'discord'],
]

/** Returns what an address leads to, by its host; null for any other host. */
export function linkKindOf(hostname: string): (typeof LINK_KINDS)[number] | null {
  return HOSTS.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1] ?? null
}
