import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { GameId } from '#shared/ids.ts'
import { GameCard } from './catalogue.contract.ts'
import * as endpoints from './game-facts.endpoints.ts'
import { BOARDS, LINK_KINDS, MODE_KINDS, REGIONS, RELATION_KINDS, STATUSES } from './game-facts.rules.ts'

const players = z.nullable(z.number())

export const GameStatus = z.enum(STATUSES)
export type GameStatus = z.infer<typeof GameStatus>

export const GameRelease = z.object({
  platform: z.nullable(z.string()),
  region: z.nullable(z.enum(REGIONS)),
  /** In the words of the source, such as 'Early Access'; null for a full release. */
  status: z.nullable(z.string()),
  /** As exact as it is known: YYYY-MM-DD, YYYY-MM, YYYY-Q1 to YYYY-Q4, YYYY; null if it is not announced. */
  date: z.nullable(z.string()),
})
export type GameRelease = z.infer<typeof GameRelease>

/** How people play together; on one platform, or on all of them if it is null. Numbers are the most players. */
export const Multiplayer = z.object({
  platform: z.nullable(z.string()),
  online: players,
  couch: players,
  onlineCoop: players,
  couchCoop: players,
  kinds: z.array(z.enum(MODE_KINDS)),
})
export type Multiplayer = z.infer<typeof Multiplayer>

export const AgeRating = z.object({
  board: z.enum(BOARDS),
  rating: z.string(),
  descriptors: z.array(z.string()),
})
export type AgeRating = z.infer<typeof AgeRating>

export const LanguageSupport = z.object({
  name: z.string(),
  audio: z.boolean(),
  subtitles: z.boolean(),
  interface: z.boolean(),
})
export type LanguageSupport = z.infer<typeof LanguageSupport>

export const GameLink = z.object({ kind: z.enum(LINK_KINDS), url: z.string().check(z.regex(/^https?:\/\//)) })
export type GameLink = z.infer<typeof GameLink>

/** `role` is what the other game is: this game's part, such as its DLC, or the whole that this game is a part of. */
export const Relation = z.object({ kind: z.enum(RELATION_KINDS), role: z.enum(['part', 'whole']), id: GameId })
export type Relation = z.infer<typeof Relation>

/** The facts of the page in the form in which they are stored; a fact that is unknown is missing. */
export const StoredFacts = z.partial(
  z.object({
    status: GameStatus,
    franchise: z.string(),
    ratingCount: z.number(),
    releases: z.array(GameRelease),
    multiplayer: z.array(Multiplayer),
    ageRatings: z.array(AgeRating),
    languages: z.array(LanguageSupport),
    links: z.array(GameLink),
    engines: z.array(z.string()),
    perspectives: z.array(z.string()),
    relations: z.array(Relation),
  }),
)

/** Games in the order of their release; `total` also counts those that are left out. */
const Shelf = z.object({ total: z.number(), games: z.array(GameCard) })
const NamedShelf = z.extend(Shelf, { name: z.string() })
export const RelationShelf = z.extend(Shelf, { kind: z.enum(RELATION_KINDS), role: z.enum(['part', 'whole']) })
export type RelationShelf = z.infer<typeof RelationShelf>

const Rated = z.nullable(z.object({ rating: z.number(), count: z.number() }))

export const GameFacts = z.object({
  status: z.nullable(GameStatus),
  releases: z.array(GameRelease),
  multiplayer: z.array(Multiplayer),
  age_ratings: z.array(AgeRating),
  languages: z.array(LanguageSupport),
  links: z.array(GameLink),
  engines: z.array(z.string()),
  perspectives: z.array(z.string()),
  /** 0 to 100, with the number of ratings; 0 if it is unknown. */
  critics: Rated,
  players: Rated,
  relations: z.array(RelationShelf),
  /** The main games of the series and of the franchise, this one included; null if it is the only one. */
  series: z.nullable(NamedShelf),
  franchise: z.nullable(NamedShelf),
})
export type GameFacts = z.infer<typeof GameFacts>

export const getGameFacts = contract(endpoints.getGameFacts, {
  access: 'anyone',
  summary: 'Get the facts of a game that only its page shows, and its relations to others by kind',
  params: z.object({ gameId: GameId }),
  response: z.object({ data: GameFacts }),
  refusals: { 404: ['game_not_found'] },
  isPublic: true,
})
