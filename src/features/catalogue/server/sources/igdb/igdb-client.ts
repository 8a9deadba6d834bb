import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { openUpstream, UpstreamError, type UpstreamOptions, type UpstreamState } from '#server/upstream.ts'
import { sharedSlots } from '#server/upstream-slots.ts'
import { igdbTokens } from './igdb-token.ts'

export interface IgdbClient {
  /**
   * Sends the text of a query and returns the unparsed rows, and the total if the source provides it. The text must
   * come from `queryText` or from the parser of the proxy.
   */
  ask: (endpoint: string, query: string) => Promise<{ rows: unknown[]; total: number | null }>
  count: (endpoint: string, query: string) => Promise<number>
  /** Does the same for the proxy: returns rows, or `{ count }` for an endpoint that ends in /count. */
  forward: (endpoint: string, query: string) => Promise<unknown>
  state: () => UpstreamState
}

export interface IgdbSettings {
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
}

/** IGDB's limits for one account (1.2): four requests a second, eight open. */
const LIMITS = { source: 'igdb', perSecond: 4, mostOpen: 8 }

const Rows = z.array(z.unknown())
const Count = z.object({ count: z.number().check(z.int(), z.minimum(0)) })

export function openIgdbClient(deps: {
  db: Db
  clock: Clock
  log: Log
  config: IgdbSettings
  options?: Partial<UpstreamOptions>
}): IgdbClient {
  const { db, clock, log, config } = deps
  const upstream = openUpstream({ name: 'igdb', log, clock, slots: sharedSlots(db, LIMITS), ...deps.options })
  const tokens = igdbTokens(deps)

  function post<T extends z.ZodMiniType>(endpoint: string, query: string, shape: T) {
    if (!/^[a-z_]+(\/count)?$/.test(endpoint)) throw new TypeError(`not an endpoint: ${endpoint}`)
    const url = new URL(`${config.url}/${endpoint}`)
    return upstream.ask(async (send, deadline) => {
      let refused: string | null = null
      for (;;) {
        const token = await tokens.read(send, deadline, refused)
        const headers = { 'client-id': config.clientId, authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
        try {
          const answer = await send({ url, method: 'POST', headers, body: query })
          const result = z.safeParse(shape, answer.body)
          if (!result.success) throw new UpstreamError('igdb', 'garbage', 'a response of another shape', answer.status)
          return { body: result.data, headers: answer.headers }
        } catch (error) {
          // If the token was revoked early, one new token is tried; if that fails too, the credentials are wrong.
          if (!(error instanceof UpstreamError) || error.status !== 401 || refused !== null) throw error
          refused = token
        }
      }
    })
  }

  return {
    async ask(endpoint, query) {
      const { body, headers } = await post(endpoint, query, Rows)
      return { rows: body, total: totalOf(headers.get('x-count')) }
    },
    async count(endpoint, query) {
      return (await post(`${endpoint}/count`, query, Count)).body.count
    },
    forward: async (endpoint, query) => (await post(endpoint, query, endpoint.endsWith('/count') ? Count : Rows)).body,
    state: upstream.state,
  }
}

/** Reads a header that is not documented (1.2). */
function totalOf(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null
}
