import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { RECENT_SECONDS } from '../../factors.rules.ts'
import { findPassword } from '../accounts.queries.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { requirePassword } from '../recovery/recovery.service.ts'
import { findSessionStart } from './security.queries.ts'
import { requireOwnSession } from './security.service.ts'

/**
 * Before another way into the account is made or taken away: whoever holds a session for a moment must not get a key to the
 * account. So the password is asked for (invalid_credentials), or, where there is none, a recent sign-in (not_recent).
 */
export async function requireProof(
  deps: AccountsDeps,
  request: RequestContext,
  password: string | undefined,
): Promise<void> {
  const { viewer, token } = requireOwnSession(request)
  if ((await findPassword(deps.db, viewer.id)) !== null)
    return requirePassword(deps, viewer.id, password ?? '', 'password')
  const start = await findSessionStart(deps.db, token)
  if (start === null || deps.clock().getTime() - start.getTime() > RECENT_SECONDS * 1000)
    refuse(
      'forbidden',
      'not_recent',
      'Please sign out and in again first: this needs a sign-in of the last ten minutes.',
    )
}
