import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import { BROTLI_WINDOW, type SMALLEST } from './encoding.ts'
import type { InlineHashes } from './headers.ts'
import { type CachedValue, createTaggedCache } from './tagged-cache.ts'
import type { Tag } from './tags.ts'

/** What a client may accept of bytes that are compressed once. */
export type PageEncoding = (typeof SMALLEST)[number]

/** A whole page or public document as bytes, ready to send. */
export interface CachedPage extends CachedValue {
  status: number
  /** The target of a redirect; such a page is sent and never cached. */
  location: string | null
  isIncomplete: boolean
  /** The media type. */
  type: string
  /** The value of Last-Modified; null for a page, because its parts have many ages. */
  lastModified: string | null
  etag: string
  /** What the security policy of the page allows. */
  inline: InlineHashes | null
  identity: Buffer
  /**
   * Returns the compressed page. It is compressed for the first reader who accepts the encoding and then preserved,
   * because most pages are read once, and never in both encodings.
   */
  compressed: (encoding: PageEncoding) => Buffer
}

export interface RenderedPage {
  text: string
  /** The media type; HTML if it is missing. */
  type?: string
  lastModified?: Date
  inline?: InlineHashes
  status: number
  location: string | null
  tags: readonly Tag[]
  /** A part is missing because the database did not respond, so the page is not cached. */
  isIncomplete?: boolean
}

export interface PageCache {
  /** Finds a page by the exact requested address. Returns null if it is unknown, expired, or not trusted now. */
  byAddress: (address: string) => CachedPage | null
  /** Returns the last page of this key, for when the database does not respond and the page cannot be rendered. */
  stale: (key: string) => CachedPage | null
  /** Returns the page of this canonical key, rendered if necessary. It stores `address` as another name of the key. */
  serve: (key: string, address: string, render: () => Promise<RenderedPage>) => Promise<CachedPage>
  /** What it holds now, and how often a page came from it or had to be rendered since the start. */
  size: () => { pages: number; bytes: number; hits: number; misses: number }
}

/** Pages expire soon, because relative times on them become wrong. */
const TTL_MS = 60_000
/**
 * Decision 0047: the maximum age of a page that is shown while the database does not respond. It bounds how long a
 * disconnected node may show something that was hidden on another node.
 */
const STALE_MS = 5 * 60_000
const MAX_ADDRESSES = 20_000
export const HTML = 'text/html; charset=utf-8'
/** Real links are shorter; storing longer addresses would fill the memory. */
const LONGEST_ADDRESS = 1000

/**
 * Caches whole pages and public documents for visitors, who share them.
 * Key: path and canonical search, never Host, theme or unknown parameters; up to 20,000 addresses are other names of keys.
 * Size: 64 MB with both encodings; a full cache drops the oldest. Only complete pages with status 200 are cached.
 * Invalidated: by each tag of what the page shows, on every node, and a minute after it was rendered.
 * While the change feed is down nothing is trusted. While the database does not respond, the last page of a key is shown
 * for up to five minutes (decision 0047).
 */
export function createPageCache(deps: { changes: Changes; clock: Clock; maxBytes?: number }): PageCache {
  const cache = createTaggedCache<CachedPage>({
    changes: deps.changes,
    clock: deps.clock,
    maxBytes: deps.maxBytes ?? 64 * 1024 * 1024,
    ttlMs: TTL_MS,
  })
  const addresses = new Map<string, string>()
  let hits = 0
  let misses = 0
  return {
    byAddress(address) {
      const key = addresses.get(address)
      const page = key === undefined ? null : cache.get(key)
      if (page) hits += 1
      return page
    },
    stale: (key) => cache.getStale(key, STALE_MS),
    async serve(key, address, render) {
      let isMade = false
      const make = async () => {
        isMade = true
        const { text, type = HTML, lastModified, inline = null, isIncomplete = false, ...rest } = await render()
        const changed = lastModified?.toUTCString() ?? null
        const at = deps.clock().getTime()
        return { ...rest, ...pack(text), type, inline, lastModified: changed, isIncomplete, at }
      }
      const page = await cache.serve(key, make, ({ status, isIncomplete }) => status === 200 && !isIncomplete)
      if (isMade) misses += 1
      else hits += 1
      if (page.status === 200 && address.length <= LONGEST_ADDRESS) {
        if (addresses.size >= MAX_ADDRESSES) addresses.clear()
        addresses.set(address, key)
      }
      return page
    },
    size() {
      const { count, bytes } = cache.size()
      return { pages: count, bytes, hits, misses }
    },
  }
}

/** Returns a document that never changes while the server runs, such as the description of the API. */
export function jsonDocument(value: object): CachedPage {
  return {
    ...pack(JSON.stringify(value)),
    status: 200,
    location: null,
    isIncomplete: false,
    type: 'application/json',
    lastModified: null,
    inline: null,
    tags: [],
    at: 0,
  }
}

const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW }

const COMPRESS: Record<PageEncoding, (identity: Buffer) => Buffer> = {
  br: (identity) => brotliCompressSync(identity, { params: BROTLI }),
  gzip: (identity) => gzipSync(identity, { level: 6 }),
}
/** Both encodings of a page take less than half of its bytes. They are counted before they are there. */
const WITH_ENCODINGS = 1.5

function pack(text: string): Pick<CachedPage, 'etag' | 'identity' | 'compressed' | 'bytes'> {
  const identity = Buffer.from(text)
  const encoded = new Map<PageEncoding, Buffer>()
  return {
    etag: `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`,
    identity,
    compressed(encoding) {
      const known = encoded.get(encoding)
      if (known) return known
      const bytes = COMPRESS[encoding](identity)
      encoded.set(encoding, bytes)
      return bytes
    },
    bytes: Math.ceil(identity.length * WITH_ENCODINGS),
  }
}
