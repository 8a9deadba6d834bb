import type { Pool } from 'pg'
import type { Db } from '#db/db.ts'
import { databaseFailureOf } from '#db/failures.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { cookieName, isTls, readCookie, writeCookie } from '#server/cookies.ts'
import { CSRF_COOKIE, CSRF_LIFETIME_SECONDS, isCsrfTokenValid, makeCsrfToken } from '#server/csrf.ts'
import type { Queue } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import { createMailer, type Mailer } from '#server/mail.ts'
import type { OwnData } from '#server/own-data.ts'
import { createFailureLimit, type FailureLimit } from '#server/rate-limit.ts'
import type { RequestContext } from '#server/routes.ts'
import { hasSessionCookie, type Session, type Sessions } from '#server/session.ts'
import { refuse } from '#shared/refusal.ts'
import { FIELD_TEXTS, isReservedUsername, newPasswordProblem, SERVER_TEXTS, safeTarget } from '../accounts.rules.ts'
import type { SignIn, SignUp } from '../credentials.contract.ts'
import { PROVIDER_PICTURE_JOB } from './accounts.events.ts'
import * as queries from './accounts.queries.ts'
import { viewSession } from './accounts.view.ts'
import {
  ACCOUNT_DISABLED,
  type Auth,
  createAuth,
  createSocialAuth,
  DO_NOT_REMEMBER_COOKIE,
  EMAIL_NOT_CONFIRMED,
  type PasswordHashing,
  RENEWAL_SECONDS,
  SESSION_SECONDS,
} from './auth/better-auth.ts'
import { TRUST_COOKIE } from './auth/factors.ts'
import { deviceCookie } from './auth/known-device.ts'
import { expiredCookie, expiredSessionCookies, headersForNewSession, withoutCookies } from './auth/session-cookies.ts'
import { createSignInAttempts, type SignInAttempts } from './auth/sign-in-attempts.ts'
import { restoreDeleted } from './deletion-and-export/restore.ts'
import { requestMail } from './mails/mail-requests.ts'
import { insertMail } from './mails/outbox.queries.ts'
import { ensureProfile } from './profile/profile-record.service.ts'

export interface AccountsDeps {
  db: Db
  config: Config
  clock: Clock
  auth: Auth
  /** With the provider; null while there is none, or it cannot be reached. */
  social: () => Promise<Auth | null>
  sessions: Pick<Sessions, 'forget' | 'forgetMember'>
  failures: FailureLimit
  signInAttempts: SignInAttempts
  /** Mails that were asked for, by address and by place (G01). */
  mailLimits: readonly FailureLimit[]
  /** Mails that were asked for from a /48 of IPv6. */
  wideMailLimit: FailureLimit
  queue: Queue
  mailer: Mailer
  /** What each feature holds of a member. */
  ownData: readonly OwnData[]
}

/** A session and the cookies that bring it to the browser. */
export interface OpenedSession {
  session: Session
  cookies: readonly string[]
}

/** The first step was right, and a code has to follow: these cookies carry the sign-in there. No session exists yet. */
export interface SecondFactorRequired {
  session: null
  isChallenged: true
  cookies: readonly string[]
}

export type SignInResult = OpenedSession | SecondFactorRequired

/** Cookies and, where the member may come in at once, the session. */
export type SignedUp = SignInResult | { session: null; cookies: readonly string[] }

export function openAccounts(deps: {
  db: Db
  pool: Pool
  config: Config
  clock: Clock
  log: Log
  queue: Queue
  sessions: Pick<Sessions, 'forget' | 'forgetMember'>
  ownData: readonly OwnData[]
  passwordHashing?: PasswordHashing | undefined
}): AccountsDeps {
  const { db, pool, config, clock, log, queue, sessions, ownData, passwordHashing } = deps
  const limit = (name: string, points: number, duration: number) =>
    createFailureLimit(pool, config.rateLimits, name, { points, duration })
  return {
    db,
    config,
    clock,
    queue,
    sessions,
    ownData,
    failures: limit('own-failure', 5, 15 * 60),
    signInAttempts: createSignInAttempts(pool, config),
    mailLimits: [limit('mail-minute', 1, 60), limit('mail-hour', 5, 3600)],
    wideMailLimit: limit('mail-wide', 40, 3600),
    mailer: createMailer({ config, log, keep: (mail) => insertMail(db, mail, clock()) }),
    auth: createAuth({ db, config, log, passwordHashing }),
    social: createSocialAuth({ db, config, log, passwordHashing }),
  }
}

