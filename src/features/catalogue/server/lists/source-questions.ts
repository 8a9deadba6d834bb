import type { GameFilter } from '../catalogue.queries.ts'
import { rawgQuestion } from '../sources/rawg/rawg-terms.ts'
import type { Source, SourceQuestion } from '../sources/source.ts'
import { OWN_RAWG_IDS } from '../sources/vocabulary.ts'
import type { ListQuery } from './list-windows.ts'

/** What is asked of a source, in our own ids. */
export function sourceQuestionOf(
  query: Pick<ListQuery, 'category' | 'sort'>,
  own: GameFilter,
  place: { limit: number; offset: number },
): SourceQuestion {
  const {
    listed,
    platformId,
    genreId,
    themeId,
    gameModeId,
    anyModeOf,
    releasedFrom,
    releasedUntil,
    minRating,
    maxRating,
  } = own
  return {
    kind: query.category,
    sort: query.sort,
    hasErotic: listed === 'erotic',
    platformId,
    genreId,
    themeId,
    gameModeId,
    anyModeOf,
    releasedFrom,
    releasedUntil,
    minRating,
    maxRating,
    ...place,
  }
}

/** The question in a source's own ids; null when it has no word for a filter: it must not answer something else then. */
export function translateForSource(source: Source, question: SourceQuestion): SourceQuestion | null {
  if (source.name === 'rawg') return rawgQuestion(question)
  const { platformId, genreId } = question
  return Math.max(platformId ?? 0, genreId ?? 0) > OWN_RAWG_IDS ? null : question
}
