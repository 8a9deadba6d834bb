import type { Pool } from 'pg'
import type { Db } from '#db/db.ts'
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
import type { Session, Sessions } from '#server/session.ts'
import type { StoredFiles } from '#server/storage/stored-files.ts'
import { tag } from '#server/tags.ts'
import { refuse } from '#shared/refusal.ts'
import { newPasswordProblem, PASSWORD_MIN, safeTarget } from '../accounts.rules.ts'
import { ACCOUNT_REFUSALS, FIELD_TEXTS, SERVER_TEXTS } from '../accounts.texts.ts'
import type { SignIn, SignUp } from '../credentials.schemas.ts'
import { type AccountWanted, accountCreated, accountWanted, hashInvitation } from './accounts.events.ts'
import * as queries from './accounts.queries.ts'
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
import { createSignInAttempts, type SignInAttempts } from './auth/sign-in-attempts.ts'
import { restoreDeleted } from './deletion-and-export/restore.ts'
import { requestMail } from './mails/mail-requests.ts'
import { insertMail } from './mails/outbox.queries.ts'
import { isReservedName, type ReservedNamesDeps, refuseReserved } from './names/reserved-names.service.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'
import { endSuspensions, readSuspension } from './roles-and-status/roles-and-status.service.ts'
import { acceptCode, hashCode } from './second-factor/second-factor.queries.ts'
import { sessionOf } from './session/session.service.ts'

export interface AccountsDeps extends ReservedNamesDeps {
  db: Db
  config: Config
  clock: Clock
  log: Log
  auth: Authenticator
  /** The OpenID Connect provider with this id; null when it is not configured or unreachable. */
  social: (id: string) => Promise<ProviderAuthenticator | null>
  sessions: Pick<Sessions, 'evict' | 'evictMember'>
  failures: FailureLimit
  signInAttempts: SignInAttempts
  /** Limits requests for mails, by email address and by IP address (G01). */
  mailLimits: readonly FailureLimit[]
  /** Limits requests for mails from a /48 of IPv6. */
  wideMailLimit: FailureLimit
  queue: Queue
  events: Events
  mailer: Mailer
  /** The features that store data of members. */
  ownData: readonly OwnData[]
  files: StoredFiles
}

/** A session, with the cookies that set it in the browser. */
export interface OpenedSession {
  session: Session
  cookies: readonly string[]
}

/**
 * The first step succeeded, and a code is required. The cookies identify the pending sign-in; no session exists yet.
 */
export interface SecondFactorRequired {
  session: null
  isSecondFactorRequired: true
  cookies: readonly string[]
}

export type SignInResult = OpenedSession | SecondFactorRequired

/** The cookies, and the session unless the address must be confirmed first. */
export type SignedUp = SignInResult | { session: null; cookies: readonly string[] }

export function openAccounts(deps: {
  db: Db
  pool: Pool
  config: Config
  clock: Clock
  log: Log
  queue: Queue
  sessions: Pick<Sessions, 'evict' | 'evictMember'>
  events: Events
  ownData: readonly OwnData[]
  files: StoredFiles
  paths: readonly string[]
  passwordHashing?: PasswordHashing | undefined
}): AccountsDeps {
  const { db, pool, config, clock, log, queue, sessions, events, ownData, files, paths, passwordHashing } = deps
  const limit = (name: string, points: number, duration: number) =>
    createFailureLimit(pool, config.rateLimits, name, { points, duration })
  const admit = (wanted: AccountWanted) => inTransaction({ db }, (tx) => events.publish(tx.db, accountWanted, wanted))
  const authDeps = { db, config, log, passwordHashing, admit }
  return {
    db,
    config,
    clock,
    log,
    queue,
    sessions,
    events,
    ownData,
    files,
    paths,
    failures: limit('own-failure', 5, 15 * 60),
    signInAttempts: createSignInAttempts({ db, pool, config }),
    mailLimits: [limit('mail-minute', 1, 60), limit('mail-hour', 5, 3600)],
    wideMailLimit: limit('mail-wide', 40, 3600),
    mailer: createMailer({ config, log, keep: (mail) => insertMail(db, mail, clock()) }),
    auth: openAuthenticator(authDeps),
    social: openProviderAuthenticator(authDeps),
  }
}

/** "Google", "Google or Keycloak". */
const providerNames = ({ oidc }: Pick<Config, 'oidc'>) => oidc.map(({ name }) => name).join(' or ')