/** A session in use is noted as seen at most this often. */
const SEEN_AGAIN_MS = 5 * 60_000

/** A member is noted as seen at most this often (G49); sessions are looked up as often. */
const HERE_AGAIN_MS = 60_000

/** Whose session a request's cookie opens; null for a stranger, an ended session and a disabled account (G10). */
export async function lookUpSession(deps: AccountsDeps, headers: Headers): Promise<Session | null> {
  const { token, isRemembered } = await deps.auth.api.readSessionToken({ headers })
  return token === null ? null : sessionOf(deps, token, isRemembered)
}

async function sessionOf(deps: AccountsDeps, token: string, isRemembered: boolean): Promise<Session | null> {
  let row = await queries.findSession(deps.db, token)
  if (row && row.profile_id === null) {
    // A session without a profile gets one (R-SESS-12): it may come from a provider, or from a restored backup.
    const { user_id: userId, image } = row
    await inTransaction(deps, async ({ db }) => {
      const isNew = await ensureProfile(db, userId)
      if (isNew && image !== null) await deps.queue.send(db, PROVIDER_PICTURE_JOB, { userId })
    })
    row = await queries.findSession(deps.db, token)
  }
  const now = deps.clock()
  if (!row || row.disabled_at !== null || row.expires_at <= now) return null
  const since = new Date(now.getTime() - HERE_AGAIN_MS)
  try {
    if (now.getTime() - row.seen_at.getTime() > SEEN_AGAIN_MS) await queries.touchSession(deps.db, token, now)
    if (row.last_seen_at === null || row.last_seen_at <= since)
      await queries.touchMember(deps.db, row.user_id, now, since)
  } catch (error) {
    // A disk that is full keeps nobody from reading.
    if (databaseFailureOf(error) !== 'full') throw error
  }
  return viewSession(token, row, isRemembered)
}

/** Those of these sessions that are in force, for who holds a connection open; that is no visit of the member's. */
export const listOpenSessions = ({ db, clock }: Pick<AccountsDeps, 'db' | 'clock'>, tokens: readonly string[]) =>
  queries.listOpenSessions(db, tokens, clock())

/**
 * The session as it stands, renewed when that is due, with the cookies that say so. A cookie that opens nothing is taken
 * away, because its bearer never meets the page cache.
 */
export async function readSession(
  deps: AccountsDeps,
  request: RequestContext,
): Promise<{ session: Session | null; cookies: readonly string[] }> {
  const { session } = request
  if (session === null)
    return { session, cookies: hasSessionCookie(request.headers.get('cookie')) ? expiredSessionCookies(deps) : [] }
  const renewFrom = session.expiresAt.getTime() - (SESSION_SECONDS - RENEWAL_SECONDS) * 1000
  if (!session.isRemembered || renewFrom > deps.clock().getTime()) return { session, cookies: [] }
  const renewed = await deps.auth.api
    .getSession({ headers: request.headers, returnHeaders: true })
    .catch((error: unknown) => {
      if (authErrorCode(error) !== 'FAILED_TO_GET_SESSION') throw error
      // It was ended while it was being renewed; or it could not be renewed, and then it is good as it is.
      const isEnded = (error as { status?: unknown }).status === 'UNAUTHORIZED'
      return isEnded ? { headers: new Headers(), response: null } : null
    })
  if (renewed === null) return { session, cookies: [] }
  const { headers, response } = renewed
  deps.sessions.forget(request.headers)
  if (!response) return { session: null, cookies: expiredSessionCookies(deps) }
  return { session: { ...session, expiresAt: response.session.expiresAt }, cookies: headers.getSetCookie() }
}

export async function requireSession(deps: AccountsDeps, request: RequestContext): Promise<OpenedSession> {
  const { session, cookies } = await readSession(deps, request)
  return session ? { session, cookies } : refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
}

/**
 * Refuses invalid_credentials alike for an unknown address and a wrong password, after the same work (C11);
 * email_not_confirmed (C34) and account_disabled to whoever knows the password; and rate_limit_exceeded when there is no
 * turn (`SignInTurns`).
 */
