import { SOURCE_TEXTS } from '#server/doctor/doctor.texts.ts'
import { type HealthCheck, ok } from '#server/doctor/health-check.ts'
import { findingOfSource, withShortTimeout } from '#server/doctor/source-check.ts'
import { openSteamClient } from './steam-client.ts'

/** A name that nobody needs to have: an account that Steam does not know is an answer, too. */
const NAME = 'savepoint'

/** Asks Steam one question with the key of the site. */
export const steamCheck: HealthCheck = {
  name: 'steam',
  label: SOURCE_TEXTS.steamLabel,
  isOutside: true,
  async run(deps) {
    const steam = openSteamClient({ ...deps, config: withShortTimeout(deps.config) })
    return steam === null
      ? ok(SOURCE_TEXTS.noSteam)
      : findingOfSource('Steam', 'STEAM_API_KEY', () => steam.findId(NAME))
  },
}
