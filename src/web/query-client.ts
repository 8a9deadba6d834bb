import { notifyManager, QueryClient } from '@tanstack/react-query'
import { queryRetryDelayMs, queryTimes } from '#shared/network.ts'
import { CallError, connectTransport, type Transport } from './call.ts'
import { device } from './network/device.ts'

// Whoever clicks a switch sees it turned in the same frame: a timeout later React would have turned it back in between.
notifyManager.setScheduler(queueMicrotask)

/** One per browser, one per rendered page: the latter is given a transport, asks nothing twice and ends with the page. */
export function createQueryClient(transport?: Transport): QueryClient {
  const { staleMs, keptMs, retries } = queryTimes(device())
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        gcTime: transport ? Number.POSITIVE_INFINITY : keptMs,
        retry: !transport && ((failures, error) => failures < retries && isWorthAsking(error)),
        retryDelay: queryRetryDelayMs,
        refetchOnWindowFocus: false,
        // Without a network a query fails at once and says so, instead of waiting for one without a word …
        networkMode: 'always',
        // … and what is on the page comes by itself when it is back.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  if (transport) connectTransport(client, transport)
  return client
}

/** A lost connection; a server's fault only if nobody has asked again yet. What was declined stays declined (C42). */
function isWorthAsking(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.status === 0 ? error.code === 'network' : error.status >= 500 && !error.retried
}
