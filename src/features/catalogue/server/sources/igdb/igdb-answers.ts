import * as z from 'zod/mini'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import type { Term } from '../../../catalogue.contract.ts'
import { renownOf } from '../../../catalogue.rules.ts'
import {
  cleanName,
  cleanNames,
  cleanText,
  count,
  isSteamId,
  listOf,
  rating,
  seconds,
  uniqueById,
  validOrNull,
} from '../facts.ts'
import { type ExternalId, NOTHING_KNOWN, type SourceGame, type SourceVideo } from '../source.ts'
import { gameModes, genres, platforms, themes, type Vocabulary } from '../vocabulary.ts'
import { FACT_FIELDS, factsOf } from './igdb-facts.ts'

/**
 * The fields of list rows and searches, with the names of 2025: IGDB accepts the old names without an error, but
 * returns no value (1.13).
 */
export const LIST_FIELDS = [
  'name',
  'slug',
  'alternative_names.name',
  'first_release_date',
  'platforms.name',
  'genres.name',
  'themes.name',
  'game_modes.name',
  'involved_companies.company.name',
  'involved_companies.developer',
  'involved_companies.publisher',
  'collections.name',
  'franchises.name',
  'rating',
  'rating_count',
  'total_rating',
  'total_rating_count',
  'aggregated_rating',
  'aggregated_rating_count',
  'hypes',
  'game_type',
  'parent_game',
  'version_parent',
  'cover.image_id',
  'summary',
] as const

export const WHOLE_FIELDS = [
  ...LIST_FIELDS,
  'storyline',
  'external_games.uid',
  'external_games.external_game_source',
  'artworks.image_id',
  'screenshots.image_id',
  'videos.name',
  'videos.video_id',
  ...FACT_FIELDS,
] as const

/** A valid id in the database. */
const id = z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))
/** A reference is a number, or an object when it was expanded; lists mix both (1.4). */
const Named = z.union([id, z.object({ id, name: validOrNull(z.string()) })])
const Reference = z.union([id, z.object({ id })])
const Image = z.union([id, z.object({ image_id: validOrNull(z.string()), url: validOrNull(z.string()) })])

const IgdbGame = z.object({
  id: z.number().check(z.int(), z.minimum(1)),
  name: z.string().check(z.minLength(1)),
  slug: validOrNull(z.string()),
  alternative_names: listOf(Named),
  external_games: listOf(
    z.object({
      uid: z.string(),
      external_game_source: validOrNull(Reference),
      // The name from before 2025.
      category: validOrNull(id),
    }),
  ),
  first_release_date: validOrNull(z.number()),
  platforms: listOf(Named),
  genres: listOf(Named),
  themes: listOf(Named),
  game_modes: listOf(Named),
  involved_companies: listOf(
    z.union([
      id,
      z.object({
        company: validOrNull(Named),
        developer: validOrNull(z.boolean()),
        publisher: validOrNull(z.boolean()),
      }),
    ]),
  ),
  collections: listOf(Named),
  franchises: listOf(Named),
  rating: validOrNull(z.number()),
  rating_count: validOrNull(z.number()),
  total_rating: validOrNull(z.number()),
  total_rating_count: validOrNull(z.number()),
  aggregated_rating: validOrNull(z.number()),
  aggregated_rating_count: validOrNull(z.number()),
  hypes: validOrNull(z.number()),
  game_type: validOrNull(Reference),
  parent_game: validOrNull(Reference),
  version_parent: validOrNull(Reference),
  cover: validOrNull(Image),
  artworks: listOf(Image),
  screenshots: listOf(Image),
  videos: listOf(z.union([id, z.object({ id: validOrNull(id), name: validOrNull(z.string()), video_id: z.string() })])),
  summary: validOrNull(z.string()),
  storyline: validOrNull(z.string()),
  // Names from before 2025, for recorded responses and for a source that still uses them.
  category: validOrNull(id),
  collection: validOrNull(Named),
  franchise: validOrNull(Named),
})
type IgdbGame = z.infer<typeof IgdbGame>

/** Parses the games of a response; an invalid row (no name, an impossible id) is omitted. */
export function gamesOf(rows: readonly unknown[], isWhole: boolean): SourceGame[] {
  return rows.flatMap((row) => {
    const result = z.safeParse(IgdbGame, row)
    return result.success ? (gameOf(result.data, row, isWhole) ?? []) : []
  })
}

