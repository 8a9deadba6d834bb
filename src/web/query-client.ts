import { QueryClient } from '@tanstack/react-query'
import { CallError, connectTransport, type Transport } from './call.ts'

/** One per browser, one per rendered page. */
export function createQueryClient(transport?: Transport): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Only a lost connection is worth another try; what the server declined stays declined (C42).
        retry: (failures, error) => error instanceof CallError && error.status === 0 && failures < 2,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
  if (transport) connectTransport(client, transport)
  return client
}
