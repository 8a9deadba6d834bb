import { createHash } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { budgetKey, wideKey } from '#server/client-address.ts'
import { cookieName, isTls, readCookie, writeCookie } from '#server/cookies.ts'
import type { RequestContext } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { refuse } from '#shared/refusal.ts'
import { safeTarget } from '../../accounts.rules.ts'
import { FIELD_TEXTS, SERVER_TEXTS } from '../../accounts.texts.ts'
import type { Resend, UpdatePassword } from '../../credentials.schemas.ts'
import { passwordChanged } from '../accounts.events.ts'
import * as queries from '../accounts.queries.ts'
import {
  type AccountsDeps,
  appointAdmin,
  hashNewPassword,
  openSession,
  requirePasswords,
  type SignInResult,
} from '../accounts.service.ts'
import { deviceCookie } from '../auth/known-device.ts'
import { deleteTrustedDevices } from '../auth/trusted-devices.queries.ts'
import { deleteCodes, findCode, isCodeUsed, useCode } from '../codes/codes.queries.ts'
import { requestMail } from '../mails/mail-requests.ts'

/** Stores the code of a reset link until the new password is set, so that the URL does not contain it. */
const recoveryCookie = (deps: AccountsDeps) => cookieName('savepoint.recovery', isTls(deps))
const RECOVERY_SECONDS = 3600

/**
 * Requests a reset mail. Response and work are the same for every address (G01). Refuses over_email_send_rate_limit
 * (R-AUTH-77).
 */
export async function requestReset(deps: AccountsDeps, email: string, request: RequestContext): Promise<void> {
  requirePasswords(deps)
  await limitMail(deps, email, request)
  await requestMail(deps, { mail: 'reset', email })
}

/** Requests the confirmation mail again, with the same precautions (G02). */
export async function resendConfirmation(
  deps: AccountsDeps,
  { email, redirect }: Resend,
  request: RequestContext,
): Promise<void> {
  await limitMail(deps, email, request)
  await requestMail(deps, { mail: 'confirm', email, target: safeTarget(redirect) })
}

/**
 * Limits mails to one a minute and five an hour, for each email address, IP address and member, and to forty an hour
 * for a /48 of IPv6 (G01).
 */
export async function limitMail(deps: AccountsDeps, email: string, { ip, session }: RequestContext): Promise<void> {
  const hash = createHash('sha256').update(email).digest('base64url')
  const refuseFor = (retryAfter: number) =>
    refuse('too_many', 'over_email_send_rate_limit', SERVER_TEXTS.over_email_send_rate_limit, { retryAfter })
  const keys = [`email:${hash}`, `ip:${budgetKey(ip)}`, ...(session ? [`member:${session.viewer.id}`] : [])]
  for (const limit of deps.mailLimits)
    for (const who of keys) {
      const retryAfter = await limit.begin(who)
      if (retryAfter !== null) refuseFor(retryAfter)
    }
  const network = wideKey(ip)
  const retryAfter = network === null ? null : await deps.wideMailLimit.begin(network)
  if (retryAfter !== null) refuseFor(retryAfter)
}

/**
 * Opens a reset link without consuming its code, because programs that scan mails open links before people do. Returns
 * the cookie that stores the code, or null when the link is used or expired.
 */
export async function openRecovery(deps: AccountsDeps, code: string): Promise<string | null> {
  const found = await findCode(deps.db, 'recovery', code, deps.clock())
  return found && writeCookie(recoveryCookie(deps), code, { maxAge: RECOVERY_SECONDS, secure: isTls(deps) })
}

export interface NewPassword {
  cookies: readonly string[]
  /** The link in a mail is no second factor: a member with a second factor must still enter a code. */
  isSecondFactorRequired: boolean
  /** The account was deleted, and this sign-in has restored it. */
  isRestored: boolean
}

/**
 * Sets a new password, with the current one or with a reset link, which this consumes, and ends all other sessions. No
 * other device is a known device afterwards. Returns the cookies. Refuses weak_password (R-AUTH-72); invalid_grant for a used or expired link (R-AUTH-75);
 * invalid_credentials for a wrong current password; and rate_limit_exceeded after five of those in 15 minutes.
 */
export async function updatePassword(
  deps: AccountsDeps,
  draft: UpdatePassword,
  request: RequestContext,
): Promise<NewPassword> {
  requirePasswords(deps)
  return draft.current_password !== undefined && request.session !== null
    ? changePassword(deps, draft.password, draft.current_password, request)
    : resetPassword(deps, draft.password, request)
}

