import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { PROXY_REFUSALS } from '#features/catalogue/catalogue.texts.ts'
import { refuseBusy, refuseUpstream } from '#features/catalogue/server/sources/upstream-refusal.service.ts'
import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { limitConcurrency, QueueFullError } from '#server/concurrency.ts'
import type { Log } from '#server/log.ts'
import { type CachedValue, createTaggedCache } from '#server/tagged-cache.ts'
import { tag } from '#server/tags.ts'
import { UpstreamError } from '#server/upstream.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { MAX_PROXY_QUERY_BYTES, type ProxyEndpoint } from '../../igdb-proxy.contract.ts'
import { parseQuery } from '../apicalypse/parse.ts'
import { printQuery } from '../apicalypse/print.ts'
import { MAX_LIMIT, type Query, QuerySyntaxError, type Row } from '../apicalypse/query.ts'
import { cachedBytesOf } from '../forwarding/cached-size.ts'
import { withGameNumbers } from './game-ids.ts'
import { QueryTimeout } from './igdb-proxy.queries.ts'
import { answerFromStore } from './stored-answers.ts'

/** Sends a parsed query to an endpoint of IGDB. Throws an UpstreamError. */
export type ForwardQuery = (endpoint: string, query: string) => Promise<unknown>

export interface IgdbProxyDeps {
  db: Db
  clock: Clock
  changes: Changes
  log: Log
  /** Null while IGDB is off. */
  forward: ForwardQuery | null
  /** The catalogue's own search: ids of the best matches, best first. */
  searchIds: (text: string, most: number) => Promise<readonly GameId[]>
}

/** IGDB's rows, or a count. */
export type ProxyAnswer = Row[] | { count: number }

export interface IgdbProxy {
  /** Refuses with invalid_query, invalid_id, rate_limit_exceeded, upstream_failed, upstream_timeout. */
  ask: (endpoint: ProxyEndpoint, text: string) => Promise<ProxyAnswer>
}

/** The lifetime of a cached response (R-CACHE-13). */
const CACHE_MS = 5 * 60_000
const MAX_CACHE_BYTES = 16 * 1024 * 1024
/** The largest number of rows, for endpoints where it is below IGDB's 500 (R-IGDB-12, R-IGDB-06). */
const MAX_ROWS: Partial<Record<ProxyEndpoint, number>> = { search: 10, achievements: 50 }
/** Limits of concurrent and waiting queries. Anybody may send queries, and they must not use up the database. */
const MAX_CONCURRENT = 3
const WAITING = 12

export function openIgdbProxy(deps: IgdbProxyDeps): IgdbProxy {
  const { clock, changes } = deps
  const cache = createTaggedCache<CachedValue & { answer: ProxyAnswer; isCacheable: boolean }>({
    changes,
    clock,
    maxBytes: MAX_CACHE_BYTES,
    ttlMs: CACHE_MS,
  })
  const limited = limitConcurrency(MAX_CONCURRENT, WAITING)
  const fromStore = (endpoint: ProxyEndpoint, query: Query, failure: UpstreamError | null) =>
    limited(() => answerFromStore(deps, endpoint, query)).catch((error) => refuseFor(error, failure))

  async function answer(endpoint: ProxyEndpoint, query: Query, question: string) {
    const isElsewhere = deps.forward !== null && endpoint !== 'achievements'
    // IGDB has had no achievements since its version 4 (C51).
    if (!isElsewhere) return { answer: await fromStore(endpoint, query, null), tags: [tag.games], isCacheable: true }
    try {
      return { answer: await forwarded(deps.forward as ForwardQuery, endpoint, question), tags: [], isCacheable: true }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.kind === 'question') return refuse('invalid', 'invalid_query', PROXY_REFUSALS.query)
      deps.log.warn({ err: error, endpoint }, 'answering a query from the stored catalogue')
      // Not cached, so that the next query goes to IGDB as soon as it is back.
      return { answer: await fromStore(endpoint, query, error), tags: [], isCacheable: false }
    }
  }

  return {
    async ask(endpoint, text) {
      const query = parsedQuery(endpoint, text)
      const question = printQuery(query)
      const make = async () => {
        const made = await answer(endpoint, query, question)
        return { ...made, at: clock().getTime(), bytes: cachedBytesOf(question, made.answer) }
      }
      return (await cache.serve(`${endpoint} ${question}`, make, ({ isCacheable }) => isCacheable)).answer
    },
  }
}

/** Parses a query and checks it against the limits of the endpoint. */
function parsedQuery(endpoint: ProxyEndpoint, text: string): Query {
  try {
    const query = parseQuery(text, { maxBytes: MAX_PROXY_QUERY_BYTES, mayNameGames: true })
    const most = MAX_ROWS[endpoint] ?? MAX_LIMIT
    return withGameNumbers(endpoint, { ...query, limit: query.limit === null ? null : Math.min(query.limit, most) })
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    const { message, line, column } = error
    return refuse('invalid', 'invalid_query', message, { details: { query: message, line, column } })
  }
}

const Rows = z.array(z.record(z.string(), z.unknown()))
const Count = z.object({ count: z.number().check(z.int(), z.minimum(0)) })

async function forwarded(forward: ForwardQuery, endpoint: ProxyEndpoint, question: string): Promise<ProxyAnswer> {
  const result = z.safeParse(endpoint === 'games/count' ? Count : Rows, await forward(endpoint, question))
  if (!result.success) throw new UpstreamError('igdb', 'garbage', 'a response of another shape')
  return result.data
}

/** Refuses when neither IGDB nor the stored catalogue has responded; the cause decides the sentence. */
function refuseFor(error: unknown, failure: UpstreamError | null): never {
  if (error instanceof QueueFullError) return refuseBusy()
  if (!(error instanceof QueryTimeout)) throw error
  if (failure !== null) return refuseUpstream('IGDB', failure)
  const message = PROXY_REFUSALS.tooSlow
  return refuse('upstream', 'upstream_timeout', message, { status: 504 })
}
