import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { SERVER_TEXTS } from '../../accounts.rules.ts'
import { type AccountsDeps, authErrorCode } from '../accounts.service.ts'
import { sessionTokenIn } from '../auth/session-cookies.ts'
import { type MailRequest, requestMail } from '../mails/mail-requests.ts'
import { requirePassword } from '../recovery/recovery.service.ts'
import { requireOwnSession } from '../security/security.service.ts'
import {
  acceptCode,
  deleteHalfDisabledFactor,
  endSessionAt,
  findSecondFactor,
  forgetDevices,
  markSecondFactorEnabled,
} from './second-factor.queries.ts'
import { hashCode, refuseWrongCode } from './second-step.service.ts'

const DAY_MS = 24 * 3600_000

export async function readSecondFactor(deps: AccountsDeps, userId: string): Promise<{ isOn: boolean; left: number }> {
  const { isOn } = await findSecondFactor(deps.db, userId)
  return { isOn, left: isOn ? (await recoveryCodesOf(deps, userId)).length : 0 }
}

async function recoveryCodesOf(deps: AccountsDeps, userId: string): Promise<string[]> {
  const { backupCodes } = await deps.auth.api.viewBackupCodes({ body: { userId } })
  return backupCodes
}

/** A new secret in place of one that no code has confirmed. Refuses invalid_credentials and already_on. */
export async function beginSecondFactor(
  deps: AccountsDeps,
  password: string,
  request: RequestContext,
): Promise<{ uri: string; secret: string }> {
  const { viewer } = requireOwnSession(request)
  await requirePassword(deps, viewer.id, password, 'password')
  if ((await findSecondFactor(deps.db, viewer.id)).isOn) refuseAlreadyOn()
  await deleteHalfDisabledFactor(deps.db, viewer.id)
  const answer = await deps.auth.api
    .enableTwoFactor({ body: { password, method: 'totp' }, headers: request.headers })
    .catch(ended)
  const uri = 'totpURI' in answer ? answer.totpURI : ''
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' }
}

/** Turns it on and answers the recovery codes. Refuses invalid_code, five of them in 15 minutes, not_begun and already_on. */
export async function confirmSecondFactor(
  deps: AccountsDeps,
  typed: string,
  request: RequestContext,
): Promise<{ codes: string[]; cookies: readonly string[] }> {
  const { viewer } = requireOwnSession(request)
  const { isOn, isBegun } = await findSecondFactor(deps.db, viewer.id)
  if (isOn) refuseAlreadyOn()
  if (!isBegun) refuse('conflict', 'not_begun', 'Please begin again.')
  const who = `own-code:${viewer.id}`
  const retryAfter = await deps.failures.begin(who)
  if (retryAfter !== null) refuse('too_many', 'rate_limit_exceeded', SERVER_TEXTS.rate_limit_exceeded, { retryAfter })
  const code = typed.replace(/\s/g, '')
  const { headers } = await deps.auth.api
    .verifyTOTP({ body: { code }, headers: request.headers, returnHeaders: true })
    .catch((error: unknown) => (authErrorCode(error) === 'INVALID_CODE' ? refuseWrongCode() : ended(error)))
  await deps.failures.forgive(who)
  await changed(deps, request, headers, 'second-factor-on', hashCode(code))
  return { codes: await recoveryCodesOf(deps, viewer.id), cookies: headers.getSetCookie() }
}

/** Refuses invalid_credentials and not_on. */
export async function renewRecoveryCodes(
  deps: AccountsDeps,
  password: string,
  request: RequestContext,
): Promise<string[]> {
  const session = requireOwnSession(request)
  await requirePassword(deps, session.viewer.id, password, 'password')
  const { backupCodes } = await deps.auth.api
    .generateBackupCodes({ body: { password }, headers: request.headers })
    .catch((error: unknown) => (authErrorCode(error) === 'TWO_FACTOR_NOT_ENABLED' ? refuseNotOn() : ended(error)))
  await requestMail(deps, { mail: 'security', what: 'recovery-codes-renewed', email: session.email })
  return backupCodes
}

/** Refuses invalid_credentials and not_on. Answers the cookies of the session, which is a new one. */
export async function endSecondFactor(
  deps: AccountsDeps,
  password: string,
  request: RequestContext,
): Promise<readonly string[]> {
  const { viewer } = requireOwnSession(request)
  await requirePassword(deps, viewer.id, password, 'password')
  if (!(await findSecondFactor(deps.db, viewer.id)).isOn) refuseNotOn()
  const { headers } = await deps.auth.api
    .disableTwoFactor({ body: { password }, headers: request.headers, returnHeaders: true })
    .catch(ended)
  await changed(deps, request, headers, 'second-factor-off', null)
  return headers.getSetCookie()
}

/** better-auth has given the member another session; all nodes forget the old one, and the owner is told. */
async function changed(
  deps: AccountsDeps,
  request: RequestContext,
  headers: Headers,
  what: Extract<MailRequest, { mail: 'security' }>['what'],
  codeHash: string | null,
): Promise<void> {
  const { viewer, email, isRemembered } = requireOwnSession(request)
  const token = sessionTokenIn(headers.getSetCookie())
  await inTransaction(deps, async ({ db }) => {
    // What was trusted before says nothing about this secret.
    await forgetDevices(db, viewer.id)
    if (codeHash !== null) {
      await acceptCode(db, viewer.id, codeHash)
      await markSecondFactorEnabled(db, viewer.id)
    }
    if (!isRemembered && token !== null) await endSessionAt(db, token, new Date(deps.clock().getTime() + DAY_MS))
    await requestMail({ db, queue: deps.queue }, { mail: 'security', what, email })
    await announce(db, [`member:${viewer.id}`])
  })
  deps.sessions.forgetMember(viewer.id)
}

const refuseAlreadyOn = (): never => refuse('conflict', 'already_on', 'Two-factor sign-in is on already.')
const refuseNotOn = (): never => refuse('conflict', 'not_on', 'Two-factor sign-in is not on.')

/** The session was ended, or changed by another tab, between two looks at it. */
function ended(error: unknown): never {
  const { status } = error as { status?: unknown }
  if (status === 'UNAUTHORIZED') return refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
  if (authErrorCode(error) === 'TOTP_ALREADY_ENABLED') return refuseAlreadyOn()
  throw error
}