async function changePassword(
  deps: AccountsDeps,
  chosen: string,
  current: string,
  request: RequestContext,
): Promise<NewPassword> {
  const { session } = request
  if (session === null) return refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
  const userId = session.viewer.id
  await requirePassword(deps, userId, current, 'current_password')
  const hash = await hashNewPassword(deps, chosen)
  await inTransaction(deps, async ({ db }) => {
    await queries.setPassword(db, userId, hash)
    await endOtherSessions({ ...deps, db }, userId, session.token)
    await deps.events.publish(db, passwordChanged, { userId })
    await requestMail({ db, queue: deps.queue }, { mail: 'password-changed', email: session.email })
  })
  deps.sessions.evictMember(userId)
  const cookies = [await deviceCookie(deps, request.headers, session.email)]
  return { cookies, isSecondFactorRequired: false, isRestored: false }
}

async function resetPassword(deps: AccountsDeps, chosen: string, request: RequestContext): Promise<NewPassword> {
  const code = readCookie(request.headers.get('cookie'), recoveryCookie(deps))
  // Checks the code before the slow hashing, and again when the code is used.
  const found = code !== null ? await findCode(deps.db, 'recovery', code, deps.clock()) : null
  if (code === null || found === null) return refuse('invalid', 'invalid_grant', SERVER_TEXTS.invalid_grant)
  const { userId } = found
  if ((await queries.findBarriers(deps.db, userId)).isDisabled)
    refuse('forbidden', 'account_disabled', SERVER_TEXTS.account_disabled)
  const hash = await hashNewPassword(deps, chosen)
  await inTransaction(deps, async ({ db }) => {
    if ((await useCode(db, 'recovery', code, deps.clock())) === null)
      refuse('invalid', 'invalid_grant', SERVER_TEXTS.invalid_grant)
    await deleteCodes(db, ['recovery', 'email-old', 'email-new'], userId)
    await queries.setPassword(db, userId, hash)
    // The link went to this email address, so opening it confirms the address.
    await queries.confirmEmail(db, userId)
    await endOtherSessions({ ...deps, db }, userId, null)
    await deps.events.publish(db, passwordChanged, { userId })
    const email = await queries.findEmail(db, userId)
    if (email !== null) await requestMail({ db, queue: deps.queue }, { mail: 'password-changed', email })
  })
  deps.sessions.evictMember(userId)
  await appointAdmin(deps)
  const { cookies, session } = await openSession(deps, request, userId, true)
  return {
    cookies: [...cookies, writeCookie(recoveryCookie(deps), '', { maxAge: 0, secure: isTls(deps) })],
    isSecondFactorRequired: session === null,
    isRestored: session?.isRestored === true,
  }
}

/** Checks the password. Refuses invalid_credentials, and rate_limit_exceeded after five wrong ones in 15 minutes. */
export async function requirePassword(deps: AccountsDeps, userId: string, given: string, field: string): Promise<void> {
  const who = `own:${userId}`
  const retryAfter = await deps.failures.begin(who)
  if (retryAfter !== null) refuse('too_many', 'rate_limit_exceeded', SERVER_TEXTS.rate_limit_exceeded, { retryAfter })
  const hash = await queries.findPassword(deps.db, userId)
  if (hash === null || !(await deps.auth.isPassword(given, hash)))
    refuse('unauthenticated', 'invalid_credentials', FIELD_TEXTS.passwordWrong, {
      details: { [field]: FIELD_TEXTS.passwordWrong },
    })
  await deps.failures.forgive(who)
}

/**
 * Ends the member's sessions on all nodes when the surrounding transaction commits, and removes all trusted devices.
 */
export async function endOtherSessions(
  deps: Pick<AccountsDeps, 'db'>,
  userId: string,
  exceptToken: string | null,
): Promise<void> {
  await queries.deleteSessionsOf(deps.db, userId, exceptToken)
  await deleteTrustedDevices(deps.db, userId)
  await announce(deps.db, [tag.member(userId)])
}

export type Confirmation =
  | { is: 'confirmed'; entered: SignInResult; target: string }
  | { is: 'already' }
  | { is: 'invalid' }

/** Confirms the email address by its link, and signs the member in (G02). */
export async function confirmSignUp(deps: AccountsDeps, code: string, request: RequestContext): Promise<Confirmation> {
  const used = await inTransaction(deps, async ({ db }) => {
    const meaning = await useCode(db, 'signup', code, deps.clock())
    if (meaning) {
      await queries.confirmEmail(db, meaning.userId)
      await announce(db, [tag.member(meaning.userId)])
    }
    return meaning
  })
  if (used === null) return { is: (await isCodeUsed(deps.db, 'signup', code)) ? 'already' : 'invalid' }
  await appointAdmin(deps)
  const entered = await openSession(deps, request, used.userId, true)
  return { is: 'confirmed', entered, target: safeTarget(used.subject) }
}
