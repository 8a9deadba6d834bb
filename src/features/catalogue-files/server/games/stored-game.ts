import type { Selectable } from 'kysely'
import type { Tables } from '#db/db.ts'
import type { Term } from '#features/catalogue/catalogue.contract.ts'
import {
  type ExternalId,
  NOTHING_KNOWN,
  type PageFacts,
  type SourceGame,
} from '#features/catalogue/server/sources/sources.service.ts'
import { type GameDetails, storedPageFacts } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { GameId } from '#shared/ids.ts'

/** The columns that convert a row of `games` to a game. */
export const STORED_COLUMNS = [
  'id',
  'name',
  'first_release_date',
  'platforms',
  'genres',
  'series',
  'rating',
  'total_rating',
  'total_rating_count',
  'critic_rating',
  'critic_rating_count',
  'hypes',
  'game_type',
  'parent_id',
  'cover_image_id',
  'cover_url',
  'time_to_beat',
  'renown',
  'details',
  'origin',
] as const satisfies (keyof Tables['games'])[]

export type StoredRow = Pick<Selectable<Tables['games']>, (typeof STORED_COLUMNS)[number]> & {
  external_ids: ExternalId[]
}

/** Reverses `storeGames`. */
export function storedGame(row: StoredRow): SourceGame {
  const details = row.details as unknown as Partial<GameDetails> &
    Partial<Pick<SourceGame, 'backgroundUrl' | 'artworks' | 'screenshots' | 'videos' | 'isWhole'>>
  const { summary, storyline, themes, gameModes, developers, publishers, alternativeNames } = details
  return {
    ...NOTHING_KNOWN,
    ...storedPageFacts(details as Partial<PageFacts>),
    id: row.id as GameId,
    name: row.name,
    alternativeNames: alternativeNames ?? [],
    externalIds: row.external_ids,
    firstReleaseDate: row.first_release_date,
    platforms: row.platforms as unknown as Term[],
    genres: row.genres as unknown as Term[],
    themes: themes ?? [],
    gameModes: gameModes ?? [],
    developers: developers ?? [],
    publishers: publishers ?? [],
    series: row.series,
    rating: row.rating,
    totalRating: row.total_rating,
    totalRatingCount: row.total_rating_count,
    criticRating: row.critic_rating,
    criticRatingCount: row.critic_rating_count,
    hypes: row.hypes,
    gameType: row.game_type,
    parentId: row.parent_id as GameId | null,
    coverImageId: row.cover_image_id,
    coverUrl: row.cover_url,
    backgroundUrl: details.backgroundUrl ?? null,
    artworks: details.artworks ?? [],
    screenshots: details.screenshots ?? [],
    videos: details.videos ?? [],
    timeToBeat: row.time_to_beat as unknown as SourceGame['timeToBeat'],
    renown: row.renown,
    summary: summary ?? null,
    storyline: storyline ?? null,
    isWhole: details.isWhole ?? true,
  }
}
