import type { SourceGame } from '../sources/source.ts'

const idsOf = (named: readonly { id: number }[]) => named.map(({ id }) => id)

/** Returns the columns of `games` that hold the facts of a source's game, except its names, renown and details. */
export const factColumnsOf = (game: SourceGame) => ({
  first_release_date: game.firstReleaseDate,
  platforms: game.platforms,
  platform_ids: idsOf(game.platforms),
  genres: game.genres,
  genre_ids: idsOf(game.genres),
  theme_ids: idsOf(game.themes),
  game_mode_ids: idsOf(game.gameModes),
  developer: game.developers[0] ?? null,
  series: game.series,
  cover_image_id: game.coverImageId,
  cover_url: game.coverUrl,
  rating: game.rating,
  total_rating: game.totalRating,
  total_rating_count: game.totalRatingCount,
  critic_rating: game.criticRating,
  critic_rating_count: game.criticRatingCount,
  hypes: game.hypes,
  game_type: game.gameType,
  parent_id: game.parentId,
  time_to_beat: game.timeToBeat ?? null,
})
