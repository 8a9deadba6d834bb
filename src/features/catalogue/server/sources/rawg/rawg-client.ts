import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { openUpstream, UpstreamError, type UpstreamOptions, type UpstreamState } from '#server/upstream.ts'
import { sharedSlots } from '#server/upstream-slots.ts'

export interface RawgClient {
  /** Fetches a page of a list; past the end it is empty. */
  list: (path: string, params: RawgParams) => Promise<RawgPage>
  /** Fetches one item by its id or slug, and follows a redirect. Returns null if it is unknown. */
  find: (path: string, handle: string | number) => Promise<Record<string, unknown> | null>
  state: () => UpstreamState
}

export type RawgParams = Record<string, string | number>

export interface RawgPage {
  results: unknown[]
  count: number | null
  hasNext: boolean
}

export interface RawgSettings {
  url: string
  apiKey: string
}

/** Only the limit per month is documented; this rate is reported to be safe (2.1). */
const LIMITS = { source: 'rawg', perSecond: 5, mostOpen: 4 }
const MAX_HOPS = 3

/** `next` and `previous` contain the key, so only the presence of a next page is read. */
const Page = z.object({
  count: z.catch(z.optional(z.number()), undefined),
  next: z.catch(z.optional(z.nullable(z.string())), undefined),
  results: z.array(z.unknown()),
})
const Detail = z.object({ detail: z.string() })
const Moved = z.object({ redirect: z.literal(true), slug: z.string().check(z.regex(/^[\w-]{1,200}$/)) })
const Thing = z.looseObject({ id: z.number() })

export function openRawgClient(deps: {
  db: Db
  clock: Clock
  log: Log
  config: RawgSettings
  options?: Partial<UpstreamOptions>
}): RawgClient {
  const { db, clock, log, config } = deps
  const upstream = openUpstream({
    name: 'rawg',
    log,
    clock,
    slots: sharedSlots(db, LIMITS),
    // Not found, and a page past the end.
    accepts: [404],
    // All three refusals are 401 (2.6).
    kindOf: (status, body) => (status === 401 && /monthly API limit/i.test(body) ? 'quota' : null),
    ...deps.options,
  })

  /** Adds the key; no other code does. */
  function addressOf(path: string, params: RawgParams): URL {
    const url = new URL(`${config.url}${path}`)
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value))
    url.searchParams.set('key', config.apiKey)
    return url
  }

  const strange = (status: number) => new UpstreamError('rawg', 'garbage', 'a response of another shape', status)

  return {
    list: (path, params) =>
      upstream.ask(async (send) => {
        const { status, body } = await send({ url: addressOf(path, params) })
        if (status === 404 && z.safeParse(Detail, body).success) return { results: [], count: null, hasNext: false }
        const page = z.safeParse(Page, body)
        if (!page.success) throw strange(status)
        const { results, count, next } = page.data
        return { results, count: count ?? null, hasNext: typeof next === 'string' }
      }),
    find: (path, handle) =>
      upstream.ask(async (send) => {
        let at = String(handle)
        for (let hops = 0; hops <= MAX_HOPS; hops++) {
          const { status, body } = await send({ url: addressOf(`${path}/${encodeURIComponent(at)}`, {}) })
          if (status === 404 && z.safeParse(Detail, body).success) return null
          const moved = z.safeParse(Moved, body)
          if (!moved.success) {
            const thing = z.safeParse(Thing, body)
            if (!thing.success) throw strange(status)
            return thing.data
          }
          at = moved.data.slug
        }
        // The redirects form a loop: the game no longer exists.
        return null
      }),
    state: upstream.state,
  }
}