export async function signIn(deps: AccountsDeps, draft: SignIn, request: RequestContext): Promise<SignInResult> {
  const { email } = draft
  // Ordered for every address alike: whether there is such an account is looked up by the job.
  const tellOwner = () => requestMail(deps, { mail: 'security', what: 'many-wrong-passwords', email })
  const turn = await deps.signInAttempts.begin(request, email, tellOwner)
  const { headers, response } = await deps.auth.api
    .signInEmail({ body: draft, headers: headersForNewSession(request, [TRUST_COOKIE]), returnHeaders: true })
    .catch(async (error: unknown) => {
      // The password was right.
      if (authErrorCode(error) === EMAIL_NOT_CONFIRMED) await turn.passed()
      return refuseAuthError(error)
    })
  await turn.passed()
  return completeFirstStep(deps, request, {
    token: tokenIn(response),
    cookies: headers.getSetCookie(),
    isRemembered: draft.rememberMe,
  })
}

/**
 * Makes user, password and profile, all or none, and opens a session, or, where addresses are to be confirmed, sends
 * the link that does (C34). Refuses weak_password, user_already_exists and username_taken; of simultaneous claims to one
 * address or name exactly one succeeds.
 */
export async function signUp(deps: AccountsDeps, draft: SignUp, request: RequestContext): Promise<SignedUp> {
  const { email, username, displayName, rememberMe } = draft
  const mustConfirm = deps.config.requireEmailConfirmation
  const hash = await hashNewPassword(deps, draft.password)
  const userId = await inTransaction(deps, async ({ db }) => {
    const id = await queries.insertUser(db, { email, name: displayName })
    if (id === null)
      refuse('conflict', 'user_already_exists', SERVER_TEXTS.user_already_exists, {
        details: { email: 'This email is already registered' },
      })
    await queries.insertPassword(db, id, hash)
    // An address that is to be confirmed proves nothing before it is.
    const role = email === deps.config.adminEmail && !mustConfirm ? 'admin' : 'user'
    const isMade = await queries.insertProfile(db, { id, username, display_name: displayName, role })
    if (!isMade)
      refuse('conflict', 'username_taken', FIELD_TEXTS.usernameTaken, {
        details: { username: FIELD_TEXTS.usernameTaken },
      })
    if (mustConfirm)
      await requestMail({ db, queue: deps.queue }, { mail: 'confirm', email, target: safeTarget(draft.redirect) })
    return id
  })
  return mustConfirm ? { session: null, cookies: [] } : openSession(deps, request, userId, rememberMe)
}

/**
 * Opens a session for a member who has proved who they are, or asks for the second factor. Refuses account_disabled and
 * email_not_confirmed.
 */
export async function openSession(
  deps: AccountsDeps,
  request: RequestContext,
  userId: string,
  rememberMe: boolean,
): Promise<SignInResult> {
  const { headers, response } = await deps.auth.api
    .openSession({ body: { userId, rememberMe }, headers: headersForNewSession(request), returnHeaders: true })
    .catch(refuseAuthError)
  const cookies = headers.getSetCookie()
  return completeFirstStep(deps, request, { token: tokenIn(response), cookies, isRemembered: rememberMe })
}

/** Refuses weak_password (R-AUTH-72, C32). Slow on purpose: not for transactions. */
export async function hashNewPassword(deps: AccountsDeps, chosen: string): Promise<string> {
  const problem = newPasswordProblem(chosen)
  if (problem !== null) {
    const sentence = problem === FIELD_TEXTS.passwordTooShort ? SERVER_TEXTS.weak_password : problem
    refuse('invalid', 'weak_password', sentence, { details: { password: problem } })
  }
  const { password } = await deps.auth.$context
  return password.hash(chosen)
}

/** Ends the session everywhere at once; without one it only takes the cookies away. */
export async function signOut(deps: AccountsDeps, request: RequestContext): Promise<readonly string[]> {
  if (request.session) await endSession(deps, request.session, request.headers)
  return expiredSessionCookies(deps)
}

/** Reasons are given where there is one (R-AUTH-42). */
export async function checkUsername(
  deps: AccountsDeps,
  username: string,
): Promise<{ available: true } | { available: false; reason: string }> {
  if (isReservedUsername(username)) return { available: false, reason: FIELD_TEXTS.usernameReserved }
  const isTaken = await queries.isUsernameTaken(deps.db, username)
  return isTaken ? { available: false, reason: FIELD_TEXTS.usernameTaken } : { available: true }
}

export async function checkEmail(deps: AccountsDeps, email: string): Promise<{ exists: boolean }> {
  return { exists: await queries.hasAccount(deps.db, email) }
}

/**
 * The security token of this visitor (G09), and the cookie that it must match. A token with half its hour left is
 * handed out again, so that two tabs do not take it from each other.
 */
