import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import * as endpoints from './igdb-proxy.endpoints.ts'

/** The endpoints that the proxy supports (R-IGDB-02..11, C51). */
const PROXY_ENDPOINTS = [
  'games',
  'games/count',
  'search',
  'popularity_primitives',
  'achievements',
  'platforms',
  'genres',
  'game_modes',
  'themes',
] as const
export type ProxyEndpoint = (typeof PROXY_ENDPOINTS)[number]

/** In bytes of UTF-8 (C51). */
export const MAX_PROXY_QUERY_BYTES = 4096

const bytesOf = (text: string) => new TextEncoder().encode(text).length

export const askIgdb = contract(endpoints.askIgdb, {
  access: 'anyone',
  summary: 'Query the catalogue in IGDB’s query language; IGDB or the stored catalogue answers',
  body: z.object({
    endpoint: z.enum(PROXY_ENDPOINTS, `The endpoint must be one of ${PROXY_ENDPOINTS.join(', ')}`),
    query: z
      .string('The query must be a text')
      .check(z.refine((text) => bytesOf(text) <= MAX_PROXY_QUERY_BYTES, 'The query must be at most 4096 bytes')),
  }),
  // IGDB's rows unchanged (R-IGDB-14); a count for games/count (R-IGDB-03).
  response: z.union([z.array(z.record(z.string(), z.unknown())), z.object({ count: z.number() })]),
  refusals: {
    400: ['invalid_query', 'invalid_id'],
    429: ['rate_limit_exceeded'],
    502: ['upstream_failed'],
    504: ['upstream_timeout'],
  },
  budget: 'catalogue-query',
})
