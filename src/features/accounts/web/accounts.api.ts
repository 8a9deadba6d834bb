import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type CallError, call, discardCsrfToken, readAfterWrites } from '#web/call.ts'
import { createStore } from '#web/store.ts'
import { getSession } from '../session.endpoints.ts'
import { PROFILE_TIMEOUT_MS, SESSION_STALE_MS, SESSION_TIMEOUT_MS } from '../session.rules.ts'

export const accountsKeys = {
  session: ['accounts', 'session'] as const,
  outbox: ['accounts', 'outbox'] as const,
  providers: ['accounts', 'providers'] as const,
}

/** The session while it is unknown: the app treats the viewer as a visitor (R-SESS-06). */
export const SIGNED_OUT: SessionAnswer = { user: null, session: null, authenticated: false }

/**
 * Reads the session with the own profile; every page contains it from the first rendering. It is fresh for five minutes
 * (R-SESS-22, R-SESS-23). The first read times out after eight seconds (R-SESS-06). A later read times out after three,
 * and the cached session stays (R-SESS-11). The query waits for pending writes, because a write may replace the
 * session.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: accountsKeys.session,
    queryFn: async ({ client, signal }): Promise<SessionAnswer> => {
      if (typeof document === 'undefined') return call(getSession, {}, { client, signal })
      return readAfterWrites(() => fetchSession(client, signal))
    },
    staleTime: SESSION_STALE_MS,
  })

async function fetchSession(client: QueryClient, signal: AbortSignal): Promise<SessionAnswer> {
  const isKnown = client.getQueryData(accountsKeys.session) !== undefined
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new DOMException('Nobody has answered', 'TimeoutError')),
    isKnown ? PROFILE_TIMEOUT_MS : SESSION_TIMEOUT_MS,
  )
  try {
    return await call(getSession, {}, { client, signal: AbortSignal.any([signal, timeout.signal]) })
  } catch (error) {
    if (isKnown || signal.aborted) throw error
    return SIGNED_OUT
  } finally {
    clearTimeout(timer)
  }
}

export type SessionAnswer = AnswerOf<typeof getSession>

/** The channel that notifies the browser's other tabs of a new session. */
export const SESSION_CHANNEL = 'savepoint.session'

/**
 * Applies a new session in this tab. The CSRF token was bound to the old session (G09), and data that was fetched for
 * another viewer must not be shown.
 */
export function applySession(client: QueryClient, session: SessionAnswer): void {
  discardCsrfToken()
  client.setQueryData(accountsKeys.session, session)
  dropQueriesOfOtherViewer(client, session.user?.id ?? null)
  notifyOtherTabs()
}

export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.postMessage('changed')
  channel.close()
}

const droppedFor = new WeakMap<QueryClient, string | null>()

/**
 * Removes the queries of the earlier viewer: active queries are fetched again, inactive ones are removed. It runs once
 * for each change of the viewer, because a second call would cancel the requests of the first (R-SESS-05).
 */
export function dropQueriesOfOtherViewer(client: QueryClient, viewerId: string | null): void {
  if (droppedFor.get(client) === viewerId) return
  droppedFor.set(client, viewerId)
  const predicate = (query: Query) => query.queryKey.join() !== accountsKeys.session.join()
  void client.cancelQueries({ predicate })
  client.removeQueries({ predicate, type: 'inactive' })
  void client.invalidateQueries({ predicate })
}

/** What a visitor tried to do, and the callback that continues it after the sign-in. */
export interface SignInRequest {
  title?: string
  description?: string
  defaultTab?: 'signin' | 'signup'
  /** Runs on the same page, after the new session is applied. */
  onSuccess: () => void
}

/** The request that `SignInHost` shows; null while its dialog is closed. */
export const signInRequests = createStore<SignInRequest | null>(null)

/** Opens the sign-in dialog over the page (C12), or closes it. A later request replaces an earlier one. */
export const requestSignIn = signInRequests.set

/** Opens the sign-in dialog if a write failed because the member was no longer signed in. The form keeps its text. */
export function signInAgainAfter(error: CallError): void {
  if (error.status === 401) requestSignIn({ description: error.message, onSuccess: () => {} })
}
