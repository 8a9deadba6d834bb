import * as z from 'zod/mini'
import { contract, flag, numberUpTo } from '#shared/contract.ts'
import { GameId, LibraryGameId } from '#shared/ids.ts'
import * as endpoints from './catalogue.endpoints.ts'
import { PAGE_SIZE } from './catalogue.endpoints.ts'
import { DETAILS_FAILED, EMPTY_QUERY, GAMES_FAILED, METADATA_FAILED, SEARCH_FAILED } from './catalogue.texts.ts'
import { choice, FILTER_QUERY, page, text } from './game-filters.schemas.ts'
import { PlayTime, TimeToBeat } from './time-to-beat.schemas.ts'

/** The facts that posters and list rows need of a game; other features embed this shape. */
export const GameCard = z.object({
  id: LibraryGameId,
  name: z.string(),
  /** The year of the first release in UTC; null is shown as 'TBA' (C27). */
  year: z.nullable(z.number()),
  genre: z.nullable(z.string()),
  developer: z.nullable(z.string()),
  /** The real cover through our image service; null means that the interface draws a generated one (C68). */
  cover_url: z.nullable(z.string()),
})
export type GameCard = z.infer<typeof GameCard>

/** A game in the catalogue's list. */
export const GameSummary = z.extend(GameCard, {
  /** 'unknown' is a game from a file, 'popscore' an IGDB game ranked by its popularity (C38). */
  dataSource: z.enum(['igdb', 'rawg', 'popscore', 'unknown']),
  /** Unix seconds, UTC. */
  first_release_date: z.nullable(z.number()),
  /** 0 to 100; shown as x/10. */
  total_rating: z.nullable(z.number()),
})
export type GameSummary = z.infer<typeof GameSummary>

/** A platform, genre, theme or game mode, with IGDB's id. */
export const Term = z.object({ id: z.number(), name: z.string() })
export type Term = z.infer<typeof Term>

const InvolvedCompany = z.object({
  company: z.object({ name: z.string() }),
  developer: z.boolean(),
  publisher: z.boolean(),
})

export const VideoProvider = z.enum(['youtube', 'vimeo', 'twitch'])
export type VideoProvider = z.infer<typeof VideoProvider>

export const Video = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  thumbnail_url: z.nullable(z.string()),
  video_id: z.string(),
  provider: VideoProvider,
})

const Picture = z.object({ url: z.string() })
/** The address is null when the picture's host is unreachable; the picture still counts. */
const Shot = z.object({ url: z.nullable(z.string()) })

/** A whole game: the union of the documented fields. The other dates are derived from `first_release_date` (C69). */
export const Game = z.extend(GameSummary, {
  /** Days as YYYY-MM-DD; null without a plausible date. */
  released: z.nullable(z.string()),
  releaseDate: z.nullable(z.string()),
  /** The players' rating; the interface shows `total_rating`. */
  rating: z.nullable(z.number()),
  total_rating_count: z.number(),
  hype_count: z.number(),
  metacritic: z.nullable(z.number()),
  summary: z.nullable(z.string()),
  storyline: z.nullable(z.string()),
  cover: z.nullable(Picture),
  /** Never null: the real cover, else the generated one as a file. */
  coverImage: z.string(),
  background_image: z.nullable(z.string()),
  artworks: z.array(Shot),
  screenshots: z.array(Shot),
  videos: z.array(Video),
  genres: z.array(Term),
  platforms: z.array(Term),
  themes: z.array(Term),
  game_modes: z.array(Term),
  involved_companies: z.array(InvolvedCompany),
  publisher: z.nullable(z.string()),
  series: z.nullable(z.string()),
  alternative_names: z.array(z.string()),
  relatedGames: z.array(GameCard),
  /** What the game's source says, in minutes. */
  time_to_beat: z.nullable(TimeToBeat),
  /** What the members of this site needed, by finish level and platform; empty below five runs. */
  play_times: z.array(PlayTime),
  /**
   * `completed` is always 0, because this response is the same for everybody; the library entry has the viewer's count.
   */
  achievements: z.object({ total: z.number(), completed: z.number() }),
  /** The sources that the page must name and link, because it shows their facts or pictures. */
  sources: z.array(z.enum(['igdb', 'rawg'])),
})
export type Game = z.infer<typeof Game>

/** The requested sources; 'auto' and 'popscore' mean IGDB, 'smart' and 'hybrid' both (C38). */
export const DATA_SOURCES = ['auto', 'popscore', 'igdb', 'rawg', 'hybrid', 'smart'] as const
export type DataSource = (typeof DATA_SOURCES)[number]

