import type { Pool } from 'pg'
import type { Db } from '#db/db.ts'
import { databaseFailureOf } from '#db/failures.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { cookieName, isTls, readCookie, writeCookie } from '#server/cookies.ts'
import { CSRF_COOKIE, CSRF_LIFETIME_SECONDS, isCsrfTokenValid, makeCsrfToken } from '#server/csrf.ts'
import type { Events } from '#server/events.ts'
import type { Queue } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import { createMailer, type Mailer } from '#server/mail.ts'
import type { OwnData } from '#server/own-data.ts'
import { createFailureLimit, type FailureLimit } from '#server/rate-limit.ts'
import type { RequestContext } from '#server/routes.ts'
import { hasSessionCookie, type Session, type Sessions } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import { refuse } from '#shared/refusal.ts'
import { FIELD_TEXTS, isReservedUsername, newPasswordProblem, SERVER_TEXTS, safeTarget } from '../accounts.rules.ts'
import type { SignIn, SignUp } from '../credentials.contract.ts'
import { PROVIDER_PICTURE_JOB } from './accounts.events.ts'
import * as queries from './accounts.queries.ts'
import { viewSession } from './accounts.view.ts'
import {
  type Authenticator,
  AuthFailure,
  openAuthenticator,
  openProviderAuthenticator,
  type PasswordHashing,
  type ProviderAuthenticator,
  type SignInStep,
} from './auth/authenticator.ts'
import { deviceCookie } from './auth/known-device.ts'
import { RENEWAL_SECONDS, SESSION_SECONDS } from './auth/session-lifetime.ts'
import { createSignInAttempts, type SignInAttempts } from './auth/sign-in-attempts.ts'
import { restoreDeleted } from './deletion-and-export/restore.ts'
import { requestMail } from './mails/mail-requests.ts'
import { insertMail } from './mails/outbox.queries.ts'
import { ensureProfile } from './profile/profile-record.service.ts'

export interface AccountsDeps {
  db: Db
  config: Config
  clock: Clock
  auth: Authenticator
  /** The OpenID Connect provider; null while there is none, or it cannot be reached. */
  social: () => Promise<ProviderAuthenticator | null>
  sessions: Pick<Sessions, 'forget' | 'forgetMember'>
  failures: FailureLimit
  signInAttempts: SignInAttempts
  /** Mails that were asked for, by address and by place (G01). */
  mailLimits: readonly FailureLimit[]
  /** Mails that were asked for from a /48 of IPv6. */
  wideMailLimit: FailureLimit
  queue: Queue
  events: Events
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
  events: Events
  ownData: readonly OwnData[]
  passwordHashing?: PasswordHashing | undefined
}): AccountsDeps {
  const { db, pool, config, clock, log, queue, sessions, events, ownData, passwordHashing } = deps
  const limit = (name: string, points: number, duration: number) =>
    createFailureLimit(pool, config.rateLimits, name, { points, duration })
  return {
    db,
    config,
    clock,
    queue,
    sessions,
    events,
    ownData,
    failures: limit('own-failure', 5, 15 * 60),
    signInAttempts: createSignInAttempts(pool, config),
    mailLimits: [limit('mail-minute', 1, 60), limit('mail-hour', 5, 3600)],
    wideMailLimit: limit('mail-wide', 40, 3600),
    mailer: createMailer({ config, log, keep: (mail) => insertMail(db, mail, clock()) }),
    auth: openAuthenticator({ db, config, log, passwordHashing }),
    social: openProviderAuthenticator({ db, config, log, passwordHashing }),
  }
}

/** A session in use is noted as seen at most this often. */
const SEEN_AGAIN_MS = 5 * 60_000

/** A member is noted as seen at most this often (G49); sessions are looked up as often. */
const HERE_AGAIN_MS = 60_000

/** Whose session a request's cookie opens; null for a stranger, an ended session and a disabled account (G10). */
export async function lookUpSession(deps: AccountsDeps, headers: Headers): Promise<Session | null> {
  const { token, isRemembered } = await deps.auth.readSessionToken(headers)
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
    return {
      session,
      cookies: hasSessionCookie(request.headers.get('cookie')) ? deps.auth.expiredSessionCookies() : [],
    }
  const renewFrom = session.expiresAt.getTime() - (SESSION_SECONDS - RENEWAL_SECONDS) * 1000
  if (!session.isRemembered || renewFrom > deps.clock().getTime()) return { session, cookies: [] }
  const renewed = await deps.auth.renewSession(request.headers)
  if (renewed === 'unchanged') return { session, cookies: [] }
  deps.sessions.forget(request.headers)
  if (renewed === 'ended') return { session: null, cookies: deps.auth.expiredSessionCookies() }
  return { session: { ...session, expiresAt: renewed.expiresAt }, cookies: renewed.cookies }
}

