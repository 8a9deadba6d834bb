import * as z from 'zod/mini'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import type { Term } from '../../catalogue.contract.ts'
import { NOTHING_KNOWN } from '../sources/source.ts'
import { gameModes, genres, platforms, themes, type Vocabulary } from '../sources/vocabulary.ts'
import type { Facts, Understood } from './entry.ts'

/** What tells a table of IGDB's dumps from other tables with an id and a name. */
export const IGDB_COLUMNS = ['id', 'name', 'first_release_date', 'platforms', 'genres']

const Id = z.number().check(z.int(), z.minimum(1))
/** A reference: the bare id of a dump, or the object of an expanded answer. */
const reference = <T extends z.core.$ZodLooseShape>(shape: T) => z.union([Id, z.object(shape)])
const optional = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(z.nullable(schema)), null)
const many = <T extends z.ZodMiniType>(schema: T) => z.catch(z._default(z.nullable(z.array(schema)), []), [])
const rating = optional(z.number().check(z.minimum(0), z.maximum(100)))
const count = optional(z.number().check(z.minimum(0)))
const named = reference({ id: Id, name: z.string() })
const picture = reference({ image_id: z.optional(z.string()), url: z.optional(z.string()) })

/** A row of `games`; a fact of another shape than documented is as if it were not there. */
const Row = z.object({
  id: Id,
  name: z.string().check(z.minLength(1), z.maxLength(500)),
  first_release_date: optional(z.union([z.number(), z.string()])),
  alternative_names: many(reference({ name: z.string() })),
  platforms: many(named),
  genres: many(named),
  themes: many(named),
  game_modes: many(named),
  involved_companies: many(
    reference({
      company: reference({ name: z.string() }),
      developer: z.optional(z.boolean()),
      publisher: z.optional(z.boolean()),
    }),
  ),
  franchises: many(named),
  collections: many(named),
  rating,
  total_rating: rating,
  total_rating_count: count,
  aggregated_rating: rating,
  aggregated_rating_count: count,
  hypes: count,
  game_type: optional(reference({ id: Id })),
  category: optional(z.number()),
  parent_game: optional(reference({ id: Id })),
  version_parent: optional(reference({ id: Id })),
  cover: optional(picture),
  artworks: many(picture),
  screenshots: many(picture),
  videos: many(reference({ id: Id, name: z.optional(z.string()), video_id: z.string() })),
  summary: optional(z.string()),
  storyline: optional(z.string()),
})
type Row = z.infer<typeof Row>

/** A game as IGDB gives it out: a row of JSON, or one of a dump after `igdbCells`. */
export function readIgdbRow(value: unknown): Understood {
  const result = z.safeParse(Row, value)
  if (!result.success) {
    const issue = result.error.issues[0]
    return { reason: `is no game of IGDB (${issue?.path.join('.')}: ${issue?.message})` }
  }
  const row = result.data
  const id = canonicalGameId(`igdb_${row.id}`)
  if (id === null) return { reason: `has the id ${row.id}, and IGDB's end at 500000` }
  return { id, key: id, facts: factsOf(row), early: null, kept: null }
}

/** The cells of a dump as the values that they stand for: '' is nothing, {1,2} and [1,2] are lists, digits are numbers. */
export function igdbCells(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column, at) => [column, cellValue(column, cells[at] ?? '')]))
}

const TEXTS = new Set(['name', 'summary', 'storyline', 'slug', 'url', 'checksum'])

function cellValue(column: string, cell: string): unknown {
  if (TEXTS.has(column)) return cell
  if (cell === '') return undefined
  const list = /^[{[](.*)[}\]]$/.exec(cell)?.[1]
  if (list !== undefined) return list.trim() === '' ? [] : list.split(',').map(Number)
  return /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell
}

