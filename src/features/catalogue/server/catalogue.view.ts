import type * as z from 'zod/mini'
import { coverHost } from '#server/images.ts'
import { cover, coverHash } from '#shared/cover.ts'
import type { Game, GameCard, GameSummary } from '../catalogue.contract.ts'
import { igdbCoverAddress, imageServiceAddress, plausibleYear } from '../catalogue.rules.ts'
import type { CardRow, GameRow, SummaryRow } from './catalogue.queries.ts'
import type { GameDetails } from './sources/store-games.ts'

/** Width of the picture in cover_big_2x. */
const COVER_WIDTH = 528

/** The real cover through our image service; null while its host does not answer, so that no page waits for it (C68). */
function realCover(row: CardRow): string | null {
  if (coverHost.reachable !== 'yes') return null
  const address = row.cover_image_id ? igdbCoverAddress(row.cover_image_id) : row.cover_url
  return address && imageServiceAddress(address, COVER_WIDTH)
}

export function gameCard(row: CardRow, now: Date): z.input<typeof GameCard> {
  return {
    id: row.id,
    name: row.name,
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
  const details = row.details as unknown as GameDetails
  const summary = gameSummary(row, now)
  const released =
    summary.year === null ? null : new Date((row.first_release_date as number) * 1000).toISOString().slice(0, 10)
  return {
    ...summary,
    released,
    releaseDate: released,
    rating: row.rating,
    total_rating_count: row.total_rating_count,
    hype_count: 0,
    metacritic: null,
    summary: details.summary,
    storyline: details.storyline,
    cover: summary.cover_url === null ? null : { url: summary.cover_url },
    coverImage: summary.cover_url ?? coverFile(row, now),
    background_image: null,
    artworks: [],
    screenshots: [],
    videos: [],
    genres: row.genres as unknown as { id: number; name: string }[],
    platforms: row.platforms as unknown as { id: number; name: string }[],
    themes: [...details.themes],
    game_modes: [...details.gameModes],
    involved_companies: companies(details),
    publisher: details.publishers[0] ?? null,
    series: row.series,
    alternative_names: [...details.alternativeNames],
    relatedGames: related.map((each) => gameCard(each, now)),
    achievements: { total: 0, completed: 0 },
  }
}

/** A company that both made and published is one entry with both flags, as IGDB has it. */
function companies({ developers, publishers }: GameDetails) {
  return [...new Set([...developers, ...publishers])].map((name) => ({
    company: { name },
    developer: developers.includes(name),
    publisher: publishers.includes(name),
  }))
}

const coverFacts = (row: CardRow, now: Date) => ({
  title: row.name,
  year: plausibleYear(row.first_release_date, now),
  genre: row.genre,
  developer: row.developer,
})

/** The generated cover as a file. The address names the content, so it may be kept for ever. */
export function coverFile(row: CardRow, now: Date): string {
  return `/covers/${row.id}-${coverHash(coverFacts(row, now))}.svg`
}

export function drawCover(row: CardRow, now: Date): string {
  return cover(coverFacts(row, now))
}
