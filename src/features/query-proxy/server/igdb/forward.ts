import type { IgdbClient, LiveAnswers } from '#features/catalogue/server/sources/sources.service.ts'
import { forwardWithDeadline, type SourceDeadlines } from '#features/catalogue/server/sources/sources.service.ts'
import type { ForwardQuery } from './igdb-proxy.service.ts'

const COUNT = '/count'

/**
 * Forwards queries through the client that the sources share, so that together they respect IGDB's limits. Concurrent
 * equal queries share one call, and waiting is limited.
 */
export function forwardTo(
  client: Pick<IgdbClient, 'ask' | 'count'>,
  { live, deadlines }: { live: Pick<LiveAnswers, 'once'>; deadlines: SourceDeadlines },
): ForwardQuery {
  const send = async (endpoint: string, query: string): Promise<unknown> => {
    if (endpoint.endsWith(COUNT)) return { count: await client.count(endpoint.slice(0, -COUNT.length), query) }
    return (await client.ask(endpoint, query)).rows
  }
  return (endpoint, query) =>
    forwardWithDeadline(
      deadlines,
      'igdb',
      live.once(`forward igdb ${endpoint} ${query}`, () => send(endpoint, query)),
    )
}
