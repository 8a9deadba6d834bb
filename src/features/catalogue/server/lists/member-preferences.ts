import type { FillDefaults } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import type { DataSource, SearchStrategy } from '../../catalogue.contract.ts'
import type { Source } from '../sources/source.ts'

/** What a member wants of the catalogue when a request does not say. Whoever keeps it is joined to the catalogue in `app`. */
export interface CataloguePreferences {
  source: DataSource
  strategy: SearchStrategy
  mayFallBack: boolean
  /** Lists show erotic games. */
  hasErotic: boolean
}
export type LoadCataloguePreferences = (memberId: UserId) => Promise<CataloguePreferences>

interface Deps {
  sources: readonly Source[]
  wishesOf: LoadCataloguePreferences | null
}

/**
 * Fills a member's wishes in where a request names neither source nor strategy (R-PREF-03). What a wish would not change is
 * left out, so that most members share the answers that everybody is given. `has` says what the endpoint takes. Whether
 * lists show erotic games is the preference alone: a request cannot say it, a visitor's neither.
 */
export function fillPreferences(
  { sources, wishesOf }: Deps,
  has: { source?: boolean; strategy?: boolean; erotic?: boolean },
): FillDefaults {
  return async (query, viewer) => {
    const isNamed = [query.source, query.strategy, query.fallback].some((value) => value !== undefined && value !== '')
    const mayChoose = has.strategy === true && !isNamed && sources.length > 0
    const wishes = viewer !== null && wishesOf !== null && (mayChoose || has.erotic) ? await wishesOf(viewer.id) : null
    const added = {
      ...(mayChoose && wishes && sourceOf(wishes, has)),
      // Only what differs from the address is said, so that kept answers are found by it.
      ...(has.erotic && wishes?.hasErotic && { erotic: 'true' }),
      ...(has.erotic && !wishes?.hasErotic && query.erotic !== undefined && { erotic: '' }),
    }
    return Object.keys(added).length > 0 ? added : null
  }
}

function sourceOf(
  { source, strategy, mayFallBack }: CataloguePreferences,
  has: { source?: boolean },
): Record<string, string> {
  return {
    ...(has.source && source !== 'auto' && source !== 'popscore' && { source }),
    ...(strategy !== 'smart' && { strategy }),
    ...(!mayFallBack && { fallback: 'false' }),
  }
}
