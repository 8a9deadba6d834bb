import { type GameFilter, hasConditions, NO_FILTER } from '../search/facets.ts'
import { rawgQuestion } from '../sources/rawg/rawg-terms.ts'
import type { Source, SourceQuestion } from '../sources/source.ts'
import { OWN_RAWG_IDS } from '../sources/vocabulary.ts'
import type { ListQuery } from './list-windows.ts'

/** Returns whether sources have all conditions of a filter. */
export const isKnownToSources = (filter: GameFilter): boolean =>
  !hasConditions({ ...NO_FILTER, ...longerFilters(filter) })

const longerFilters = ({ takes, others, traits, critics, players, stars, leastRatings, own }: GameFilter) => ({
  takes,
  others,
  traits,
  critics,
  players,
  stars,
  leastRatings,
  own,
})

/** Converts a request to a source query with our own ids. */
export function sourceQuestionOf(
  query: Pick<ListQuery, 'category'> & Pick<SourceQuestion, 'sort'>,
  own: GameFilter,
  part: { limit: number; offset: number },
): SourceQuestion {
  const { platformId, genreId, themeId, gameModeId, anyModeOf, releasedFrom, releasedUntil, minRating, maxRating } = own
  return {
    kind: query.category,
    sort: query.sort,
    hasErotic: own.listed === 'erotic',
    platformId,
    genreId,
    themeId,
    gameModeId,
    anyModeOf,
    releasedFrom,
    releasedUntil,
    minRating,
    maxRating,
    ...part,
  }
}

/**
 * Translates a query to the source's own ids; null if the source lacks a filter, because without it the list would be a
 * different one.
 */
export function translateForSource(source: Source, question: SourceQuestion): SourceQuestion | null {
  if (source.name === 'rawg') return rawgQuestion(question)
  const { platformId, genreId } = question
  return Math.max(platformId ?? 0, genreId ?? 0) > OWN_RAWG_IDS ? null : question
}
