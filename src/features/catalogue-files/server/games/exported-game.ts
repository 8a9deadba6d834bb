import * as z from 'zod/mini'
import { Term, VideoProvider } from '#features/catalogue/catalogue.contract.ts'
import { StoredFacts } from '#features/catalogue/game-facts.contract.ts'
import type { ExternalId } from '#features/catalogue/server/sources/sources.service.ts'
import { TimeToBeat } from '#features/catalogue/time-to-beat.schemas.ts'
import { canonicalGameId, type GameId } from '#shared/ids.ts'

const text = z.nullable(z.string())
const rating = z.nullable(z.number().check(z.minimum(0), z.maximum(100)))
const count = z.number().check(z.int(), z.minimum(0))
const names = z.array(z.string())
const Id = z.pipe(
  z.string().check(z.refine((given) => canonicalGameId(given) === given, 'Invalid game id')),
  z.transform((given) => given as GameId),
)

/**
 * A game in an exported file: every fact, and its origin. The names and their order are also the columns of the CSV,
 * where a list is JSON in its cell.
 */
export const ExportedGame = z.object({
  id: Id,
  name: z.string().check(z.minLength(1)),
  alternativeNames: names,
  /** Files of earlier versions have none. */
  externalIds: z._default(
    z.array(
      z.object({
        source: z.enum(['steam', 'igdb_slug'] satisfies ExternalId['source'][]),
        uid: z.string().check(z.regex(/^[a-z0-9-]{1,200}$/)),
      }),
    ),
    [],
  ),
  /** Unix seconds, UTC. */
  firstReleaseDate: z.nullable(z.number().check(z.int())),
  platforms: z.array(Term),
  genres: z.array(Term),
  themes: z.array(Term),
  gameModes: z.array(Term),
  developers: names,
  publishers: names,
  series: text,
  rating,
  totalRating: rating,
  totalRatingCount: count,
  criticRating: rating,
  criticRatingCount: count,
  hypes: count,
  gameType: z.nullable(z.number()),
  parentId: z.nullable(Id),
  coverImageId: text,
  coverUrl: text,
  backgroundUrl: text,
  artworks: names,
  screenshots: names,
  videos: z.array(z.object({ id: z.string(), name: z.string(), provider: VideoProvider, videoId: z.string() })),
  /** In minutes; files of earlier versions have none. */
  timeToBeat: z._default(z.nullable(TimeToBeat), null),
  renown: count,
  summary: text,
  storyline: text,
  /** What only the page of a game shows. Files of earlier versions have none. */
  pageFacts: z._default(StoredFacts, {}),
  isWhole: z.boolean(),
  origin: z.enum(['local', 'igdb', 'rawg', 'import']),
  /** The origin and time of each fact. */
  provenance: z.record(z.string(), z.unknown()),
  refreshedAt: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)),
})
export type ExportedGame = z.infer<typeof ExportedGame>

export const EXPORT_COLUMNS = Object.keys(ExportedGame.shape) as (keyof ExportedGame)[]

const PLAIN = new Set<string>([
  'id',
  'name',
  'series',
  'parentId',
  'coverImageId',
  'coverUrl',
  'backgroundUrl',
  'summary',
  'storyline',
  'origin',
  'refreshedAt',
])

/** Returns a cell of the CSV: texts unchanged, everything else as JSON; null is an empty cell. */
export function cellOf(column: keyof ExportedGame, value: unknown): string {
  if (value === null) return ''
  return PLAIN.has(column) ? String(value) : JSON.stringify(value)
}

/** Parses such a cell; throws a SyntaxError for invalid JSON. */
export function valueOfCell(column: string, cell: string): unknown {
  if (cell === '') return null
  return PLAIN.has(column) ? cell : JSON.parse(cell)
}
