import type { IgdbClient } from '../sources/igdb/igdb-client.ts'
import type { ForwardQuery } from './igdb-proxy.service.ts'

const COUNT = '/count'

/** Asks through the client that the sources use too, so that both keep to IGDB's limits together. */
export function forwardTo(client: Pick<IgdbClient, 'ask' | 'count'>): ForwardQuery {
  return async (endpoint, query) => {
    if (endpoint.endsWith(COUNT)) return { count: await client.count(endpoint.slice(0, -COUNT.length), query) }
    return (await client.ask(endpoint, query)).rows
  }
}