/** Refuses password_sign_in_off where members sign in through the provider alone. */
export function requirePasswords({ config }: Pick<AccountsDeps, 'config'>): void {
  if (!config.passwordSignIn)
    refuse('forbidden', 'password_sign_in_off', ACCOUNT_REFUSALS.passwordOff(providerNames(config)))
}

/**
 * Signs a member in. Refuses invalid_credentials with the same response and work for an unknown address and a wrong
 * password (C11); email_not_confirmed (C34) and account_disabled only after the right password; and rate_limit_exceeded
 * and sign_in_slowed at the limits of attempts (`SignInAttempts`).
 */
export async function signIn(deps: AccountsDeps, draft: SignIn, request: RequestContext): Promise<SignInResult> {
  requirePasswords(deps)
  const { email } = draft
  // Requested for every address, because only the job looks up whether an account exists.
  const notifyOwner = () => requestMail(deps, { mail: 'security', what: 'many-wrong-passwords', email })
  const attempt = await deps.signInAttempts.begin(request, draft, {
    onMany: notifyOwner,
    takeCode: (code) => takeCode(deps, email, code),
  })
  await endSuspensionOf(deps, email)
  const step = await deps.auth.signIn(draft, request).catch(async (error: unknown) => {
    const account = await queries.findAccount(deps.db, email)
    if (account) await refuseIfSuspended(deps, account.id, error)
    // The password was right.
    if (error instanceof AuthFailure && error.code === 'email_not_confirmed') await attempt.passed()
    return refuseAuthError(error)
  })
  await attempt.passed()
  return completeFirstStep(deps, request, step)
}

/** Enables the member if the suspension has ended, before the next run of the job. */
async function endSuspensionOf(deps: AccountsDeps, email: string): Promise<void> {
  const account = await queries.findAccount(deps.db, email)
  if (account) await endSuspensions(deps, account.id)
}

/**
 * If a sign-in failed because the member is suspended, refuses it with the words of the admin and a token for an appeal. The
 * member's identity is proved: by the password, a passkey or a provider.
 */
export async function refuseIfSuspended(deps: AccountsDeps, userId: string, failure: unknown): Promise<void> {
  if (!(failure instanceof AuthFailure) || failure.code !== 'account_disabled') return
  const suspension = await readSuspension(deps, userId)
  if (!suspension) return
  const { sentence, appealToken } = suspension
  refuse('forbidden', 'account_disabled', sentence, { ...(appealToken && { details: { appeal_token: appealToken } }) })
}

/**
 * Uses up a code of the account's app. The second step refuses it then, too: it locks after ten wrong codes in a row, and codes
 * before the password are guessed from many addresses.
 */
async function takeCode({ auth, db }: AccountsDeps, email: string, code: string): Promise<boolean> {
  const account = (await auth.secondFactor.isCode(email, code)) ? await queries.findAccount(db, email) : null
  return !!account && (await acceptCode(db, account.id, hashCode(code)))
}

/**
 * Creates user, password and profile in one transaction, and opens a session, or sends the confirmation link if
 * addresses must be confirmed (C34). Refuses weak_password, user_already_exists and username_taken, and what `accountWanted`
 * refuses; of simultaneous claims to an address or name exactly one succeeds.
 */
export async function signUp(deps: AccountsDeps, draft: SignUp, request: RequestContext): Promise<SignedUp> {
  const { email, username, displayName, rememberMe } = draft
  requirePasswords(deps)
  const mustConfirm = deps.config.requireEmailConfirmation
  refuseReserved(deps, username)
  const hash = await hashNewPassword(deps, draft.password)
  const userId = await inTransaction(deps, async ({ db }) => {
    const invitation = hashOrNull(draft.invitation)
    await deps.events.publish(db, accountWanted, { email, by: 'form', isProved: true, address: request.ip, invitation })
    const id = await queries.insertUser(db, { email, name: displayName })
    if (id === null)
      refuse('conflict', 'user_already_exists', SERVER_TEXTS.user_already_exists, {
        details: { email: FIELD_TEXTS.emailTaken },
      })
    await queries.insertPassword(db, id, hash)
    // An unconfirmed address does not prove who owns it.
    const role = email === deps.config.adminEmail && !mustConfirm ? 'admin' : 'user'
    const isMade = await queries.insertProfile(db, { id, username, display_name: displayName, role })
    if (!isMade)
      refuse('conflict', 'username_taken', FIELD_TEXTS.usernameTaken, {
        details: { username: FIELD_TEXTS.usernameTaken },
      })
    await deps.events.publish(db, accountCreated, { userId: id, email })
    if (mustConfirm)
      await requestMail({ db, queue: deps.queue }, { mail: 'confirm', email, target: safeTarget(draft.redirect) })
    return id
  })
  return mustConfirm ? { session: null, cookies: [] } : openSession(deps, request, userId, rememberMe)
}