export async function requireSession(deps: AccountsDeps, request: RequestContext): Promise<OpenedSession> {
  const { session, cookies } = await readSession(deps, request)
  return session ? { session, cookies } : refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
}

/**
 * Refuses invalid_credentials alike for an unknown address and a wrong password, after the same work (C11);
 * email_not_confirmed (C34) and account_disabled to whoever knows the password; and rate_limit_exceeded when there is no
 * turn (`SignInAttempts`).
 */
export async function signIn(deps: AccountsDeps, draft: SignIn, request: RequestContext): Promise<SignInResult> {
  const { email } = draft
  // Ordered for every address alike: whether there is such an account is looked up by the job.
  const tellOwner = () => requestMail(deps, { mail: 'security', what: 'many-wrong-passwords', email })
  const turn = await deps.signInAttempts.begin(request, email, tellOwner)
  const step = await deps.auth.signIn(draft, request).catch(async (error: unknown) => {
    // The password was right.
    if (error instanceof AuthFailure && error.code === 'email_not_confirmed') await turn.passed()
    return refuseAuthError(error)
  })
  await turn.passed()
  return completeFirstStep(deps, request, step)
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
        details: { email: FIELD_TEXTS.emailTaken },
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
  return completeFirstStep(
    deps,
    request,
    await deps.auth.openSession(userId, rememberMe, request).catch(refuseAuthError),
  )
}

/** Refuses weak_password (R-AUTH-72, C32). Slow on purpose: not for transactions. */
export async function hashNewPassword(deps: AccountsDeps, chosen: string): Promise<string> {
  const problem = newPasswordProblem(chosen)
  if (problem !== null) {
    const sentence = problem === FIELD_TEXTS.passwordTooShort ? SERVER_TEXTS.weak_password : problem
    refuse('invalid', 'weak_password', sentence, { details: { password: problem } })
  }
  return deps.auth.hashPassword(chosen)
}

/** Ends the session everywhere at once; without one it only takes the cookies away. */
export async function signOut(deps: AccountsDeps, request: RequestContext): Promise<readonly string[]> {
  if (request.session) await endSession(deps, request.session, request.headers)
  return deps.auth.expiredSessionCookies()
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
    if (id !== null) await announce(db, [tag.member(id)])
  })
}

/** What a first step has come to: a session, or the question for the second factor. */
export async function completeFirstStep(
  deps: AccountsDeps,
  request: RequestContext,
  step: SignInStep,
): Promise<SignInResult> {
  const { token, cookies } = step
  return token === null
    ? { session: null, isChallenged: true, cookies }
    : completeSignIn(deps, request, { ...step, token })
}

export async function completeSignIn(
  deps: AccountsDeps,
  request: RequestContext,
  step: SignInStep & { token: string },
): Promise<OpenedSession> {
  const isRestored = await restoreDeleted(deps, step.token)
  const session = await sessionOf(deps, step.token, step.isRemembered)
  if (session === null) refuse('unauthenticated', 'no_session', SERVER_TEXTS.no_session)
  // The session that this browser had before would otherwise live on where nobody can end it.
  if (request.session) await endSession(deps, request.session, request.headers)
  const cookies = [...step.cookies, deviceCookie(deps, request.headers, session.email)]
  return { session: isRestored ? { ...session, isRestored } : session, cookies }
}

async function endSession(deps: AccountsDeps, { token, viewer }: Session, headers: Headers): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    await queries.deleteSession(db, token)
    await announce(db, [tag.member(viewer.id)])
  })
  deps.sessions.forget(headers)
}

/** Refuses what an `AuthFailure` of a sign-in says; throws every other error as it is. */
export function refuseAuthError(error: unknown): never {
  switch (error instanceof AuthFailure && error.code) {
    case 'wrong_credentials':
      return refuse('unauthenticated', 'invalid_credentials', SERVER_TEXTS.invalid_credentials)
    case 'account_disabled':
      return refuse('forbidden', 'account_disabled', SERVER_TEXTS.account_disabled)
    case 'email_not_confirmed':
      return refuse('forbidden', 'email_not_confirmed', SERVER_TEXTS.email_not_confirmed)
    default:
      throw error
  }
}
