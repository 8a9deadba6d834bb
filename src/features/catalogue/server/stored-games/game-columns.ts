import { NO_PAGE_FACTS, type PageFacts, type SourceGame } from '../sources/source.ts'

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

export const PAGE_FACTS = Object.keys(NO_PAGE_FACTS) as (keyof PageFacts)[]

/** Returns those facts of the page that a source's game has: most games have none, so the column `details` has no key for them. */
export function pageFactsOf(game: PageFacts): Partial<PageFacts> {
  const known = PAGE_FACTS.filter((key) => game[key] !== null && (!Array.isArray(game[key]) || game[key].length > 0))
  return Object.fromEntries(known.map((key) => [key, game[key]]))
}

/** Reads them from the column `details`. */
export const storedPageFacts = (details: Partial<PageFacts>): PageFacts =>
  Object.fromEntries(PAGE_FACTS.map((key) => [key, details[key] ?? NO_PAGE_FACTS[key]])) as unknown as PageFacts

/** Returns the name of such a fact in the provenance. */
export const fieldOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
