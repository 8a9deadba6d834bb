import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { queryRetryDelayMs, queryTimes } from '#shared/network.ts'
import { CallError, connectTransport, type Transport } from './call.ts'
import { device } from './network/device.ts'

// Lets a clicked switch change in the same frame: with the default scheduler React would reset it in between.
notifyManager.setScheduler(queueMicrotask)

/**
 * Fetches a query again that became stale during its first fetch. TanStack Query lets a first fetch run and takes its response for
 * fresh, although it may have been read before the write that made the query stale.
 */
class RefetchingClient extends QueryClient {
  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const { state, promise, queryKey } of this.getQueryCache().findAll(filters))
      if (state.data === undefined && state.fetchStatus === 'fetching')
        promise?.then(
          () => super.invalidateQueries({ ...filters, queryKey: queryKey as K, exact: true }, options),
          () => {},
        )
    return super.invalidateQueries(filters, options)
  }
}

/**
 * Creates a query client: one per browser, and one per rendered page. The client of a page gets a transport, runs no
 * query twice and ends with the page.
 */
export function createQueryClient(transport?: Transport): QueryClient {
  const { staleMs, cacheMs, retries } = queryTimes(device())
  const client = new RefetchingClient({
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
