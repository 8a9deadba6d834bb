import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import { BROTLI_WINDOW } from './encoding.ts'
import { type CachedValue, createTaggedCache } from './tagged-cache.ts'
import type { Tag } from './tags.ts'

/** A whole page as bytes, ready to be sent in the form that the reader accepts. */
export interface CachedPage extends CachedValue {
  status: number
  /** Where a redirect leads; such a page is answered, never kept. */
  location: string | null
  isIncomplete: boolean
  etag: string
  identity: Buffer
  brotli: Buffer
  gzip: Buffer
}

export interface RenderedPage {
  html: string
  status: number
  location: string | null
  tags: readonly Tag[]
  /** Something is missing on it because the database did not answer: it is not kept. */
  isIncomplete?: boolean
}

export interface PageCache {
  /** By the exact address as it was asked for; null when unknown, stale, or not to be trusted now. */
  byAddress: (address: string) => CachedPage | null
  /** The page of this key as it last was, for when it cannot be made anew because the database does not answer. */
  stale: (key: string) => CachedPage | null
  /** The page of this canonical key. `address` is remembered as another name of the key. */
  serve: (key: string, address: string, render: () => Promise<RenderedPage>) => Promise<CachedPage>
  size: () => { pages: number; bytes: number }
}

/** Relative times on a page go stale, so no page lives long. */
const KEEP_MS = 60_000
/**
 * Decision 0047: how old a page may be that is shown while the database does not answer. What was hidden on another node
 * meanwhile, unknown to a node that is cut off, is shown no longer than this.
 */
const STALE_MS = 5 * 60_000
const MOST_ADDRESSES = 20_000
/** Nobody shares longer ones; remembered, they would fill the memory. */
const LONGEST_ADDRESS = 1000

/** Pages for anonymous readers. The key is path and canonical search, never Host, theme or unknown parameters. */
export function createPageCache(deps: { changes: Changes; clock: Clock; maxBytes?: number }): PageCache {
  const cache = createTaggedCache<CachedPage>({
    changes: deps.changes,
    clock: deps.clock,
    maxBytes: deps.maxBytes ?? 64 * 1024 * 1024,
    keepMs: KEEP_MS,
  })
  const addresses = new Map<string, string>()
  return {
    byAddress(address) {
      const key = addresses.get(address)
      return key === undefined ? null : cache.get(key)
    },
    stale: (key) => cache.getStale(key, STALE_MS),
    async serve(key, address, render) {
      const make = async () => {
        const { html, status, location, tags, isIncomplete = false } = await render()
        return { ...pack(html), status, location, tags, isIncomplete, at: deps.clock().getTime() }
      }
      const page = await cache.serve(key, make, ({ status, isIncomplete }) => status === 200 && !isIncomplete)
      if (page.status === 200 && address.length <= LONGEST_ADDRESS) {
        if (addresses.size >= MOST_ADDRESSES) addresses.clear()
        addresses.set(address, key)
      }
      return page
    },
    size() {
      const { count, bytes } = cache.size()
      return { pages: count, bytes }
    },
  }
}

const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW }

function pack(html: string): Pick<CachedPage, 'etag' | 'identity' | 'brotli' | 'gzip' | 'bytes'> {
  const identity = Buffer.from(html)
  const brotli = brotliCompressSync(identity, { params: BROTLI })
  const gzip = gzipSync(identity, { level: 6 })
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { etag, identity, brotli, gzip, bytes: identity.length + brotli.length + gzip.length }
}
