import type { Db } from '#db/db.ts'
import { PROXY_REFUSALS } from '#features/catalogue/catalogue.texts.ts'
import { refuseMissingGame } from '#features/catalogue/server/catalogue.service.ts'
import { refuseUpstream } from '#features/catalogue/server/sources/upstream-refusal.service.ts'
import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { type CachedValue, createTaggedCache } from '#server/tagged-cache.ts'
import { UpstreamError } from '#server/upstream.ts'
import { ascending } from '#shared/order.ts'
import { refuse } from '#shared/refusal.ts'
import { cachedBytesOf } from '../forwarding/cached-size.ts'
import { withoutKey } from './keyless.ts'
import { findStoredRawgGame } from './rawg-proxy.queries.ts'
import { rawgGame } from './rawg-proxy.view.ts'

/** The RAWG client, which sends requests and adds the key. Throws an UpstreamError. */
export interface ForwardRawg {
  list: (
    path: string,
    params: Record<string, string | number>,
  ) => Promise<{ results: unknown[]; count: number | null; hasNext: boolean }>
  /** Null when RAWG does not know it. */
  find: (path: string, handle: string | number) => Promise<Record<string, unknown> | null>
}

export interface RawgProxyDeps {
  db: Db
  clock: Clock
  changes: Changes
  /** Null while RAWG is off. */
  forward: ForwardRawg | null
}

type RawgParams = Record<string, string | number | boolean | undefined>
type RawgList = Awaited<ReturnType<ForwardRawg['list']>>

export interface RawgProxy {
  list: (path: string, params: RawgParams) => Promise<RawgList>
  find: (handle: string) => Promise<Record<string, unknown>>
}

/** The lifetime of a cached response (R-CACHE-13). */
const CACHE_MS = 5 * 60_000
const MAX_CACHE_BYTES = 16 * 1024 * 1024

/**
 * Opens the proxy of RAWG's games, without the key. Lists come only from RAWG, because the few stored RAWG games would
 * be a wrong result. A single stored game is the fallback for RAWG.
 */
export function openRawgProxy(deps: RawgProxyDeps): RawgProxy {
  const { db, clock, changes, forward } = deps
  const cache = createTaggedCache<CachedValue & { answer: unknown }>({
    changes,
    clock,
    maxBytes: MAX_CACHE_BYTES,
    ttlMs: CACHE_MS,
  })

  async function cachedAnswer<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const make = async () => {
      const answer = withoutKey(await ask())
      return { answer, at: clock().getTime(), bytes: cachedBytesOf(question, answer), tags: [] }
    }
    return (await cache.serve(question, make, () => true)).answer as T
  }

  async function findStored(handle: string): Promise<Record<string, unknown> | null> {
    const row = /^\d{1,12}$/.test(handle) ? await findStoredRawgGame(db, Number(handle)) : undefined
    return row ? rawgGame(row) : null
  }

  return {
    async list(path, params) {
      if (forward === null) return refuseOff()
      const given = Object.entries(params).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === 'boolean' ? String(value) : value] as const],
      )
      const inOrder = Object.fromEntries(given.sort(ascending(([name]) => name)))
      try {
        return await cachedAnswer(`${path} ${JSON.stringify(inOrder)}`, () => forward.list(path, inOrder))
      } catch (error) {
        return error instanceof UpstreamError ? refuseUpstream('RAWG', error) : Promise.reject(error)
      }
    },
    async find(handle) {
      if (forward === null) return (await findStored(handle)) ?? refuseOff()
      try {
        const found = await cachedAnswer(`game ${handle}`, () => forward.find('/games', handle))
        return found ?? refuseMissingGame()
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        return (await findStored(handle)) ?? refuseUpstream('RAWG', error)
      }
    },
  }
}

function refuseOff(): never {
  return refuse('not_found', 'rawg_off', PROXY_REFUSALS.notConfigured, {
    status: 503,
  })
}
