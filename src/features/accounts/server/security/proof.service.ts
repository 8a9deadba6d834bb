import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { ACCOUNT_REFUSALS } from '../../accounts.texts.ts'
import { RECENT_SECONDS } from '../../factors.rules.ts'
import { findPassword } from '../accounts.queries.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { requirePassword } from '../recovery/recovery.service.ts'
import { findSessionStart } from './security.queries.ts'
import { requireOwnSession } from './security.service.ts'

/**
 * Proves the member's identity before a sign-in method is added or removed, so that a person with short access to a
 * session cannot gain lasting access. It requires the password (invalid_credentials), or a recent sign-in from a member
 * without one (not_recent).
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
    refuse('forbidden', 'not_recent', ACCOUNT_REFUSALS.signInRecently)
}