const hashOrNull = (token: string | undefined): string | null => (token ? hashInvitation(token) : null)

/**
 * Opens a session for a member whose identity is proved, or requires the second factor. Refuses account_disabled and
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

/**
 * Hashes a new password. Refuses weak_password (R-AUTH-72, C32). The hash is slow on purpose, so transactions must not
 * call this.
 */
export async function hashNewPassword(deps: AccountsDeps, chosen: string): Promise<string> {
  const problem = newPasswordProblem(chosen)
  if (problem !== null) {
    const isShort = chosen !== '' && chosen.length < PASSWORD_MIN
    refuse('invalid', 'weak_password', isShort ? SERVER_TEXTS.weak_password : problem, {
      details: { password: problem },
    })
  }
  if (await isCommonPassword(chosen))
    refuse('invalid', 'weak_password', FIELD_TEXTS.passwordCommon, {
      details: { password: FIELD_TEXTS.passwordCommon },
    })
  return deps.auth.hashPassword(chosen)
}

/** Ends the session on all nodes at once. Without a session it only deletes the cookies. */
export async function signOut(deps: AccountsDeps, request: RequestContext): Promise<readonly string[]> {
  if (request.session) await endSession(deps, request.session, request.headers)
  return deps.auth.expiredSessionCookies()
}

/** Returns whether a username is available, with the reason if it is not (R-AUTH-42). */
export async function checkUsername(
  deps: AccountsDeps,
  username: string,
): Promise<{ available: true } | { available: false; reason: string }> {
  if (isReservedName(deps, username)) return { available: false, reason: FIELD_TEXTS.usernameReserved }
  const isTaken = await queries.isUsernameTaken(deps.db, username)
  return isTaken ? { available: false, reason: FIELD_TEXTS.usernameTaken } : { available: true }
}

export async function checkEmail(deps: AccountsDeps, email: string): Promise<{ exists: boolean }> {
  return { exists: await queries.hasAccount(deps.db, email) }
}

/**
 * Returns the CSRF token of this visitor (G09) and its cookie. A token with half of its hour left is returned again, so
 * that two tabs do not replace each other's token.
 */
export function csrfToken(deps: AccountsDeps, request: RequestContext): { token: string; cookie: string } {
  const { secret } = deps.config
  const now = deps.clock()
  const sessionToken = request.session?.token ?? null
  const name = cookieName(CSRF_COOKIE, isTls(deps))
  const current = readCookie(request.headers.get('cookie'), name)
  const halfLifetimeAhead = new Date(now.getTime() + (CSRF_LIFETIME_SECONDS / 2) * 1000)
  const token =
    current !== null && isCsrfTokenValid(secret, { header: current, cookie: current, sessionToken }, halfLifetimeAhead)
      ? current
      : makeCsrfToken(secret, sessionToken, now)
  return { token, cookie: writeCookie(name, token, { maxAge: CSRF_LIFETIME_SECONDS, secure: isTls(deps) }) }
}

/**
 * Makes the existing account of ADMIN_EMAIL an admin. A later account becomes admin at sign-up, or at its confirmation
 * if addresses must be confirmed.
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

/** Completes the first step of a sign-in: returns the session, or requires the second factor. */
export async function completeFirstStep(
  deps: AccountsDeps,
  request: RequestContext,
  step: SignInStep,
): Promise<SignInResult> {
  const { token, cookies } = step
  return token === null
    ? { session: null, isSecondFactorRequired: true, cookies }
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
  // The browser's earlier session would otherwise stay open, and its member could not end it here.
  if (request.session) await endSession(deps, request.session, request.headers)
  const cookies = [...step.cookies, await deviceCookie(deps, request.headers, session.email)]
  return { session: isRestored ? { ...session, isRestored } : session, cookies }
}

async function endSession(deps: AccountsDeps, { token, viewer }: Session, headers: Headers): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    await queries.deleteSession(db, token)
    await announce(db, [tag.member(viewer.id)])
  })
  deps.sessions.evict(headers)
}

/** Refuses with the error of an `AuthFailure`; rethrows every other error. */
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
