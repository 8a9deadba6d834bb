import type { GameId } from '#shared/ids.ts'
import type { Term, VideoProvider } from '../../catalogue.contract.ts'

export const SOURCE_NAMES = ['local', 'igdb', 'rawg'] as const
export type SourceName = (typeof SOURCE_NAMES)[number]

/** A game as any source describes it, already parsed and in our own words. Absent facts are null or empty. */
export interface SourceGame {
  id: GameId
  name: string
  alternativeNames: readonly string[]
  /** Unix seconds, UTC. May be before 1970. */
  firstReleaseDate: number | null
  platforms: readonly Term[]
  genres: readonly Term[]
  themes: readonly Term[]
  gameModes: readonly Term[]
  developers: readonly string[]
  publishers: readonly string[]
  series: string | null
  /** The players' part and the shown rating, 0 to 100. */
  rating: number | null
  totalRating: number | null
  totalRatingCount: number
  /** The critics' part, 0 to 100. */
  criticRating: number | null
  criticRatingCount: number
  /** Follows before the release. */
  hypes: number
  /** IGDB's game_type (0 is a main game); null when the source does not say. */
  gameType: number | null
  /** The game that this one is an edition, port, expansion of. */
  parentId: GameId | null
  /** IGDB's id of the cover picture. */
  coverImageId: string | null
  /** The whole address of a cover at a source without image ids; on one of the image hosts. */
  coverUrl: string | null
  /** Whole https addresses on the image hosts, as large as the source has them. */
  backgroundUrl: string | null
  artworks: readonly string[]
  screenshots: readonly string[]
  videos: readonly SourceVideo[]
  /** 0 to 100, how widely known. */
  renown: number
  summary: string | null
  storyline: string | null
  /** False when the answer was a list's row: what is absent here is then not known to be absent. */
  isWhole: boolean
}

export interface SourceVideo {
  id: string
  name: string
  provider: VideoProvider
  /** The id at the provider. */
  videoId: string
}

export interface SourceAchievement {
  externalId: string
  name: string
  description: string | null
  iconUrl: string | null
  /** Per cent of the players who have it. */
  rarity: number | null
}

export const LIST_KINDS = ['all', 'popular', 'top-rated', 'trending', 'upcoming', 'recent', 'classic'] as const
export type ListKind = (typeof LIST_KINDS)[number]

/** A list as a live source is asked for it. Ids of terms are the source's own; the caller translates. */
export interface SourceQuestion {
  kind: ListKind
  /** 'popularity' means the source's own order of popularity. */
  sort: 'popularity' | 'rating' | 'release' | 'coming' | 'name'
  /** Lists leave erotic games out unless somebody wants to see them. */
  hasErotic: boolean
  platformId: number | null
  genreId: number | null
  themeId: number | null
  gameModeId: number | null
  /** At least one of these modes. */
  anyModeOf: readonly number[] | null
  /** Unix seconds, from inclusive, until exclusive. */
  releasedFrom: number | null
  releasedUntil: number | null
  /** 0 to 100. */
  minRating: number | null
  maxRating: number | null
  limit: number
  offset: number
}

export interface SourceList {
  games: readonly SourceGame[]
  /** How many there are in all; null when the source was not able to say. */
  total: number | null
}

/**
 * Where games come from. What a source answers is stored in `games`, and pages are made from there.
 * Every call may fail with an `UpstreamError` (server/upstream.ts), which says of what kind the failure is; a call that
 * succeeds has parsed its answer.
 */
export interface Source {
  readonly name: SourceName
  /** Null when the source does not know the game. */
  fetchGame: (id: GameId) => Promise<SourceGame | null>
  /** Those of the games that the source knows, in as few requests as it allows. */
  fetchGames: (ids: readonly GameId[]) => Promise<readonly SourceGame[]>
  /** Games by name, the source's best match first. */
  searchGames: (text: string, page: { limit: number; offset: number }) => Promise<SourceList>
  listGames: (question: SourceQuestion, now: Date) => Promise<SourceList>
  /** Null when the source has none at all to give, for example because it has no such endpoint. */
  fetchAchievements: (id: GameId) => Promise<readonly SourceAchievement[] | null>
  /** What can be filtered by, in the source's own ids. */
  listTerms: () => Promise<SourceTerms>
}

export interface SourceTerms {
  platforms: readonly Term[]
  genres: readonly Term[]
  themes: readonly Term[]
  gameModes: readonly Term[]
}

/** A game of which only id and name are to be told, for whoever fills in the rest. */
export const NOTHING_KNOWN = {
  alternativeNames: [],
  firstReleaseDate: null,
  platforms: [],
  genres: [],
  themes: [],
  gameModes: [],
  developers: [],
  publishers: [],
  series: null,
  rating: null,
  totalRating: null,
  totalRatingCount: 0,
  criticRating: null,
  criticRatingCount: 0,
  hypes: 0,
  gameType: null,
  parentId: null,
  coverImageId: null,
  coverUrl: null,
  backgroundUrl: null,
  artworks: [],
  screenshots: [],
  videos: [],
  renown: 0,
  summary: null,
  storyline: null,
  isWhole: false,
} as const satisfies Omit<SourceGame, 'id' | 'name'>
