import type { GameId } from '#shared/ids.ts'
import type { Term } from '../../catalogue.contract.ts'

/** A game as any source describes it, already parsed and in our own words. Absent facts are null or empty. */
export interface SourceGame {
  id: GameId
  name: string
  alternativeNames: readonly string[]
  /** Unix seconds, UTC. */
  firstReleaseDate: number | null
  platforms: readonly Term[]
  genres: readonly Term[]
  themes: readonly Term[]
  gameModes: readonly Term[]
  developers: readonly string[]
  publishers: readonly string[]
  series: string | null
  /** The players' part and the shown rating, 0 to 100. */
  rating: number | null
  totalRating: number | null
  totalRatingCount: number
  /** IGDB's id of the cover picture. */
  coverImageId: string | null
  /** 0 to 100, how widely known. */
  renown: number
  summary: string | null
  storyline: string | null
}

/** Where games come from. What a source answers is stored in `games`, and pages are made from there. */
export interface Source {
  readonly name: 'local' | 'igdb' | 'rawg'
  /** Null when the source does not know the game. */
  fetchGame: (id: GameId) => Promise<SourceGame | null>
  /** Everything the source has, for sources small enough to be loaded whole; null for the others. */
  listGames: (() => Promise<readonly SourceGame[]>) | null
}