function gameOf(game: IgdbGame, row: unknown, isWhole: boolean): SourceGame | null {
  const gameId = idOf(game.id)
  const name = cleanName(game.name)
  if (!gameId || !name) return null
  const totalRatingCount = count(game.total_rating_count)
  const hypes = count(game.hypes)
  const artworks = addressesOf(game.artworks)
  const screenshots = addressesOf(game.screenshots)
  return {
    ...NOTHING_KNOWN,
    ...factsOf(row, gameId),
    id: gameId,
    name,
    alternativeNames: cleanNames(namesOf(game.alternative_names)).filter((each) => each !== name),
    externalIds: externalIdsOf(game),
    firstReleaseDate: seconds(game.first_release_date),
    platforms: termsOf(game.platforms, platforms),
    genres: termsOf(game.genres, genres),
    themes: termsOf(game.themes, themes),
    gameModes: termsOf(game.game_modes, gameModes),
    developers: companiesOf(game, 'developer'),
    publishers: companiesOf(game, 'publisher'),
    series:
      cleanNames(
        namesOf([...game.collections, ...listed(game.collection), ...listed(game.franchise), ...game.franchises]),
      )[0] ?? null,
    franchise: cleanNames(namesOf([...listed(game.franchise), ...game.franchises]))[0] ?? null,
    rating: rating(game.rating),
    ratingCount: count(game.rating_count) || null,
    totalRating: rating(game.total_rating),
    totalRatingCount,
    criticRating: rating(game.aggregated_rating),
    criticRatingCount: count(game.aggregated_rating_count),
    hypes,
    gameType: gameTypeOf(game),
    parentId: idOf(numberOf(game.parent_game) ?? numberOf(game.version_parent) ?? 0),
    coverImageId: game.cover === undefined ? null : imageIdOf(game.cover),
    backgroundUrl: artworks[0] ?? screenshots[0] ?? null,
    artworks,
    screenshots,
    videos: videosOf(game),
    renown: renownOf({ ratings: totalRatingCount, hypes }),
    summary: cleanText(game.summary),
    storyline: cleanText(game.storyline),
    isWhole,
  }
}

const idOf = (number: number): GameId | null => canonicalGameId(`igdb_${number}`)
const listed = <T>(thing: T | undefined): T[] => (thing === undefined ? [] : [thing])
const numberOf = (reference: z.infer<typeof Reference> | undefined) =>
  typeof reference === 'object' ? reference.id : reference
const namesOf = (things: readonly z.infer<typeof Named>[]) =>
  things.map((thing) => (typeof thing === 'object' ? thing.name : null))

const STEAM = 1

function externalIdsOf({ slug, external_games }: IgdbGame): ExternalId[] {
  const ids: ExternalId[] = []
  if (slug && /^[a-z0-9-]{1,200}$/.test(slug)) ids.push({ source: 'igdb_slug', uid: slug })
  for (const { uid, external_game_source, category } of external_games)
    if ((numberOf(external_game_source) ?? category) === STEAM && isSteamId(uid)) ids.push({ source: 'steam', uid })
  return ids
}

/** Unknown types are stored unchanged. */
function gameTypeOf(game: IgdbGame): number | null {
  const type = numberOf(game.game_type) ?? game.category
  return type !== undefined && type <= 1_000 ? type : null
}

/** Resolves terms: a bare id gets the name in our own table, or is omitted. */
function termsOf(things: readonly z.infer<typeof Named>[], vocabulary: Vocabulary): Term[] {
  const terms = things.flatMap((thing) => {
    const id = typeof thing === 'object' ? thing.id : thing
    const name = (typeof thing === 'object' ? cleanName(thing.name) : null) ?? vocabulary.nameOf(id)
    return name === null ? [] : [{ id, name }]
  })
  return uniqueById(terms)
}

function companiesOf(game: IgdbGame, role: 'developer' | 'publisher'): string[] {
  const names = game.involved_companies.flatMap((involved) =>
    typeof involved === 'object' && involved[role] && typeof involved.company === 'object' ? involved.company.name : [],
  )
  return cleanNames(names)
}

/** Returns IGDB's id of a picture; from its address, `//…/t_thumb/co1r7f.jpg`, when the response has only that. */
function imageIdOf(image: z.infer<typeof Image>): string | null {
  if (typeof image !== 'object') return null
  const found = image.image_id ?? /\/t_[a-z0-9_]+\/([a-z0-9_]+)\.[a-z]+$/.exec(image.url ?? '')?.[1]
  return found && /^[a-z0-9_]{1,60}$/.test(found) ? found : null
}

const MAX_PICTURES = 40

function addressesOf(images: readonly z.infer<typeof Image>[]): string[] {
  const ids = new Set(images.flatMap((image) => imageIdOf(image) ?? []))
  return [...ids].slice(0, MAX_PICTURES).map((id) => `https://images.igdb.com/igdb/image/upload/t_1080p/${id}.jpg`)
}

const MAX_VIDEOS = 20

/** Videos at IGDB are YouTube's. */
function videosOf(game: IgdbGame): SourceVideo[] {
  const videos = game.videos.flatMap((video): SourceVideo[] => {
    if (typeof video !== 'object' || !/^[\w-]{5,20}$/.test(video.video_id)) return []
    const name = cleanName(video.name) ?? 'Video'
    return [{ id: String(video.id ?? video.video_id), name, provider: 'youtube', videoId: video.video_id }]
  })
  return uniqueById(videos).slice(0, MAX_VIDEOS)
}

const Primitive = z.object({ game_id: z.number().check(z.int(), z.minimum(1)) })

/** Returns ids of games in the order of their popularity. */
export function popularIdsOf(rows: readonly unknown[]): number[] {
  const ids = rows.flatMap((row) => {
    const result = z.safeParse(Primitive, row)
    return result.success ? [result.data.game_id] : []
  })
  return [...new Set(ids)]
}

const TermRow = z.object({ id, name: z.string().check(z.minLength(1)) })

export function termRowsOf(rows: readonly unknown[]): Term[] {
  return rows.flatMap((row) => {
    const result = z.safeParse(TermRow, row)
    const name = result.success ? cleanName(result.data.name) : null
    return result.success && name ? [{ id: result.data.id, name }] : []
  })
}
