import {
  BY_CRITICS,
  BY_PLAYERS,
  FALLBACK_POPULAR,
  listWindow,
  MIN_HYPES,
  type RatingPrior,
} from '../../../catalogue.rules.ts'
import type { SourceQuestion } from '../source.ts'
import { EROTIC_THEME } from '../vocabulary.ts'
import { anyOf, atLeast, atMost, below, type Condition, differs, equals, type IgdbQuery, noneOf } from './igdb-query.ts'

/** Main games with their remakes, remasters and ports, but no DLC, bundles, mods or updates (1.5). */
const GAME_TYPES = [0, 4, 8, 9, 10, 11]

/** Returns the conditions of games in the catalogue's lists (1.5, docs/decisions/0051). */
export function catalogueOf({ hasErotic }: Pick<SourceQuestion, 'hasErotic'>): (Condition | null)[] {
  const isGame = [anyOf('game_type', GAME_TYPES), equals('version_parent', null)]
  return hasErotic ? isGame : [...isGame, noneOf('themes', [EROTIC_THEME])]
}

/** Games that a search finds: all but the editions of a game, which its page lists. */
export const SEARCHABLE: readonly Condition[] = [equals('version_parent', null)]

type Where = NonNullable<IgdbQuery['where']>

export function filterOf(question: SourceQuestion): Where {
  const holds = (field: string, id: number | null) => (id === null ? null : anyOf(field, [id]))
  return [
    holds('platforms', question.platformId),
    holds('genres', question.genreId),
    holds('themes', question.themeId),
    holds('game_modes', question.gameModeId),
    question.anyModeOf === null ? null : anyOf('game_modes', question.anyModeOf),
    atLeast('first_release_date', question.releasedFrom),
    below('first_release_date', question.releasedUntil),
    atLeast('total_rating', question.minRating),
    atMost('total_rating', question.maxRating),
  ]
}

const ORDERS = {
  rating: { field: 'total_rating', direction: 'desc' },
  release: { field: 'first_release_date', direction: 'desc' },
  coming: { field: 'first_release_date', direction: 'asc' },
  name: { field: 'name', direction: 'asc' },
  popularity: { field: 'total_rating_count', direction: 'desc' },
} as const satisfies Record<SourceQuestion['sort'], IgdbQuery['sort']>

/** The default order of a list, which a requested order replaces. */
const LIST_ORDERS: Partial<Record<SourceQuestion['kind'], IgdbQuery['sort']>> = {
  trending: { field: 'hypes', direction: 'desc' },
  upcoming: { field: 'hypes', direction: 'desc' },
  recent: ORDERS.release,
}

/** Builds lists that need one query: all except popular and top-rated. */
export function listQuery(question: SourceQuestion, now: Date): Pick<IgdbQuery, 'where' | 'sort'> {
  const { kind } = question
  const window = listWindow(kind, Math.floor(now.getTime() / 1000))
  const hypes = kind === 'upcoming' || kind === 'trending' ? MIN_HYPES[kind] : null
  const sort = question.sort === 'popularity' ? (LIST_ORDERS[kind] ?? ORDERS.popularity) : ORDERS[question.sort]
  return {
    where: [
      ...catalogueOf(question),
      ...filterOf(question),
      // IGDB cannot weight a rating by its votes, so games with few votes are omitted.
      question.sort === 'rating' ? atLeast('total_rating_count', BY_PLAYERS.least) : null,
      atLeast('first_release_date', window.from),
      below('first_release_date', window.until),
      atLeast('hypes', hypes),
      // IGDB's order ignores games without a value.
      sort && sort.field !== 'name' && sort.field !== 'hypes' && sort.field !== 'total_rating_count'
        ? differs(sort.field, null)
        : null,
    ],
    sort,
  }
}

/** Builds the fallback query of popular games (R-CAT-26). */
export function fallbackPopularQuery(question: SourceQuestion, now: Date): Pick<IgdbQuery, 'where' | 'sort'> {
  const youngest = Math.floor(now.getTime() / 1000) - Math.round(FALLBACK_POPULAR.years * 365.25 * 24 * 60 * 60)
  return {
    where: [
      ...catalogueOf(question),
      ...filterOf(question),
      atLeast('total_rating_count', FALLBACK_POPULAR.leastRatings),
      atLeast('total_rating', FALLBACK_POPULAR.leastRating),
      atLeast('first_release_date', youngest),
    ],
    sort: ORDERS.popularity,
  }
}

/**
 * Builds the query of top-rated games (R-CAT-19): those with enough votes, rated by players, or by critics if players
 * have not voted.
 */
export function topRatedQuery(question: SourceQuestion, by: 'players' | 'critics'): Pick<IgdbQuery, 'where' | 'sort'> {
  const [field, weighting]: [string, RatingPrior] =
    by === 'players' ? ['total_rating', BY_PLAYERS] : ['aggregated_rating', BY_CRITICS]
  return {
    where: [...catalogueOf(question), ...filterOf(question), atLeast(`${field}_count`, weighting.least)],
    sort: { field, direction: 'desc' },
  }
}