export function csrfToken(deps: AccountsDeps, request: RequestContext): { token: string; cookie: string } {
  const { secret } = deps.config
  const now = deps.clock()
  const sessionToken = request.session?.token ?? null
  const name = cookieName(CSRF_COOKIE, isTls(deps))
  const kept = readCookie(request.headers.get('cookie'), name)
  const inHalfItsTime = new Date(now.getTime() + (CSRF_LIFETIME_SECONDS / 2) * 1000)
  const token =
    kept !== null && isCsrfTokenValid(secret, { header: kept, cookie: kept, sessionToken }, inHalfItsTime)
      ? kept
      : makeCsrfToken(secret, sessionToken, now)
  return { token, cookie: writeCookie(name, token, { maxAge: CSRF_LIFETIME_SECONDS, secure: isTls(deps) }) }
}

/**
 * The account named by ADMIN_EMAIL, when it exists already; later ones are made admin as they sign up, or, where
 * addresses are to be confirmed, when this one is.
 */
export async function appointAdmin(
  deps: Pick<AccountsDeps, 'db' | 'config'>,
  isToBeConfirmed = deps.config.requireEmailConfirmation,
): Promise<void> {
  const { adminEmail } = deps.config
  if (adminEmail === null) return
  await inTransaction(deps, async ({ db }) => {
    const id = await queries.makeAdmin(db, adminEmail, isToBeConfirmed)
    if (id !== null) await announce(db, [`member:${id}`])
  })
}

/** Null where better-auth has held the session back for a second factor, which its types do not say. */
const tokenIn = (response: { token: string }): string | null =>
  'twoFactorRedirect' in response ? null : response.token

/** What a first step has come to: a session, or the question for the second factor. */
export async function completeFirstStep(
  deps: AccountsDeps,
  request: RequestContext,
  made: { token: string | null; cookies: readonly string[]; isRemembered: boolean },
): Promise<SignInResult> {
  const { token, cookies, isRemembered } = made
  if (token !== null) return completeSignIn(deps, request, { token, cookies, isRemembered })
  // A session that the browser has goes on until the second step is done.
  const carried = withoutCookies(cookies, ['session_token', 'session_data'])
  return {
    session: null,
    isChallenged: true,
    cookies: isRemembered ? [...carried, expiredCookie(deps, DO_NOT_REMEMBER_COOKIE)] : carried,
  }
}

export async function completeSignIn(
  deps: AccountsDeps,
  request: RequestContext,
  made: { token: string; cookies: readonly string[]; isRemembered: boolean },
): Promise<OpenedSession> {
  const { isRemembered } = made
  const isRestored = await restoreDeleted(deps, made.token)
  const session = await sessionOf(deps, made.token, isRemembered)
  if (session === null) refuse('unauthenticated', 'no_session', 'Could not establish session. Please try again.')
  // The session that this browser had before would otherwise live on where nobody can end it.
  if (request.session) await endSession(deps, request.session, request.headers)
  const cookies = [
    ...made.cookies,
    deviceCookie(deps, request.headers, session.email),
    ...(isRemembered ? [expiredCookie(deps, DO_NOT_REMEMBER_COOKIE)] : []),
  ]
  return { session: isRestored ? { ...session, isRestored } : session, cookies }
}

async function endSession(deps: AccountsDeps, { token, viewer }: Session, headers: Headers): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    await queries.deleteSession(db, token)
    await announce(db, [`member:${viewer.id}`])
  })
  deps.sessions.forget(headers)
}

export const authErrorCode = (error: unknown) => (error as { body?: { code?: unknown } } | null)?.body?.code

/** PostgreSQL's: a row refers to what is no longer there. */
const FOREIGN_KEY_VIOLATION = '23503'

export function refuseAuthError(error: unknown): never {
  // The account was removed between two steps of the sign-in.
  if ((error as { code?: unknown } | null)?.code === FOREIGN_KEY_VIOLATION)
    return refuse('unauthenticated', 'invalid_credentials', SERVER_TEXTS.invalid_credentials)
  switch (authErrorCode(error)) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return refuse('unauthenticated', 'invalid_credentials', SERVER_TEXTS.invalid_credentials)
    case ACCOUNT_DISABLED:
      return refuse('forbidden', 'account_disabled', SERVER_TEXTS.account_disabled)
    case EMAIL_NOT_CONFIRMED:
      return refuse('forbidden', 'email_not_confirmed', SERVER_TEXTS.email_not_confirmed)
    default:
      throw error
  }
}
