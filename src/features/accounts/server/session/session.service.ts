import { databaseFailureOf } from '#db/failures.ts'
import { inTransaction } from '#db/transaction.ts'
import type { RequestContext } from '#server/routes.ts'
import { hasSessionCookie, type Session } from '#server/session.ts'
import { refuse } from '#shared/refusal.ts'
import { accountCreated, PROVIDER_PICTURE_JOB } from '../accounts.events.ts'
import * as queries from '../accounts.queries.ts'
import type { AccountsDeps, OpenedSession } from '../accounts.service.ts'
import { viewSession } from '../accounts.view.ts'
import { RENEWAL_SECONDS, SESSION_SECONDS } from '../auth/session-lifetime.ts'
import { ensureProfile } from '../profile/profile-record.service.ts'

/** Minimum interval between updates of a session's last-seen time. */
const SESSION_SEEN_INTERVAL_MS = 5 * 60_000

/**
 * Minimum interval between updates of a member's last-seen time (G49). Sessions are read from the database as often.
 */
const MEMBER_SEEN_INTERVAL_MS = 60_000

/**
 * Returns the session of the request's cookie, or null for a visitor, an ended session and a disabled account (G10).
 */
export async function lookUpSession(deps: AccountsDeps, headers: Headers): Promise<Session | null> {
  const { token, isRemembered } = await deps.auth.readSessionToken(headers)
  return token === null ? null : sessionOf(deps, token, isRemembered)
}

/** Returns the session with this token, or null when it has ended or its member is disabled. */
export async function sessionOf(deps: AccountsDeps, token: string, isRemembered: boolean): Promise<Session | null> {
  let row = await queries.findSession(deps.db, token)
  if (row && row.profile_id === null) {
    // The session's member may have no profile (R-SESS-12), after a sign-in through a provider or a restored backup.
    const { user_id: userId, email, image } = row
    await inTransaction(deps, async ({ db }) => {
      const isNew = await ensureProfile(db, userId)
      if (isNew) await deps.events.publish(db, accountCreated, { userId, email })
      if (isNew && image !== null) await deps.queue.send(db, PROVIDER_PICTURE_JOB, { userId })
    })
    row = await queries.findSession(deps.db, token)
  }
  const now = deps.clock()
  if (!row || row.disabled_at !== null || row.expires_at <= now) return null
  const since = new Date(now.getTime() - MEMBER_SEEN_INTERVAL_MS)
  try {
    if (now.getTime() - row.seen_at.getTime() > SESSION_SEEN_INTERVAL_MS)
      await queries.touchSession(deps.db, token, now)
    if (row.last_seen_at === null || row.last_seen_at <= since)
      await queries.touchMember(deps.db, row.user_id, now, since)
  } catch (error) {
    // A full disk must not prevent reading.
    if (databaseFailureOf(error) !== 'full') throw error
  }
  return viewSession(token, row, isRemembered)
}

/**
 * Returns those of the tokens whose sessions are valid, for open connections. It does not count as activity of the
 * member.
 */
export const listOpenSessions = ({ db, clock }: Pick<AccountsDeps, 'db' | 'clock'>, tokens: readonly string[]) =>
  queries.listOpenSessions(db, tokens, clock())

/**
 * Returns the session, renewed when due, with its new cookies. An invalid cookie is deleted, because requests with a
 * session cookie bypass the page cache.
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
  deps.sessions.evict(request.headers)
  if (renewed === 'ended') return { session: null, cookies: deps.auth.expiredSessionCookies() }
  return { session: { ...session, expiresAt: renewed.expiresAt }, cookies: renewed.cookies }
}

export async function requireSession(deps: AccountsDeps, request: RequestContext): Promise<OpenedSession> {
  const { session, cookies } = await readSession(deps, request)
  return session ? { session, cookies } : refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
}
