import { notifyManager, QueryClient } from '@tanstack/react-query'
import { queryRetryDelayMs, queryTimes } from '#shared/network.ts'
import { CallError, connectTransport, type Transport } from './call.ts'
import { device } from './network/device.ts'

// Lets a clicked switch change in the same frame: with the default scheduler React would reset it in between.
notifyManager.setScheduler(queueMicrotask)

/**
 * Creates a query client: one per browser, and one per rendered page. The client of a page gets a transport, runs no
 * query twice and ends with the page.
 */
export function createQueryClient(transport?: Transport): QueryClient {
  const { staleMs, cacheMs, retries } = queryTimes(device())
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        gcTime: transport ? Number.POSITIVE_INFINITY : cacheMs,
        retry: !transport && ((failures, error) => failures < retries && isWorthAsking(error)),
        retryDelay: queryRetryDelayMs,
        refetchOnWindowFocus: false,
        // Without a network a query fails at once with a message instead of waiting silently.
        networkMode: 'always',
        // When the network is back, the queries of the page refetch.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  if (transport) connectTransport(client, transport)
  return client
}

/**
 * Returns whether a failed query should be retried: after a lost connection yes, after a server error only if the
 * request itself was not retried, after a refusal never (C42).
 */
function isWorthAsking(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.status === 0 ? error.code === 'network' : error.status >= 500 && !error.retried
}
