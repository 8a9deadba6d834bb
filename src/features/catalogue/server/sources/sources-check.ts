import { SOURCE_TEXTS } from '#server/doctor/doctor.texts.ts'
import { type HealthCheck, ok, withDatabase } from '#server/doctor/health-check.ts'
import { findingOfSource, withShortTimeout } from '#server/doctor/source-check.ts'
import { openSources } from './open-sources.ts'

const SOURCES = {
  igdb: { name: 'IGDB', keys: 'IGDB_CLIENT_ID and IGDB_CLIENT_SECRET' },
  rawg: { name: 'RAWG', keys: 'RAWG_API_KEY' },
  local: { name: '', keys: '' },
} as const

/** Asks each live source one question, with clients of its own, so that a pause of the app does not answer for them. */
export const sourcesCheck: HealthCheck = {
  name: 'sources',
  label: SOURCE_TEXTS.label,
  isOutside: true,
  run: withDatabase(async (db, deps) => {
    const { live } = openSources({ ...deps, db, config: withShortTimeout(deps.config) })
    if (live.length === 0) return ok(SOURCE_TEXTS.none)
    return Promise.all(
      live.map((source) => {
        const { name, keys } = SOURCES[source.name]
        return findingOfSource(name, keys, () => source.searchGames('Celeste', { limit: 1, offset: 0 }))
      }),
    )
  }),
}
