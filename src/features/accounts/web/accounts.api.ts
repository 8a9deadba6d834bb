import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, forgetCsrfToken, readAfterWrites } from '#web/call.ts'
import { createStore } from '#web/store.ts'
import { listOutbox, listProviders } from '../accounts.contract.ts'
import { getSession } from '../session.contract.ts'
import { PROFILE_TIMEOUT_MS, SESSION_STALE_MS, SESSION_TIMEOUT_MS } from '../session.rules.ts'

export const accountsKeys = {
  session: ['accounts', 'session'] as const,
  outbox: ['accounts', 'outbox'] as const,
  providers: ['accounts', 'providers'] as const,
}

/** What is shown while nobody has said who is signed in: the app goes on as for a visitor (R-SESS-06). */
export const SIGNED_OUT: SessionAnswer = { user: null, session: null, authenticated: false }

/**
 * Who is signed in, with the own profile; every page has it from its first rendering. Fresh for five minutes (R-SESS-22,
 * R-SESS-23). A page that came without it waits for it for eight seconds (R-SESS-06); asked for again, it has three, and
 * what is known stays (R-SESS-11). Never while a write is under way, which may be replacing the session.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: accountsKeys.session,
    queryFn: async ({ client, signal }): Promise<SessionAnswer> => {
      if (typeof document === 'undefined') return call(getSession, {}, { client, signal })
      return readAfterWrites(() => askForSession(client, signal))
    },
    staleTime: SESSION_STALE_MS,
  })

async function askForSession(client: QueryClient, signal: AbortSignal): Promise<SessionAnswer> {
  const isKnown = client.getQueryData(accountsKeys.session) !== undefined
  const patience = new AbortController()
  const timer = setTimeout(
    () => patience.abort(new DOMException('Nobody has answered', 'TimeoutError')),
    isKnown ? PROFILE_TIMEOUT_MS : SESSION_TIMEOUT_MS,
  )
  try {
    return await call(getSession, {}, { client, signal: AbortSignal.any([signal, patience.signal]) })
  } catch (error) {
    if (isKnown || signal.aborted) throw error
    return SIGNED_OUT
  } finally {
    clearTimeout(timer)
  }
}

/** Whether one can sign in through a provider; that changes with the settings of the server only. */
export const providersQuery = () =>
  queryOptions({
    queryKey: accountsKeys.providers,
    queryFn: ({ client, signal }) => call(listProviders, {}, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The kept mails, for admins. */
export const outboxQuery = () =>
  queryOptions({
    queryKey: accountsKeys.outbox,
    queryFn: ({ client, signal }) => call(listOutbox, {}, { client, signal }),
  })

export type SessionAnswer = z.output<(typeof getSession)['response']>

/** Tells the other tabs of this browser that the session is another one. */
export const SESSION_CHANNEL = 'savepoint.session'

/**
 * Puts a new session in force in this tab: the security token was bound to the old one (G09), and nothing that was
 * fetched for somebody else may be shown again.
 */
export function applySession(client: QueryClient, session: SessionAnswer): void {
  forgetCsrfToken()
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
 * Forgets every answer but the session. What is on the screen is fetched again, the rest when it is needed. Once for each
 * change of the viewer: a second telling of the same would break off what is being fetched (R-SESS-05).
 */
export function dropQueriesOfOtherViewer(client: QueryClient, viewerId: string | null): void {
  if (droppedFor.get(client) === viewerId) return
  droppedFor.set(client, viewerId)
  const predicate = (query: Query) => query.queryKey.join() !== accountsKeys.session.join()
  void client.cancelQueries({ predicate })
  client.removeQueries({ predicate, type: 'inactive' })
  void client.invalidateQueries({ predicate })
}

/** What a visitor was about to do, and what is done once they are a member. */
export interface SignInRequest {
  title?: string
  description?: string
  defaultTab?: 'signin' | 'signup'
  /** After the new session is in force, on the same page. */
  onSuccess: () => void
}

/** The request that `SignInHost` shows; null while its dialog is closed. */
export const signInRequests = createStore<SignInRequest | null>(null)

/** Opens the sign-in dialog over the page (C12), or closes it. A later request replaces an earlier one. */
export const requestSignIn = signInRequests.set
