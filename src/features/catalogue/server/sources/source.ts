import type { GameId } from '#shared/ids.ts'
import type { Term, VideoProvider } from '../../catalogue.contract.ts'
import type {
  AgeRating,
  GameLink,
  GameRelease,
  GameStatus,
  LanguageSupport,
  Multiplayer,
  Relation,
} from '../../game-facts.contract.ts'
import type { TimeToBeat } from '../../time-to-beat.schemas.ts'

export const SOURCE_NAMES = ['local', 'igdb', 'rawg'] as const
export type SourceName = (typeof SOURCE_NAMES)[number]

export interface ExternalId {
  /** 'steam' is an application id of Steam; 'igdb_slug' the name of the game in its address at IGDB. */
  source: 'steam' | 'igdb_slug'
  uid: string
}

/** Facts that only the page of a game shows, and relations to other games (decision 0124). */
export interface PageFacts {
  status: GameStatus | null
  franchise: string | null
  /** The number of players' ratings. */
  ratingCount: number | null
  releases: readonly GameRelease[]
  multiplayer: readonly Multiplayer[]
  ageRatings: readonly AgeRating[]
  languages: readonly LanguageSupport[]
  links: readonly GameLink[]
  engines: readonly string[]
  perspectives: readonly string[]
  relations: readonly Relation[]
}

/** A game from any source, parsed and with our own terms. Absent facts are null or empty. */
export interface SourceGame extends PageFacts {
  id: GameId
  name: string
  alternativeNames: readonly string[]
  /** The ids of this game elsewhere. */
  externalIds: readonly ExternalId[]
  /** Unix seconds, UTC. May be before 1970. */
  firstReleaseDate: number | null
  platforms: readonly Term[]
  genres: readonly Term[]
  themes: readonly Term[]
  gameModes: readonly Term[]
  developers: readonly string[]
  publishers: readonly string[]
  series: string | null
  /** The players' rating and the displayed rating, 0 to 100. */
  rating: number | null
  totalRating: number | null
  totalRatingCount: number
  /** The critics' rating, 0 to 100. */
  criticRating: number | null
  criticRatingCount: number
  /** Follows before the release. */
  hypes: number
  /** IGDB's game_type (0 is a main game); null if the source provides none. */
  gameType: number | null
  /** The game of which this one is an edition, a port or an expansion. */
  parentId: GameId | null
  /** IGDB's id of the cover picture. */
  coverImageId: string | null
  /** The complete address of a cover at a source without image ids; on one of the image hosts. */
  coverUrl: string | null
  /** Complete https addresses on the image hosts, in the largest size of the source. */
  backgroundUrl: string | null
  artworks: readonly string[]
  screenshots: readonly string[]
  videos: readonly SourceVideo[]
  /** Undefined: the source has these elsewhere and did not answer there. */
  timeToBeat: TimeToBeat | null | undefined
  /** The renown, 0 to 100. */
  renown: number
  summary: string | null
  storyline: string | null
  /** False for the row of a list, which may lack facts that the source has. */
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
  /** The percentage of players who have it. */
  rarity: number | null
}

export const LIST_KINDS = ['all', 'popular', 'top-rated', 'trending', 'upcoming', 'recent', 'classic'] as const
export type ListKind = (typeof LIST_KINDS)[number]

/** What games of a list have in common; null for what does not matter. */
export interface TermFilter {
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
}

/** A list query for a live source. Ids of terms are the source's own; the caller translates. */
export interface SourceQuestion extends TermFilter {
  kind: ListKind
  /** 'popularity' means the source's own order of popularity. */
  sort: 'popularity' | 'rating' | 'release' | 'coming' | 'name'
  /** Whether the list has erotic games; by default lists omit them. */
  hasErotic: boolean
  limit: number
  offset: number
}

export interface SourceList {
  games: readonly SourceGame[]
  /** The total number of games; null if the source provides none. */
  total: number | null
}

/**
 * A source of games. Its games are stored in `games`, and pages read them from there. Every call may fail with an
 * `UpstreamError` (server/upstream.ts), which states the kind of the failure; the result of a successful call is
 * parsed.
 */
export interface Source {
  readonly name: SourceName
  /** Returns null when the source does not know the game. */
  fetchGame: (id: GameId) => Promise<SourceGame | null>
  /** Returns the games that the source knows, in as few requests as possible. */
  fetchGames: (ids: readonly GameId[]) => Promise<readonly SourceGame[]>
  /** Finds games by name, the source's best match first. */
  searchGames: (text: string, page: { limit: number; offset: number }) => Promise<SourceList>
  listGames: (question: SourceQuestion, now: Date) => Promise<SourceList>
  /** Returns null when the source cannot provide achievements, for example because it has no such endpoint. */
  fetchAchievements: (id: GameId) => Promise<readonly SourceAchievement[] | null>
  /** Returns the terms to filter by, in the source's own ids. */
  listTerms: () => Promise<SourceTerms>
}

export interface SourceTerms {
  platforms: readonly Term[]
  genres: readonly Term[]
  themes: readonly Term[]
  gameModes: readonly Term[]
}

export const NO_PAGE_FACTS = {
  status: null,
  franchise: null,
  ratingCount: null,
  releases: [],
  multiplayer: [],
  ageRatings: [],
  languages: [],
  links: [],
  engines: [],
  perspectives: [],
  relations: [],
} as const satisfies PageFacts

/** A game with nothing but id and name, as a base for objects with more facts. */
export const NOTHING_KNOWN = {
  ...NO_PAGE_FACTS,
  alternativeNames: [],
  externalIds: [],
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
  timeToBeat: null,
  renown: 0,
  summary: null,
  storyline: null,
  isWhole: false,
} as const satisfies Omit<SourceGame, 'id' | 'name'>

export interface StoredOrigin {
  origin: string
  provenance: Record<string, unknown>
  refreshedAt: string
}
