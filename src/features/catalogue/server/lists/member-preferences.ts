import type { FillDefaults } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import type { DataSource, SearchStrategy } from '../../catalogue.contract.ts'
import type { Source } from '../sources/source.ts'

/** A member's preferences for the catalogue when a request names none. `app` connects the feature that stores them. */
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
 * Adds a member's preferences to a request that names neither source nor strategy (R-PREF-03). Preferences without
 * effect are omitted, so that most members share cached responses. `has` names the parameters of the endpoint. Only the
 * preference decides whether lists show erotic games: a request cannot, and neither can a visitor.
 */
export function fillPreferences(
  { sources, wishesOf }: Deps,
  has: { source?: boolean; strategy?: boolean; erotic?: boolean },
): FillDefaults {
  return async (query, viewer) => {
    const isNamed = [query.source, query.strategy, query.fallback].some((value) => value !== undefined && value !== '')
    const mayChoose = has.strategy === true && !isNamed && sources.length > 0
    const preferences =
      viewer !== null && wishesOf !== null && (mayChoose || has.erotic) ? await wishesOf(viewer.id) : null
    const added = {
      ...(mayChoose && preferences && sourceOf(preferences, has)),
      // Only differences are added, so that the cached response of the plain address is found.
      ...(has.erotic && preferences?.hasErotic && { erotic: 'true' }),
      ...(has.erotic && !preferences?.hasErotic && query.erotic !== undefined && { erotic: '' }),
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
