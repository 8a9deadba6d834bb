import type { FillFor } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import type { DataSource, SearchStrategy } from '../../catalogue.contract.ts'
import type { Source } from '../sources/source.ts'

/** What a member wants of the catalogue when a request does not say. Whoever keeps it is joined to the catalogue in `app`. */
export interface SourceWishes {
  source: DataSource
  strategy: SearchStrategy
  mayFallBack: boolean
}
export type WishesOf = (memberId: UserId) => Promise<SourceWishes>

/**
 * Fills a member's wishes in where a request names neither source nor strategy (R-PREF-03). What a wish would not change is
 * left out, so that most members share the answers that everybody is given; and without a live source nobody is asked.
 */
export function fillWishes(
  { sources, wishesOf }: { sources: readonly Source[]; wishesOf: WishesOf | null },
  has: { source: boolean },
): FillFor {
  return async (query, viewer) => {
    const isNamed = [query.source, query.strategy, query.fallback].some((value) => value !== undefined && value !== '')
    if (isNamed || wishesOf === null || sources.length === 0) return null
    const { source, strategy, mayFallBack } = await wishesOf(viewer.id)
    const wishes = {
      ...(has.source && source !== 'auto' && source !== 'popscore' && { source }),
      ...(strategy !== 'smart' && { strategy }),
      ...(!mayFallBack && { fallback: 'false' }),
    }
    return Object.keys(wishes).length > 0 ? wishes : null
  }
}
