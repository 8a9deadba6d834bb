import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, forgetCsrfToken } from '#web/call.ts'
import { listOutbox, listProviders } from '../accounts.contract.ts'
import { getSession } from '../session.contract.ts'

export const accountsKeys = {
  session: ['accounts', 'session'] as const,
  outbox: ['accounts', 'outbox'] as const,
  providers: ['accounts', 'providers'] as const,
}

/** Who is signed in; every page has it from its first rendering. Fresh for five minutes (R-SESS-23). */
export const sessionQuery = () =>
  queryOptions({
    queryKey: accountsKeys.session,
    queryFn: ({ client, signal }) => call(getSession, {}, { client, signal }),
    staleTime: 5 * 60_000,
  })

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
export function adoptSession(client: QueryClient, session: SessionAnswer): void {
  forgetCsrfToken()
  dropForeignQueries(client)
  client.setQueryData(accountsKeys.session, session)
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.postMessage('changed')
  channel.close()
}

/** Forgets every answer but the session. What is on the screen is fetched again, the rest when it is needed. */
export function dropForeignQueries(client: QueryClient): void {
  const predicate = (query: Query) => query.queryKey.join() !== accountsKeys.session.join()
  void client.cancelQueries({ predicate })
  client.removeQueries({ predicate, type: 'inactive' })
  void client.invalidateQueries({ predicate })
}
