import { createHash } from 'node:crypto'
import type { Contract } from '#shared/contract.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Outcome, RawInput, Route } from './routes.ts'
import { type CachedValue, createTaggedCache } from './tagged-cache.ts'

/** The response of a public read, as data for a page that is being rendered and as text for HTTP. */
export interface PublicAnswer extends CachedValue {
  outcome: Outcome
  text: string
  etag: string
}

export interface PublicAnswerCache {
  /** Returns the cached response, or calls `run`. Successful responses are cached for everybody, as pages are. */
  serve: (route: Route, input: RawInput, run: () => Promise<Outcome>) => Promise<PublicAnswer>
}

const TTL_MS = 60_000
const MAX_BYTES = 32 * 1024 * 1024
const LONGEST_KEY = 500
/** A response as data and as text, with its headers, takes about this many times the length of its text. */
const WEIGHT = 4

/**
 * Caches responses of endpoints with `isPublic`. They depend on the address only, so a member's page and a visitor's
 * request share them. Of endpoints with `isSharedByVisitors` it caches the responses to visitors. The key contains only parameters that the contract names.
 */
export function createPublicAnswerCache(deps: { changes: Changes; clock: Clock }): PublicAnswerCache {
  const cache = createTaggedCache<PublicAnswer>({ ...deps, maxBytes: MAX_BYTES, ttlMs: TTL_MS })
  return {
    async serve(route, input, run) {
      const make = async (): Promise<PublicAnswer> => {
        const outcome = await run()
        const text = JSON.stringify(outcome.body)
        const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
        return { outcome, text, etag, bytes: text.length * WEIGHT, at: deps.clock().getTime(), tags: outcome.tags }
      }
      const key = keyOf(route.endpoint, input)
      return key.length > LONGEST_KEY
        ? make()
        : cache.serve(key, make, ({ outcome }) => outcome.status === 200 && !outcome.isPartial)
    },
  }
}

function keyOf(endpoint: Contract, { params, query }: RawInput): string {
  const known = Object.keys((endpoint.query as { shape?: object }).shape ?? query)
  const given = known.filter((name) => query[name] !== undefined && query[name] !== '')
  return JSON.stringify([endpoint.path, params, given.map((name) => [name, String(query[name])])])
}