/** The order in which a search queries the sources (C38). */
export const SEARCH_STRATEGIES = ['smart', 'combined', 'igdb_first', 'rawg_first', 'parallel', 'hybrid'] as const
export type SearchStrategy = (typeof SEARCH_STRATEGIES)[number]

/** Where a response comes from: a live source, our own catalogue, or the cached response of a source that fails now. */
const FRESHNESS = ['live', 'stored', 'stale'] as const
export type Freshness = (typeof FRESHNESS)[number]
/** False: if the requested source does not respond, the other one is not queried. */
const fallback = flag(true)

/**
 * Whether lists show erotic games. The server sets it from the member's preference, and ignores the value of a request.
 */
const erotic = flag(false)

const fresh = { state: z.enum(FRESHNESS), source: z.enum(['local', 'igdb', 'rawg', 'hybrid']) }

const MeantGame = z.object({ id: GameId, name: z.string() })
export type MeantGame = z.infer<typeof MeantGame>

export const listGames = contract(endpoints.listGames, {
  access: 'anyone',
  summary: 'List a page of the catalogue; an invalid filter value falls back to its default',
  query: z.object({
    ...FILTER_QUERY,
    limit: numberUpTo(PAGE_SIZE, PAGE_SIZE),
    erotic,
    // Defaults to the member's own preference (R-PREF-03).
    source: choice(DATA_SOURCES, 'auto'),
    /** For a search; without it the search queries its source as a list does. */
    strategy: z.catch(z.optional(z.enum(SEARCH_STRATEGIES)), undefined),
    fallback,
  }),
  response: z.object({
    games: z.array(GameSummary),
    totalGames: z.number(),
    totalPages: z.number(),
    /** The game that a search without results may mean, if a name is like it. */
    meant: z.optional(MeantGame),
    ...fresh,
  }),
  refusals: { 503: ['search_unavailable'] },
  failureMessage: GAMES_FAILED,
  isPublic: true,
})

export const getGameMetadata = contract(endpoints.getGameMetadata, {
  access: 'anyone',
  summary: 'List the filters of the catalogue, most used first; full=1 returns every platform',
  query: z.object({ full: flag(false), erotic }),
  response: z.object({
    platforms: z.array(Term),
    genres: z.array(Term),
    gameModes: z.array(Term),
    themes: z.array(Term),
    /** Years with at least one game, newest first. */
    years: z.array(z.number()),
  }),
  failureMessage: METADATA_FAILED,
  isPublic: true,
})
export type GameMetadata = z.infer<typeof getGameMetadata.response>

export const searchGames = contract(endpoints.searchGames, {
  access: 'anyone',
  summary: 'Search games by name, best match first',
  query: z.object({
    query: z._default(z.string(), '').check(z.trim(), z.minLength(1, EMPTY_QUERY), z.maxLength(200)),
    page,
    limit: numberUpTo(PAGE_SIZE, 20),
    strategy: choice(SEARCH_STRATEGIES, 'smart'),
    fallback,
    /** False: the sources are asked again, at most once a minute, although an answer of theirs is cached. */
    cache: flag(true),
  }),
  response: z.object({ games: z.array(GameSummary), total: z.number(), page: z.number(), ...fresh }),
  refusals: { 503: ['search_unavailable'] },
  failureMessage: SEARCH_FAILED,
  budget: 'search',
  isPublic: true,
})

export const suggestGames = contract(endpoints.suggestGames, {
  access: 'anyone',
  summary: 'Suggest at most ten games for the text typed so far, from two characters on',
  query: z.object({ query: text('', 200) }),
  response: z.object({ games: z.array(GameCard) }),
  budget: 'search',
  isPublic: true,
})

const OneGame = z.object({ gameId: GameId })

export const getGame = contract(endpoints.getGame, {
  access: 'anyone',
  summary: 'Get one game',
  params: OneGame,
  response: z.object({ game: Game, state: z.enum(FRESHNESS) }),
  refusals: { 404: ['game_not_found'], 502: ['upstream_failed'] },
  failureMessage: DETAILS_FAILED,
  isPublic: true,
})

export const listRelatedGames = contract(endpoints.listRelatedGames, {
  access: 'anyone',
  summary: 'List at most twelve games of the same series, makers and kind',
  params: OneGame,
  response: z.object({ data: z.array(GameCard) }),
  refusals: { 404: ['game_not_found'] },
  isPublic: true,
})
