import type { DatabaseReplicas } from '#db/database-replicas.ts'
import { WRITTEN_CHANNEL } from '#db/replicas.ts'
import type { ChangeFeed } from './changes.ts'
import type { Log } from './log.ts'
import type { Route } from './routes.ts'

/**
 * Returns the route with its reads on replicas, if it is a read. Sessions, rate limits and defaults are read before, from the primary.
 */
export function readingFromReplicas(route: Route, replicas: Pick<DatabaseReplicas, 'reading'>): Route {
  if (route.endpoint.method !== 'GET') return route
  return { ...route, handle: (call) => replicas.reading(() => route.handle(call)) }
}

/** Receives the writes of other nodes that announce no tag. */
export async function hearOfWrites(
  changes: Pick<ChangeFeed, 'listen'>,
  { heard, heardOf }: Pick<DatabaseReplicas, 'heard' | 'heardOf'>,
): Promise<void> {
  await changes.listen(WRITTEN_CHANNEL, heardOf, heard)
}

/** Returns what logs that a replica is left out or used. */
export const logReplica =
  (log: Log) =>
  (address: string, problem: string | null): void => {
    if (problem === null) log.info(`Reads go to the replica ${address} again.`)
    else log.warn(`No reads go to the replica ${address}: ${problem}.`)
  }

/** Returns whether a request may have written when it has been answered: a sign-in at a provider ends with a GET. */
export const mayHaveWritten = (method: string, path: string): boolean =>
  (method !== 'GET' && method !== 'HEAD') || path.startsWith('/auth/')
