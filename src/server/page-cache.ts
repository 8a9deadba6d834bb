import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Changes, Tag } from './changes.ts'
import type { Clock } from './clock.ts'

/** A whole page as bytes, ready to be sent in the form that the reader accepts. */
export interface CachedPage {
  status: number
  /** Where a redirect leads; such a page is answered, never kept. */
  location: string | null
  etag: string
  identity: Buffer
  brotli: Buffer
  gzip: Buffer
  bytes: number
  /** Rendered at, in milliseconds. Relative times on a page go stale, so no page lives long. */
  at: number
  tags: readonly Tag[]
}

export interface PageCache {
  /** By the exact address as it was asked for; null when unknown, stale, or not to be trusted now. */
  byAddress: (address: string) => CachedPage | null
  /**
   * The page of this canonical key, rendered once however many ask at the same time. `address` is remembered as another
   * name of the key. A page whose content changed while it was being rendered is answered but not kept.
   */
  serve: (
    key: string,
    address: string,
    render: () => Promise<{ html: string; status: number; location: string | null; tags: readonly Tag[] }>,
  ) => Promise<CachedPage>
  size: () => { pages: number; bytes: number }
}

const KEEP_MS = 60_000
const MOST_ADDRESSES = 20_000

/**
 * Pages for anonymous readers, in memory, bounded in bytes. The key is path and canonical search, never Host, theme or
 * unknown parameters. Entries go when a tag of theirs is announced on any app node, or the change feed has a gap.
 */
export function createPageCache(deps: { changes: Changes; clock: Clock; maxBytes?: number }): PageCache {
  const maxBytes = deps.maxBytes ?? 64 * 1024 * 1024
  const pages = new Map<string, CachedPage>()
  const keysOfTag = new Map<Tag, Set<string>>()
  const addresses = new Map<string, string>()
  const rendering = new Map<string, Promise<CachedPage>>()
  /** When a tag was last announced, counted in announcements, to notice a change during a rendering. */
  const changedAt = new Map<Tag, number>()
  let announcements = 0
  let allChangedAt = 0
  let bytes = 0

  function drop(key: string): void {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= page.bytes
    for (const tag of page.tags) {
      const keys = keysOfTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysOfTag.delete(tag)
    }
  }

  deps.changes.subscribe((tags) => {
    announcements += 1
    if (tags === null) {
      allChangedAt = announcements
      changedAt.clear()
      for (const key of [...pages.keys()]) drop(key)
      return
    }
    for (const tag of tags) {
      changedAt.set(tag, announcements)
      for (const key of [...(keysOfTag.get(tag) ?? [])]) drop(key)
    }
    // Only renderings under way look here, so an old half may go once nobody renders.
    if (changedAt.size > 10_000 && rendering.size === 0) changedAt.clear()
  })

  function keep(key: string, page: CachedPage): void {
    drop(key)
    pages.set(key, page)
    bytes += page.bytes
    for (const tag of page.tags) {
      const keys = keysOfTag.get(tag) ?? new Set()
      keysOfTag.set(tag, keys.add(key))
    }
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function fresh(key: string): CachedPage | null {
    const page = pages.get(key)
    if (!page || !deps.changes.isLive() || deps.clock().getTime() - page.at >= KEEP_MS) return null
    return page
  }

  return {
    byAddress(address) {
      const key = addresses.get(address)
      return key === undefined ? null : fresh(key)
    },
    async serve(key, address, render) {
      const found = fresh(key)
      if (found) {
        remember(address, key)
        return found
      }
      const running = rendering.get(key)
      if (running) return running
      const since = announcements
      const work = render()
        .then(({ html, status, location, tags }) => {
          const page = { ...pack(html, status, tags, deps.clock().getTime()), location }
          const isChanged = allChangedAt > since || tags.some((tag) => (changedAt.get(tag) ?? 0) > since)
          if (status === 200 && !isChanged && deps.changes.isLive()) {
            keep(key, page)
            remember(address, key)
          }
          return page
        })
        .finally(() => rendering.delete(key))
      rendering.set(key, work)
      return work
    },
    size: () => ({ pages: pages.size, bytes }),
  }

  function remember(address: string, key: string): void {
    if (addresses.size >= MOST_ADDRESSES) addresses.clear()
    addresses.set(address, key)
  }
}

function pack(html: string, status: number, tags: readonly Tag[], at: number): Omit<CachedPage, 'location'> {
  const identity = Buffer.from(html)
  const brotli = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const gzip = gzipSync(identity, { level: 6 })
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { status, etag, identity, brotli, gzip, bytes: identity.length + brotli.length + gzip.length, at, tags }
}
