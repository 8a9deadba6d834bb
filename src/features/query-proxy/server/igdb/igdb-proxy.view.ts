import { createHash } from 'node:crypto'
import type { GameDetails } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { Row } from '../apicalypse/query.ts'
import { GAME_TYPE_NAMES, THUMB } from './stored-games.queries.ts'

export interface StoredGame {
  source_id: number
  name: string
  first_release_date: number | null
  rating: number | null
  total_rating: number | null
  total_rating_count: number
  critic_rating: number | null
  critic_rating_count: number
  hypes: number
  game_type: number | null
  parent_id: string | null
  cover_image_id: string | null
  genres: unknown
  platforms: unknown
  details: unknown
}

/**
 * Converts a stored game to IGDB's shape, every reference as an object; absent facts are null. Each field is one of
 * `GAME_FIELDS` (stored-games.queries.ts), which defines the same in SQL.
 */
export function storedGame(row: StoredGame): Row {
  const id = row.source_id
  const details = row.details as Partial<GameDetails>
  const parent = /^igdb_[0-9]{1,12}$/.test(row.parent_id ?? '') ? Number(row.parent_id?.slice('igdb_'.length)) : null
  return {
    id,
    name: row.name,
    summary: details.summary || null,
    storyline: details.storyline || null,
    first_release_date: row.first_release_date,
    rating: row.rating,
    total_rating: row.total_rating,
    total_rating_count: row.total_rating_count || null,
    aggregated_rating: row.critic_rating,
    aggregated_rating_count: row.critic_rating_count || null,
    hypes: row.hypes || null,
    game_type: row.game_type === null ? null : { id: row.game_type, type: GAME_TYPE_NAMES[row.game_type] },
    category: row.game_type,
    version_parent: row.game_type === 0 ? parent : null,
    parent_game: row.game_type === 0 ? null : parent,
    cover: row.cover_image_id === null ? null : coverOf(id, row.cover_image_id),
    genres: row.genres,
    platforms: row.platforms,
    themes: details.themes,
    game_modes: details.gameModes,
    screenshots: picturesOf(id, details.screenshots),
    artworks: picturesOf(id, details.artworks),
    videos: videosOf(id, details.videos),
    alternative_names: details.alternativeNames?.map((name, at) => ({ id: numberOf(id, at), name })),
    involved_companies: companiesOf(id, details),
  }
}

const coverOf = (game: number, imageId: string) => ({
  id: game,
  game,
  image_id: imageId,
  url: `${THUMB}${imageId}.jpg`,
})

const IMAGE = /^https:\/\/images\.igdb\.com\/igdb\/image\/upload\/t_[a-z0-9_]+\/([a-z0-9_]+)\.[a-z]+$/

/** Pictures are stored as addresses that end in IGDB's image id; other addresses are not IGDB's. */
function picturesOf(game: number, addresses: readonly string[] = []) {
  return addresses.flatMap((address, at) => {
    const image = IMAGE.exec(address)?.[1]
    return image ? { id: numberOf(game, at), image_id: image, url: `${THUMB}${image}.jpg` } : []
  })
}

/** All of IGDB's videos are at YouTube. */
function videosOf(game: number, videos: GameDetails['videos'] = []) {
  return videos.flatMap(({ name, provider, videoId }, at) =>
    provider === 'youtube' ? { id: numberOf(game, at), name, video_id: videoId } : [],
  )
}

/** A company that both developed and published is one entry with both flags, as at IGDB. */
function companiesOf(game: number, { developers = [], publishers = [] }: Partial<GameDetails>) {
  return [...new Set([...developers, ...publishers])].map((name, at) => ({
    id: numberOf(game, at),
    company: { id: companyNumber(name), name },
    developer: developers.includes(name),
    publisher: publishers.includes(name),
  }))
}

export interface StoredPopularity {
  source_id: number
  renown: number
}

export function storedPopularity({ source_id, renown }: StoredPopularity): Row {
  return {
    id: source_id,
    game_id: source_id,
    popularity_type: 1,
    value: renown / 100,
    external_popularity_source: 121,
  }
}

export interface StoredAchievement {
  id: number
  source_id: number
  name: string
  description: string | null
  external_id: string
  icon_url: string | null
  rarity: number | null
}

export function storedAchievement({ source_id, ...facts }: StoredAchievement): Row {
  return { ...facts, game: source_id }
}

// Facts that are stored without IGDB's ids get ids of ours, which are always the same.
const numberOf = (game: number, at: number) => game * 1000 + at + 1
const companyNumber = (name: string) => Number.parseInt(createHash('md5').update(name).digest('hex').slice(0, 7), 16)
