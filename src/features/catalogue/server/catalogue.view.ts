import type * as z from 'zod/mini'
import { coverHost } from '#server/images.ts'
import { IMAGE_ORIGINS } from '#server/images-limits.ts'
import { cover, coverHash } from '#shared/cover.ts'
import { type Game, type GameCard, type GameSummary, type Video, VideoProvider } from '../catalogue.contract.ts'
import { igdbCoverAddress, imageServiceAddress, plausibleYear } from '../catalogue.rules.ts'
import type { Achievement } from '../game-achievements.contract.ts'
import { displayName, pictureAddress, termsOf } from '../game-shapes.rules.ts'
import type { TimeToBeat } from '../time-to-beat.schemas.ts'
import { stillAddress, watchAddress } from '../videos.rules.ts'
import type { CardRow, GameRow, SummaryRow } from './catalogue.queries.ts'
import type { SourceVideo } from './sources/source.ts'
import type { AchievementRow } from './stored-games/achievements.queries.ts'
import type { GameDetails } from './stored-games/store-games.ts'

/** Widths of a cover in cover_big_2x, of a screenshot, of a video's preview picture, of an achievement's icon. */
const COVER_WIDTH = 528
const PICTURE_WIDTH = 1080
const STILL_WIDTH = 528
const ICON_WIDTH = 128

/**
 * Returns the real cover through our image service; null while its host is unreachable, so that no page waits for it
 * (C68).
 */
function realCover(row: CardRow): string | null {
  if (coverHost.reachable !== 'yes') return null
  const address = row.cover_image_id ? igdbCoverAddress(row.cover_image_id) : row.cover_url
  return address && imageServiceAddress(address, COVER_WIDTH)
}

export function gameCard(row: CardRow, now: Date): z.input<typeof GameCard> {
  return {
    id: row.id,
    name: displayName(row),
    year: plausibleYear(row.first_release_date, now),
    genre: row.genre,
    developer: row.developer,
    cover_url: realCover(row),
  }
}

export function gameSummary(row: SummaryRow, now: Date): z.input<typeof GameSummary> {
  return {
    ...gameCard(row, now),
    dataSource: row.data_source === 'igdb' || row.data_source === 'rawg' ? row.data_source : 'unknown',
    first_release_date: row.first_release_date,
    total_rating: row.total_rating,
  }
}

export function gameView(row: GameRow, related: readonly CardRow[], now: Date): z.input<typeof Game> {
  const details = row.details as unknown as Partial<GameDetails> & StoredMedia
  const summary = gameSummary(row, now)
  const released =
    summary.year === null ? null : new Date((row.first_release_date as number) * 1000).toISOString().slice(0, 10)
  const genres = termsOf(row.genres)
  return {
    ...summary,
    genre: summary.genre ?? genres[0]?.name ?? null,
    released,
    releaseDate: released,
    rating: row.rating,
    total_rating_count: row.total_rating_count,
    hype_count: row.hypes,
    metacritic: row.critic_rating === null ? null : Math.round(row.critic_rating),
    summary: details.summary ?? null,
    storyline: details.storyline ?? null,
    cover: summary.cover_url === null ? null : { url: summary.cover_url },
    coverImage: summary.cover_url ?? coverFile(row, now),
    background_image: shownPicture(details.backgroundUrl),
    artworks: pictures(details.artworks),
    screenshots: pictures(details.screenshots),
    videos: videos(details.videos),
    genres,
    platforms: termsOf(row.platforms),
    themes: termsOf(details.themes),
    game_modes: termsOf(details.gameModes),
    involved_companies: companies(details.developers ?? [], details.publishers ?? []),
    publisher: details.publishers?.[0] ?? null,
    series: row.series,
    alternative_names: [...(details.alternativeNames ?? [])],
    relatedGames: related.map((each) => gameCard(each, now)),
    time_to_beat: row.time_to_beat as unknown as TimeToBeat | null,
    play_times: row.play_times ?? [],
    achievements: { total: row.achievements, completed: 0 },
    sources: sourcesOf(row),
  }
}

/** The facts that live sources add to a stored game; absent on older rows, and on rows of a source without pictures. */
interface StoredMedia {
  backgroundUrl?: unknown
  artworks?: unknown
  screenshots?: unknown
  videos?: unknown
}

/**
 * Returns an external picture through our image service; null while its host is unreachable, so that no page waits for
 * it.
 */
function shownPicture(given: unknown, width: number = PICTURE_WIDTH): string | null {
  const address = coverHost.reachable === 'yes' ? pictureAddress(given) : null
  return address && imageServiceAddress(address, width)
}

function pictures(given: unknown): { url: string | null }[] {
  if (!Array.isArray(given)) return []
  const addresses = new Set(given.map(pictureAddress))
  return [...addresses].filter((each) => each !== null).map((each) => ({ url: shownPicture(each) }))
}

function videos(given: unknown): z.input<typeof Video>[] {
  if (!Array.isArray(given)) return []
  return given.flatMap((each: Partial<SourceVideo> | null) => {
    const provider = VideoProvider.safeParse(each?.provider)
    if (!provider.success || typeof each?.videoId !== 'string' || each.videoId === '') return []
    const { videoId } = each
    return [
      {
        id: String(each.id ?? videoId),
        name: each.name?.trim() || 'Video',
        url: watchAddress(provider.data, videoId),
        thumbnail_url: shownPicture(stillAddress(provider.data, videoId), STILL_WIDTH),
        video_id: videoId,
        provider: provider.data,
      },
    ]
  })
}

/** Returns the sources of the displayed facts and pictures: their terms require a link. */
function sourcesOf(row: GameRow): ('igdb' | 'rawg')[] {
  const facts = Object.values((row.provenance ?? {}) as Record<string, { origin?: unknown } | null>)
  const origins = new Set<unknown>([row.origin, ...facts.map((each) => each?.origin)])
  // The facts of the built-in catalogue are our own, but its covers come from IGDB.
  if (row.cover_image_id !== null && coverHost.reachable === 'yes') origins.add('igdb')
  return (['igdb', 'rawg'] as const).filter((source) => origins.has(source))
}

/** `signIcon` makes the address of an icon at a host that only an admin can have named (decision 0068). */
export function achievementView(
  row: AchievementRow,
  { signIcon }: { signIcon: (url: string) => string | null },
): z.input<typeof Achievement> {
  return { ...row, icon_url: iconOf(row.icon_url, signIcon) }
}

function iconOf(address: string | null, signIcon: (url: string) => string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  return IMAGE_ORIGINS.includes(new URL(address).origin) ? shownPicture(address, ICON_WIDTH) : signIcon(address)
}

/** Merges a company that both developed and published into one entry with both flags, as at IGDB. */
function companies(developers: readonly string[], publishers: readonly string[]) {
  return [...new Set([...developers, ...publishers])].map((name) => ({
    company: { name },
    developer: developers.includes(name),
    publisher: publishers.includes(name),
  }))
}

const coverFacts = (row: CardRow, now: Date) => ({
  title: displayName(row),
  year: plausibleYear(row.first_release_date, now),
  genre: row.genre,
  developer: row.developer,
})

/**
 * Returns the address of the generated cover as a file. The address contains a hash of the content, so it can be cached
 * forever.
 */
export function coverFile(row: CardRow, now: Date): string {
  return `/covers/${row.id}-${coverHash(coverFacts(row, now))}.svg`
}

export function drawCover(row: CardRow, now: Date): string {
  return cover(coverFacts(row, now))
}
