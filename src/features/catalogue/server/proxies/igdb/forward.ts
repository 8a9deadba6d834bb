import type { IgdbClient } from '../../sources/igdb/igdb-client.ts'
import type { LiveAnswers } from '../../sources/live-answers/live-answers.ts'
import { forwardWithDeadline, type SourceDeadlines } from '../../sources/live-answers/source-deadlines.ts'
import type { ForwardQuery } from './igdb-proxy.service.ts'

const COUNT = '/count'

/**
 * Asks through the client that the sources use too, so that both keep to IGDB's limits together. A question that is under way
 * is not asked a second time, and is waited for with a bound.
 */
export function forwardTo(
  client: Pick<IgdbClient, 'ask' | 'count'>,
  { live, patience }: { live: Pick<LiveAnswers, 'once'>; patience: SourceDeadlines },
): ForwardQuery {
  const asked = async (endpoint: string, query: string): Promise<unknown> => {
    if (endpoint.endsWith(COUNT)) return { count: await client.count(endpoint.slice(0, -COUNT.length), query) }
    return (await client.ask(endpoint, query)).rows
  }
  return (endpoint, query) =>
    forwardWithDeadline(
      patience,
      'igdb',
      live.once(`forward igdb ${endpoint} ${query}`, () => asked(endpoint, query)),
    )
}
