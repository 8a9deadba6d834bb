import * as z from 'zod/mini'
import { canonicalGameId } from '#shared/ids.ts'
import type { Term } from '../../../catalogue.contract.ts'
import { renownOf } from '../../../catalogue.rules.ts'
import {
  cleanName,
  cleanNames,
  cleanText,
  count,
  listOf,
  pictureAddress,
  rating,
  uniqueById,
  validOrNull,
} from '../facts.ts'
import { NOTHING_KNOWN, type SourceAchievement, type SourceGame } from '../source.ts'
import { genreOf, modesOf, platformOf, themesOf } from './rawg-terms.ts'

const HOSTS = ['media.rawg.io']

/** Limited, so that the sum with `OWN_RAWG_IDS` fits into the database's integer. */
const id = z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000))
const Named = z.object({ id, name: z.string() })
const Company = z.object({ name: z.string() })

/** List rows and game details have the same shape; rows have fewer facts (2.4). */
const RawgGame = z.object({
  id: z.number().check(z.int(), z.minimum(1)),
  name: z.string().check(z.minLength(1)),
  alternative_names: listOf(z.string()),
  released: validOrNull(z.string()),
  background_image: validOrNull(z.string()),
  rating: validOrNull(z.number()),
  ratings_count: validOrNull(z.number()),
  metacritic: validOrNull(z.number()),
  added_by_status: validOrNull(z.object({ toplay: validOrNull(z.number()) })),
  platforms: listOf(z.object({ platform: Named })),
  genres: listOf(Named),
  tags: listOf(z.object({ slug: z.string(), language: validOrNull(z.string()) })),
  developers: listOf(Company),
  publishers: listOf(Company),
  description_raw: validOrNull(z.string()),
})
type RawgGame = z.infer<typeof RawgGame>

/** Parses the games of a list; invalid rows are omitted. */
export function rowsOf(rows: readonly unknown[], now: Date): SourceGame[] {
  return rows.flatMap((row) => {
    const result = z.safeParse(RawgGame, row)
    if (!result.success) return []
    return gameOf(result.data, now) ?? []
  })
}

/** Parses a whole game; the caller adds its pictures. */
export function detailOf(thing: unknown, now: Date): SourceGame | null {
  const result = z.safeParse(RawgGame, thing)
  return result.success ? gameOf(result.data, now) : null
}

function gameOf(game: RawgGame, now: Date): SourceGame | null {
  const id = canonicalGameId(`rawg_${game.id}`)
  const name = cleanName(game.name)
  if (!id || !name) return null
  const firstReleaseDate = secondsOf(game.released)
  const tags = game.tags.filter(({ language }) => language === undefined || language === 'eng').map(({ slug }) => slug)
  const slugs = [...tags, ...genreTags(game.genres)]
  // 0.0 means no rating.
  const players = game.rating ? rating(game.rating * 20) : null
  const critics = game.metacritic ? rating(game.metacritic) : null
  const ratings = count(game.ratings_count)
  const isOut = firstReleaseDate !== null && firstReleaseDate * 1000 <= now.getTime()
  const hypes = isOut ? 0 : count(game.added_by_status?.toplay)
  return {
    ...NOTHING_KNOWN,
    id,
    name,
    alternativeNames: cleanNames(game.alternative_names).filter((each) => each !== name),
    firstReleaseDate,
    platforms: uniqueById(game.platforms.map(({ platform }) => platformOf(termOf(platform)))),
    genres: uniqueById(game.genres.map((genre) => genreOf(termOf(genre)))),
    themes: themesOf(slugs),
    gameModes: modesOf(slugs),
    developers: cleanNames(game.developers.map((company) => company.name)),
    publishers: cleanNames(game.publishers.map((company) => company.name)),
    rating: players,
    totalRating: players !== null && critics !== null ? rating((players + critics) / 2) : (players ?? critics),
    totalRatingCount: ratings,
    criticRating: critics,
    hypes,
    backgroundUrl: pictureAddress(game.background_image, HOSTS),
    renown: renownOf({ ratings, hypes }),
    summary: cleanText(inEnglish(game.description_raw)),
  }
}

const termOf = ({ id, name }: Term): Term => ({ id, name: cleanName(name) ?? String(id) })

/** Two of RAWG's genres are a theme and a mode at IGDB. */
function genreTags(genres: readonly Term[]): string[] {
  return genres.flatMap(({ name }) =>
    name === 'Action' ? ['action'] : name === 'Massively Multiplayer' ? ['massively-multiplayer'] : [],
  )
}

/** Returns midnight UTC of a day; null for an invalid day. */
function secondsOf(day: string | undefined): number | null {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? null : time / 1000
}

/** Removes translations, which members append below the name of their language. */
function inEnglish(text: string | undefined): string | null {
  return text?.split(/\n\s*(?:Español|Français|Deutsch|Italiano|Português|Русский)\s*\n/)[0] ?? null
}

const Screenshot = z.object({ image: z.string(), hidden: validOrNull(z.boolean()) })

export function screenshotsOf(rows: readonly unknown[]): string[] {
  const addresses = rows.flatMap((row) => {
    const result = z.safeParse(Screenshot, row)
    return result.success && !result.data.hidden ? (pictureAddress(result.data.image, HOSTS) ?? []) : []
  })
  return [...new Set(addresses)]
}

const Achievement = z.object({
  id: z.number(),
  name: z.string(),
  description: validOrNull(z.string()),
  image: validOrNull(z.string()),
  /** A number in a string (2.4). */
  percent: validOrNull(z.union([z.string(), z.number()])),
})

export function achievementsOf(rows: readonly unknown[]): SourceAchievement[] {
  return rows.flatMap((row) => {
    const result = z.safeParse(Achievement, row)
    const name = result.success ? cleanName(result.data.name) : null
    if (!result.success || !name) return []
    const { id, description, image, percent } = result.data
    return [
      {
        externalId: String(id),
        name,
        description: cleanText(description, 2_000),
        iconUrl: pictureAddress(image, HOSTS),
        rarity: percent === undefined || percent === '' ? null : rating(Number(percent)),
      },
    ]
  })
}

const TermRow = z.object({ id: z.number().check(z.int()), name: z.string().check(z.minLength(1)) })

export function termRowsOf(rows: readonly unknown[]): Term[] {
  return rows.flatMap((row) => {
    const result = z.safeParse(TermRow, row)
    return result.success ? [termOf(result.data)] : []
  })
}
