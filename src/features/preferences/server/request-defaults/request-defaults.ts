import { getGameMetadata, listGames, searchGames } from '#features/catalogue/catalogue.contract.ts'
import { listGameTerms } from '#features/catalogue/game-terms.contract.ts'
import type { RequestDefaults } from '#server/routes.ts'
import type { Contract } from '#shared/contract.ts'
import type { Preferences } from '../../preferences.contract.ts'
import { loadPreferences, type PreferencesDeps } from '../preferences.service.ts'

interface DefaultsDeps extends Pick<PreferencesDeps, 'db' | 'ownState'> {
  catalogue: { sources: readonly unknown[] }
}

/** The parameters that an endpoint accepts. */
interface Takes {
  source?: boolean
  strategy?: boolean
  erotic?: boolean
}

/**
 * Adds a member's preferred source and strategy to a request that names neither (R-PREF-03). Omits a preference that
 * would change nothing, so that most members share the cached responses. Only the preference decides whether lists show
 * erotic games; a request cannot, nor can a visitor.
 */
export function preferenceDefaults(deps: DefaultsDeps): RequestDefaults[] {
  const defaults = (endpoint: Contract, takes: Takes): RequestDefaults => ({
    endpoint,
    async fill(query, viewer) {
      const isNamed = [query.source, query.strategy, query.fallback].some(
        (value) => value !== undefined && value !== '',
      )
      const mayChoose = takes.strategy === true && !isNamed && deps.catalogue.sources.length > 0
      const preferences = viewer !== null && (mayChoose || takes.erotic) ? await loadPreferences(deps, viewer.id) : null
      const hasErotic = preferences?.erotic_games === true
      const added = {
        ...(mayChoose && preferences && sourceOf(preferences, takes)),
        ...(takes.erotic && hasErotic && { erotic: 'true' }),
        ...(takes.erotic && !hasErotic && query.erotic !== undefined && { erotic: '' }),
      }
      return Object.keys(added).length > 0 ? added : null
    },
  })
  return [
    defaults(listGames, { source: true, strategy: true, erotic: true }),
    defaults(getGameMetadata, { erotic: true }),
    defaults(listGameTerms, { erotic: true }),
    defaults(searchGames, { strategy: true }),
  ]
}

function sourceOf(
  { game_data_source: source, search_strategy: strategy, fallback_enabled: mayFallBack }: Preferences,
  takes: Takes,
): Record<string, string> {
  return {
    ...(takes.source && source !== 'auto' && source !== 'popscore' && { source }),
    ...(strategy !== 'smart' && { strategy }),
    ...(!mayFallBack && { fallback: 'false' }),
  }
}