function factsOf(row: Row): Facts {
  const companies = (row.involved_companies ?? []).flatMap((each) => (typeof each === 'number' ? [] : [each]))
  const makers = (role: 'developer' | 'publisher') =>
    companies.flatMap((each) => (each[role] && typeof each.company !== 'number' ? [each.company.name] : []))
  const parent = numberOf(row.version_parent) ?? numberOf(row.parent_game)
  const known = (row.total_rating_count ?? 0) + (row.hypes ?? 0)
  return {
    ...NOTHING_KNOWN,
    name: row.name,
    alternativeNames: namesOf(row.alternative_names),
    firstReleaseDate: secondsOf(row.first_release_date),
    platforms: termsOf(row.platforms, platforms),
    genres: termsOf(row.genres, genres),
    themes: termsOf(row.themes, themes),
    gameModes: termsOf(row.game_modes, gameModes),
    developers: makers('developer'),
    publishers: makers('publisher'),
    series: namesOf(row.collections)[0] ?? namesOf(row.franchises)[0] ?? null,
    rating: inHundredths(row.rating),
    totalRating: inHundredths(row.total_rating),
    totalRatingCount: Math.round(row.total_rating_count ?? 0),
    criticRating: inHundredths(row.aggregated_rating),
    criticRatingCount: Math.round(row.aggregated_rating_count ?? 0),
    hypes: Math.round(row.hypes ?? 0),
    gameType: numberOf(row.game_type) ?? row.category ?? null,
    parentId: parent === null ? null : (`igdb_${parent}` as GameId),
    coverImageId: imageIdOf(row.cover),
    artworks: imagesOf(row.artworks),
    screenshots: imagesOf(row.screenshots),
    videos: (row.videos ?? []).flatMap((video) =>
      typeof video === 'number'
        ? []
        : [
            {
              id: String(video.id),
              name: video.name ?? 'Video',
              provider: 'youtube' as const,
              videoId: video.video_id,
            },
          ],
    ),
    // A hundred ratings are 44, ten thousand 88.
    renown: Math.min(100, Math.round(22 * Math.log10(1 + known))),
    summary: row.summary || null,
    storyline: row.storyline || null,
    isWhole: true,
  }
}

const inHundredths = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Math.round(value * 100) / 100

const numberOf = (given: number | { id: number } | null | undefined): number | null =>
  typeof given === 'object' ? (given?.id ?? null) : (given ?? null)

const namesOf = (given: readonly (number | { name: string })[] | null) =>
  (given ?? []).flatMap((each) => (typeof each === 'number' ? [] : [each.name]))

/** In our own table's names; ids without a name anywhere are left out. */
function termsOf(given: readonly (number | { id: number; name: string })[] | null, vocabulary: Vocabulary): Term[] {
  return (given ?? []).flatMap((each) => {
    const id = typeof each === 'number' ? each : each.id
    const name = vocabulary.nameOf(id) ?? (typeof each === 'number' ? null : each.name)
    return name === null ? [] : [{ id, name }]
  })
}

/** Unix seconds, or the instant that dumps write. */
function secondsOf(given: number | string | null | undefined): number | null {
  if (typeof given === 'number') return Math.trunc(given)
  if (!given) return null
  const text = given.replace(' ', 'T')
  const seconds =
    Date.parse(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}${text.includes('T') ? '' : 'T00:00:00'}Z`) / 1000
  return Number.isFinite(seconds) ? Math.trunc(seconds) : null
}

type Picture = z.infer<typeof picture>

function imageIdOf(given: Picture | null | undefined): string | null {
  if (!given || typeof given === 'number') return null
  const id = given.image_id ?? /\/([a-z0-9]+)\.\w+$/.exec(given.url ?? '')?.[1] ?? ''
  return /^[a-z0-9]+$/.test(id) ? id : null
}

const imagesOf = (given: readonly Picture[] | null) =>
  (given ?? []).flatMap((each) => {
    const id = imageIdOf(each)
    return id === null ? [] : [`https://images.igdb.com/igdb/image/upload/t_1080p/${id}.jpg`]
  })
