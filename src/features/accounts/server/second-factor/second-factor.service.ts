import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { RequestContext } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { DAY_MS } from '#shared/durations.ts'
import { refuse } from '#shared/refusal.ts'
import { ACCOUNT_REFUSALS, SERVER_TEXTS } from '../../accounts.texts.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import type { ProviderSession } from '../auth/authenticator.ts'
import { AuthFailure } from '../auth/authenticator.ts'
import { deleteTrustedDevices } from '../auth/trusted-devices.queries.ts'
import { type MailRequest, requestMail } from '../mails/mail-requests.ts'
import { requirePassword } from '../recovery/recovery.service.ts'
import { requireOwnSession } from '../security/security.service.ts'
import { findProviderSession, setProviderSession } from '../social/provider-sessions.queries.ts'
import {
  acceptCode,
  deleteHalfDisabledFactor,
  endSessionAt,
  findSecondFactor,
  hashCode,
  markSecondFactorEnabled,
} from './second-factor.queries.ts'
import { refuseWrongCode } from './second-step.service.ts'

export async function readSecondFactor(deps: AccountsDeps, userId: string): Promise<{ isOn: boolean; left: number }> {
  const { isOn } = await findSecondFactor(deps.db, userId)
  return { isOn, left: isOn ? (await deps.auth.secondFactor.listRecoveryCodes(userId)).length : 0 }
}

/** Creates a new secret, which replaces an unconfirmed one. Refuses invalid_credentials and already_on. */
export async function beginSecondFactor(
  deps: AccountsDeps,
  password: string,
  request: RequestContext,
): Promise<{ uri: string; secret: string }> {
  const { viewer } = requireOwnSession(request)
  await requirePassword(deps, viewer.id, password, 'password')
  if ((await findSecondFactor(deps.db, viewer.id)).isOn) refuseAlreadyOn()
  await deleteHalfDisabledFactor(deps.db, viewer.id)
  const uri = await deps.auth.secondFactor.begin(password, request.headers).catch(refuseChange)
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' }
}

/**
 * Turns the second factor on and returns the recovery codes. Refuses invalid_code (rate limited after five in 15
 * minutes), not_begun and already_on.
 */
export async function confirmSecondFactor(
  deps: AccountsDeps,
  typed: string,
  request: RequestContext,
): Promise<{ codes: string[]; cookies: readonly string[] }> {
  const { viewer } = requireOwnSession(request)
  const { isOn, isBegun } = await findSecondFactor(deps.db, viewer.id)
  if (isOn) refuseAlreadyOn()
  if (!isBegun) refuse('conflict', 'not_begun', ACCOUNT_REFUSALS.startAgain)
  const limitKey = `own-code:${viewer.id}`
  const retryAfter = await deps.failures.begin(limitKey)
  if (retryAfter !== null) refuse('too_many', 'rate_limit_exceeded', SERVER_TEXTS.rate_limit_exceeded, { retryAfter })
  const code = typed.replace(/\s/g, '')
  const provided = await findProviderSession(deps.db, requireOwnSession(request).token)
  const { token, cookies } = await deps.auth.secondFactor.confirm(code, request.headers).catch(refuseChange)
  await deps.failures.forgive(limitKey)
  await completeChange(deps, request, { token, provided }, 'second-factor-on', hashCode(code))
  return { codes: await deps.auth.secondFactor.listRecoveryCodes(viewer.id), cookies }
}

/** Replaces the recovery codes. Refuses invalid_credentials and not_on. */
export async function renewRecoveryCodes(
  deps: AccountsDeps,
  password: string,
  request: RequestContext,
): Promise<string[]> {
  const session = requireOwnSession(request)
  await requirePassword(deps, session.viewer.id, password, 'password')
  const codes = await deps.auth.secondFactor.renewRecoveryCodes(password, request.headers).catch(refuseChange)
  await requestMail(deps, { mail: 'security', what: 'recovery-codes-renewed', email: session.email })
  return codes
}

/** Turns the second factor off and returns the cookies of the new session. Refuses invalid_credentials and not_on. */
export async function endSecondFactor(
  deps: AccountsDeps,
  password: string,
  request: RequestContext,
): Promise<readonly string[]> {
  const { viewer } = requireOwnSession(request)
  await requirePassword(deps, viewer.id, password, 'password')
  if (!(await findSecondFactor(deps.db, viewer.id)).isOn) refuseNotOn()
  const provided = await findProviderSession(deps.db, requireOwnSession(request).token)
  const { token, cookies } = await deps.auth.secondFactor.end(password, request.headers).catch(refuseChange)
  await completeChange(deps, request, { token, provided }, 'second-factor-off', null)
  return cookies
}

/**
 * Completes a change of the factor, which has replaced the session: all nodes invalidate the old one, the new one belongs to the
 * same session of the provider, and a mail notifies the member.
 */
async function completeChange(
  deps: AccountsDeps,
  request: RequestContext,
  { token, provided }: { token: string | null; provided: ProviderSession | null },
  what: Extract<MailRequest, { mail: 'security' }>['what'],
  codeHash: string | null,
): Promise<void> {
  const { viewer, email, isRemembered } = requireOwnSession(request)
  await inTransaction(deps, async ({ db }) => {
    // Devices that were trusted with an earlier secret must not skip this one.
    await deleteTrustedDevices(db, viewer.id)
    if (codeHash !== null) {
      await acceptCode(db, viewer.id, codeHash)
      await markSecondFactorEnabled(db, viewer.id)
    }
    if (!isRemembered && token !== null) await endSessionAt(db, token, new Date(deps.clock().getTime() + DAY_MS))
    if (provided !== null && token !== null) await setProviderSession(db, token, provided)
    await requestMail({ db, queue: deps.queue }, { mail: 'security', what, email })
    await announce(db, [tag.member(viewer.id)])
  })
  deps.sessions.evictMember(viewer.id)
}

const refuseAlreadyOn = (): never => refuse('conflict', 'already_on', ACCOUNT_REFUSALS.secondFactorOn)
const refuseNotOn = (): never => refuse('conflict', 'not_on', ACCOUNT_REFUSALS.secondFactorOff)

function refuseChange(error: unknown): never {
  switch (error instanceof AuthFailure && error.code) {
    case 'wrong_code':
      return refuseWrongCode()
    // The session was ended, or another tab replaced it, since the request began.
    case 'signed_out':
      return refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
    case 'second_factor_on':
      return refuseAlreadyOn()
    case 'second_factor_off':
      return refuseNotOn()
    default:
      throw error
  }
}
