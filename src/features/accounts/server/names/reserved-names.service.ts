import type { Config } from '#server/config.ts'
import { isWordOfAddress } from '#server/reserved-words.ts'
import { refuse } from '#shared/refusal.ts'
import { isReservedUsername } from '../../accounts.rules.ts'
import { FIELD_TEXTS } from '../../accounts.texts.ts'

export interface ReservedNamesDeps {
  /** The patterns of all addresses. */
  paths: readonly string[]
  config: Pick<Config, 'productName'>
}

/** Returns whether a name is reserved (C31): for addresses of this site (`isWordOfAddress`), for its team, or as its own name. */
export function isReservedName({ paths, config }: ReservedNamesDeps, name: string): boolean {
  const own = config.productName.toLowerCase().replace(/[^a-z0-9]/g, '')
  return isReservedUsername(name) || isWordOfAddress(paths, name) || name.toLowerCase().replace(/[_-]/g, '') === own
}

/** Refuses a username that is reserved. */
export function refuseReserved(deps: ReservedNamesDeps, username: string): void {
  if (isReservedName(deps, username))
    refuse('invalid', 'validation_failed', FIELD_TEXTS.usernameReserved, {
      details: { username: FIELD_TEXTS.usernameReserved },
    })
}
