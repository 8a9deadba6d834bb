import { hash } from 'node:crypto'
import type { Contract } from '#shared/contract.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Outcome, RawInput, RequestContext, Route } from './routes.ts'
import type { Viewer } from './session.ts'
import { type CachedValue, createTaggedCache } from './tagged-cache.ts'

/**
 * The response of a read as text for HTTP, and for pages as data: those of a page, or read from the text by the first page that
 * needs them. An answer that only HTTP asks for is so one string instead of thousands of objects that each collection of
 * garbage would copy.
 */
export interface CachedAnswer extends CachedValue {
  outcome: Omit<Outcome, 'body'> & { body?: unknown }
  text: string
  /** Null for an answer to one member, which no other cache may store. */
  etag: string | null
}

/** Who shares a cached response: everybody like this reader, or the member alone. */
export type Sharers = 'everybody' | Viewer

export interface AnswerCache {
  /** Returns the cached response for a page, or calls `run`. Successful responses are cached, as pages are. */
  serve: (route: Route, input: RawInput, sharers: Sharers, run: () => Promise<Outcome>) => Promise<Outcome>
  /** Does the same for HTTP. */
  serveText: (route: Route, input: RawInput, sharers: Sharers, run: () => Promise<Outcome>) => Promise<CachedAnswer>
}

const TTL_MS = 60_000
/** For the responses that everybody shares, and again for those of members. */
const MAX_BYTES = 32 * 1024 * 1024
/** Enough for the marks of a hundred games. */
const LONGEST_KEY = 2000
/** A response as data and as text, with its headers, takes about this many times the length of its text. */
const WEIGHT = 4

/**
 * Caches answers of the API, for HTTP and for pages: of endpoints with `isPublic` for everybody, of those with
 * `isSharedByVisitors` for visitors, and of routes that are `cachedForMember` for each member (decision 0085).
 * Key: the path and the parameters that the contract names, up to 2,000 characters; before it the member and the role.
 * Size: 32 MB of what everybody shares and 32 MB of members, so that neither pushes the other out. Only 200, nothing partial.
 * Invalidated: by each tag that the handler names (`reply.shows`), on every node, and a minute after it was made.
 * While the change feed is down nothing is trusted. Nobody may change an answer, because others get it, too.
 */
export function createAnswerCache(deps: { changes: Changes; clock: Clock }): AnswerCache {
  const create = () => createTaggedCache<CachedAnswer>({ ...deps, maxBytes: MAX_BYTES, ttlMs: TTL_MS })
  // Members cannot push out what everybody shares.
  const [ofEverybody, ofMembers] = [create(), create()]
  async function find(
    { endpoint }: Route,
    input: RawInput,
    sharers: Sharers,
    answered: () => Promise<Pick<CachedAnswer, 'outcome' | 'text'>>,
  ): Promise<CachedAnswer> {
    const key = keyOf(endpoint, input)
    const make = async (): Promise<CachedAnswer> => {
      const { outcome, text } = await answered()
      const etag = sharers === 'everybody' ? `W/"${hash('sha1', text, 'base64url')}"` : null
      const bytes = text.length * WEIGHT + key.length
      return { outcome, text, etag, bytes, at: deps.clock().getTime(), tags: outcome.tags }
    }
    if (key.length > LONGEST_KEY) return make()
    const mayCache = ({ outcome }: CachedAnswer) => outcome.status === 200 && !outcome.isPartial
    if (sharers === 'everybody') return ofEverybody.serve(key, make, mayCache)
    // A member with another role may see more or less.
    return ofMembers.serve(`${sharers.id} ${sharers.role} ${key}`, make, mayCache)
  }
  return {
    async serve(route, input, sharers, run) {
      const { outcome, text } = await find(route, input, sharers, async () => {
        const outcome = await run()
        return { outcome, text: JSON.stringify(outcome.body) }
      })
      outcome.body ??= JSON.parse(text)
      return outcome as Outcome
    },
    serveText: (route, input, sharers, run) =>
      find(route, input, sharers, async () => {
        const { body, ...outcome } = await run()
        return { outcome, text: JSON.stringify(body) }
      }),
  }
}

/** Returns who shares the response to this request; null if it must not be cached. */
export function sharersOf(route: Route, input: RawInput, { session }: RequestContext): Sharers | null {
  const { isPublic, isSharedByVisitors } = route.endpoint
  if (isPublic || (isSharedByVisitors && session === null)) return 'everybody'
  return session && route.isCached?.(input, session.viewer) ? session.viewer : null
}

function keyOf(endpoint: Contract, { params, query }: RawInput): string {
  const known = Object.keys((endpoint.query as { shape?: object }).shape ?? query)
  const given = known.filter((name) => query[name] !== undefined && query[name] !== '')
  return JSON.stringify([endpoint.path, params, given.map((name) => [name, String(query[name])])])
}
