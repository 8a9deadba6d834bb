/**
 * The small catalogue of the fake RAWG server: known games of several kinds, and enough other games for several pages.
 */
export interface FakeRawgGame {
  id: number
  slug: string
  name: string
  released: string | null
  tba: boolean
  /** 0 to 5; 0 is unrated. */
  rating: number
  ratings_count: number
  metacritic: number | null
  added: number
  toplay: number
  platforms: readonly number[]
  genres: readonly number[]
  tags: readonly string[]
  developers: readonly string[]
  publishers: readonly string[]
  alternative_names: readonly string[]
  description_raw: string
  screenshots: number
  achievements: number
  hasPicture: boolean
}

export const RAWG_GENRES: Record<number, readonly [name: string, slug: string]> = {
  1: ['Racing', 'racing'],
  2: ['Shooter', 'shooter'],
  3: ['Adventure', 'adventure'],
  4: ['Action', 'action'],
  5: ['RPG', 'role-playing-games-rpg'],
  6: ['Fighting', 'fighting'],
  7: ['Puzzle', 'puzzle'],
  10: ['Strategy', 'strategy'],
  11: ['Arcade', 'arcade'],
  14: ['Simulation', 'simulation'],
  15: ['Sports', 'sports'],
  17: ['Card', 'card'],
  19: ['Family', 'family'],
  28: ['Board Games', 'board-games'],
  34: ['Educational', 'educational'],
  40: ['Casual', 'casual'],
  51: ['Indie', 'indie'],
  59: ['Massively Multiplayer', 'massively-multiplayer'],
  83: ['Platformer', 'platformer'],
}

export const RAWG_PLATFORMS: Record<number, readonly [name: string, slug: string]> = {
  1: ['Xbox One', 'xbox-one'],
  4: ['PC', 'pc'],
  5: ['macOS', 'macos'],
  7: ['Nintendo Switch', 'nintendo-switch'],
  14: ['Xbox 360', 'xbox360'],
  16: ['PlayStation 3', 'playstation3'],
  18: ['PlayStation 4', 'playstation4'],
  22: ['Atari Flashback', 'atari-flashback'],
  167: ['Genesis', 'genesis'],
  171: ['Web', 'web'],
  186: ['Xbox Series S/X', 'xbox-series-x'],
  187: ['PlayStation 5', 'playstation5'],
}

const PLAIN: Omit<FakeRawgGame, 'id' | 'slug' | 'name'> = {
  released: '2015-05-18',
  tba: false,
  rating: 0,
  ratings_count: 0,
  metacritic: null,
  added: 10,
  toplay: 0,
  platforms: [4],
  genres: [4],
  tags: ['singleplayer'],
  developers: [],
  publishers: [],
  alternative_names: [],
  description_raw: '',
  screenshots: 0,
  achievements: 0,
  hasPicture: false,
}

const KNOWN: readonly FakeRawgGame[] = [
  {
    ...PLAIN,
    id: 3328,
    slug: 'the-witcher-3-wild-hunt',
    name: 'The Witcher 3: Wild Hunt',
    rating: 4.65,
    ratings_count: 6500,
    metacritic: 92,
    added: 20500,
    platforms: [4, 18, 1, 7, 187, 186, 5],
    genres: [4, 5],
    tags: ['singleplayer', 'fantasy', 'open-world', 'story-rich'],
    developers: ['CD PROJEKT RED'],
    publishers: ['CD PROJEKT RED'],
    alternative_names: ['Witcher 3'],
    description_raw:
      'A hunter of monsters looks for a child of destiny.\n\nEspañol\nUn cazador de monstruos busca a una niña.',
    screenshots: 7,
    achievements: 78,
    hasPicture: true,
  },
  {
    ...PLAIN,
    id: 4200,
    slug: 'portal-2',
    name: 'Portal 2',
    released: '2011-04-18',
    rating: 4.6,
    ratings_count: 5600,
    metacritic: 95,
    added: 18900,
    platforms: [4, 5, 14, 16],
    genres: [2, 7],
    tags: ['singleplayer', 'multiplayer', 'co-op', 'sci-fi'],
    developers: ['Valve Software'],
    publishers: ['Electronic Arts', 'Valve'],
    description_raw: 'Doors in walls, and a voice that means no harm.',
    screenshots: 3,
    achievements: 3,
    hasPicture: true,
  },
  // A game without date, rating and picture, with platforms and genres that IGDB does not have.
  {
    ...PLAIN,
    id: 900_001,
    slug: 'someday-maybe',
    name: 'Someday "Maybe"; the Game',
    released: null,
    tba: true,
    toplay: 12,
    platforms: [22, 167],
    genres: [19, 40],
    tags: [],
  },
  { ...PLAIN, id: 900_002, slug: 'soon-enough', name: 'Soon Enough', released: '2027-03-01', toplay: 40, added: 90 },
  {
    ...PLAIN,
    id: 900_003,
    slug: 'just-out',
    name: 'Just Out',
    released: '2026-10-30',
    added: 700,
    ratings_count: 60,
    rating: 4,
  },
  { ...PLAIN, id: 900_004, slug: 'unfit-for-children', name: 'Unfit for Children', tags: ['nsfw'], added: 60_000 },
]

/** 100 games of three series, all old, each slightly less known than the one before. */
const MANY: readonly FakeRawgGame[] = Array.from({ length: 100 }, (_, at) => ({
  ...PLAIN,
  id: 10_001 + at,
  slug: `saga-${at + 1}`,
  name: `Saga of Pages ${at + 1}`,
  released: `${2000 + (at % 15)}-06-15`,
  rating: 1 + ((at * 7) % 40) / 10,
  ratings_count: 400 - at,
  metacritic: at % 3 === 0 ? null : 50 + (at % 45),
  added: 5_000 - at,
  platforms: at % 2 === 0 ? [4] : [18],
  genres: at % 4 === 0 ? [5] : [1],
}))

export const RAWG_GAMES: readonly FakeRawgGame[] = [...KNOWN, ...MANY]
