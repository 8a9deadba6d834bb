import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Changes } from './changes.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import type { Tag } from './tags.ts'
import { tag } from './tags.ts'

/** Stands in for the change feed of the database. */
function announcer() {
  const listeners = new Set<(tags: readonly Tag[] | null) => void>()
  const state = { isLive: true }
  const changes: Changes = {
    isLive: () => state.isLive,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {},
  }
  const announce = (tags: readonly Tag[] | null) => {
    for (const listener of listeners) listener(tags)
  }
  return { changes, announce, state }
}

describe('the page cache', () => {
  let cache: PageCache
  let world: ReturnType<typeof announcer>
  let now: Date
  let renderings: number
  const page =
    (tags: Tag[], text = `<p>${'x'.repeat(100)}`) =>
    async () => {
      renderings += 1
      return { text, status: 200, location: null, tags }
    }

  beforeEach(() => {
    world = announcer()
    now = new Date('2026-11-21T12:00:00Z')
    renderings = 0
    cache = createPageCache({ changes: world.changes, clock: () => now, maxBytes: 10_000 })
  })

  test('stores a page under its key and finds it by every address that requested it', async () => {
    await cache.serve('/all-games', '/all-games?utm=1', page([tag.games]))
    await cache.serve('/all-games', '/all-games', page([tag.games]))
    expect(renderings).toBe(1)
    expect(cache.byAddress('/all-games?utm=1')).toBe(cache.byAddress('/all-games'))
    expect(cache.byAddress('/other')).toBeNull()
  })

  test('does not store a page under an extremely long, invented address', async () => {
    const long = `/all-games?utm=${'x'.repeat(5000)}`
    await cache.serve('/all-games', long, page([tag.games]))
    expect(cache.byAddress(long)).toBeNull()
    await cache.serve('/all-games', long, page([tag.games]))
    expect(renderings).toBe(1)
  })

  test('the three encodings contain the same page', async () => {
    const cached = await cache.serve('/', '/', page([], '<p>ゼルダ'))
    expect(cached.identity.toString()).toBe('<p>ゼルダ')
    expect(brotliDecompressSync(cached.compressed('br')).toString()).toBe('<p>ゼルダ')
    expect(gunzipSync(cached.compressed('gzip')).toString()).toBe('<p>ゼルダ')
  })

  test('a page is compressed once in each encoding', async () => {
    const cached = await cache.serve('/', '/', page([]))
    for (const encoding of ['br', 'gzip'] as const) {
      const first = cached.compressed(encoding)
      expect(cache.byAddress('/')?.compressed(encoding)).toBe(first)
    }
  })

  test('the size of the cache counts the encodings of a page before somebody has asked for them', async () => {
    const { identity, compressed } = await cache.serve('/', '/', page([]))
    const { bytes } = cache.size()
    expect(bytes).toBeGreaterThanOrEqual(identity.length + compressed('br').length + compressed('gzip').length)
    expect(cache.size().bytes).toBe(bytes)
  })

  test('an announcement invalidates the pages that show it, and nothing else', async () => {
    await cache.serve('/game/1', '/game/1', page([tag.game('igdb_1')]))
    await cache.serve('/game/2', '/game/2', page([tag.game('igdb_2')]))
    world.announce([tag.game('igdb_1')])
    expect(cache.byAddress('/game/1')).toBeNull()
    expect(cache.byAddress('/game/2')).not.toBeNull()
  })

  test('a page that changed while it was rendered is sent but not cached', async () => {
    const answer = await cache.serve('/game/1', '/game/1', async () => {
      world.announce([tag.game('igdb_1')])
      return { text: 'old', status: 200, location: null, tags: [tag.game('igdb_1')] }
    })
    expect(answer.identity.toString()).toBe('old')
    expect(cache.byAddress('/game/1')).toBeNull()
  })

  test('a page that was being made during a gap in the change feed is sent but not cached', async () => {
    const answer = await cache.serve('/a', '/a', async () => {
      world.state.isLive = false
      world.announce(null)
      world.state.isLive = true
      world.announce(null)
      return page([tag.feed], 'old')()
    })
    expect(answer.identity.toString()).toBe('old')
    expect([cache.byAddress('/a'), cache.stale('/a')]).toEqual([null, null])
    // A page whose rendering begins after the gap is cached.
    await cache.serve('/a', '/a', page([tag.feed], 'new'))
    expect(cache.byAddress('/a')?.identity.toString()).toBe('new')
  })

  test('a page that is made while the feed is down is not stored, not even as a stale one', async () => {
    world.state.isLive = false
    await cache.serve('/a', '/a', page([]))
    expect(cache.stale('/a')).toBeNull()
  })

  test('a gap in the change feed invalidates everything, and the cache stays unused until the feed is live', async () => {
    await cache.serve('/a', '/a', page([]))
    world.state.isLive = false
    expect(cache.byAddress('/a')).toBeNull()
    await cache.serve('/b', '/b', page([]))
    world.state.isLive = true
    world.announce(null)
    expect(cache.byAddress('/a')).toBeNull()
    expect(cache.byAddress('/b')).toBeNull()
    expect(cache.size()).toMatchObject({ pages: 0, bytes: 0 })
  })

  test('while the feed is down, a page that had not changed is available as stale for five minutes; after a gap it is not', async () => {
    await cache.serve('/a', '/a', page([tag.feed]))
    await cache.serve('/changed', '/changed', page([tag.peopleLists]))
    world.announce([tag.peopleLists])
    world.state.isLive = false
    world.announce(null)
    expect([cache.byAddress('/a'), cache.stale('/changed')]).toEqual([null, null])
    now = new Date(now.getTime() + 5 * 60_000 - 1)
    expect(cache.stale('/a')?.status).toBe(200)
    now = new Date(now.getTime() + 1)
    expect(cache.stale('/a')).toBeNull()
    now = new Date(now.getTime() - 60_000)
    world.state.isLive = true
    world.announce(null)
    expect(cache.stale('/a')).toBeNull()
  })

  test('a page that lacks a part is sent but not cached', async () => {
    const lacking = async () => ({ ...(await page([])()), isIncomplete: true })
    expect((await cache.serve('/a', '/a', lacking)).isIncomplete).toBe(true)
    expect([cache.byAddress('/a'), cache.stale('/a')]).toEqual([null, null])
  })

  test('simultaneous requests share one rendering', async () => {
    await Promise.all(Array.from({ length: 20 }, () => cache.serve('/a', '/a', page([]))))
    expect(renderings).toBe(1)
  })

  test('all requests that share a rendering get its redirect', async () => {
    const away = async () => ({ text: '', status: 302, location: '/signin', tags: [] })
    const pages = await Promise.all([cache.serve('/a', '/a', away), cache.serve('/a', '/a', away)])
    expect(pages.map(({ status, location }) => [status, location])).toEqual([
      [302, '/signin'],
      [302, '/signin'],
    ])
    expect(cache.byAddress('/a')).toBeNull()
  })

  test('a failed rendering is not cached', async () => {
    const broken = cache.serve('/a', '/a', async () => {
      throw new Error('broken')
    })
    await expect(broken).rejects.toThrow('broken')
    await cache.serve('/a', '/a', page([]))
    expect(renderings).toBe(1)
  })

  test('only successful pages are cached, for a minute, within the size limit', async () => {
    await cache.serve('/missing', '/missing', async () => ({ text: 'no', status: 404, location: null, tags: [] }))
    expect([cache.byAddress('/missing'), cache.stale('/missing'), cache.size().pages]).toEqual([null, null, 0])
    await cache.serve('/a', '/a', page([]))
    now = new Date(now.getTime() + 60_000)
    expect(cache.byAddress('/a')).toBeNull()
    for (let n = 0; n < 100; n += 1) await cache.serve(`/p/${n}`, `/p/${n}`, page([tag.pins(String(n))]))
    expect(cache.size().bytes).toBeLessThanOrEqual(10_000)
    expect(cache.byAddress('/p/99')).not.toBeNull()
    expect(cache.byAddress('/p/0')).toBeNull()
  })

  test('an address of up to 1000 characters is stored', async () => {
    const [longest, longer] = [1000, 1001].map((length) => '/a?'.padEnd(length, 'x')) as [string, string]
    await cache.serve('/a', longest, page([]))
    await cache.serve('/a', longer, page([]))
    expect([cache.byAddress(longest)?.status, cache.byAddress(longer)]).toEqual([200, null])
  })

  test('at most 20,000 addresses are stored; then the collection starts again', async () => {
    const address = (at: number) => `/a?utm=${at}`
    for (let at = 0; at < 20_000; at += 1) await cache.serve('/a', address(at), page([]))
    expect(cache.byAddress(address(0))).not.toBeNull()
    await cache.serve('/a', address(20_000), page([]))
    expect([cache.byAddress(address(0)), cache.byAddress(address(19_999))]).toEqual([null, null])
    expect(cache.byAddress(address(20_000))).not.toBeNull()
  })

  test('pages have the same ETag when their HTML is the same', async () => {
    const etagOf = async (key: string, text: string) => (await cache.serve(key, key, page([], text))).etag
    const [one, same, other] = [await etagOf('/a', '<p>1'), await etagOf('/b', '<p>1'), await etagOf('/c', '<p>2')]
    expect(one).toMatch(/^"[\w-]{22}"$/)
    expect([one === same, one === other]).toEqual([true, false])
  })

  test('a cache without a given bound has room for pages', async () => {
    const unbounded = createPageCache({ changes: world.changes, clock: () => now })
    await unbounded.serve('/a', '/a', page([], 'x'.repeat(1_000_000)))
    await unbounded.serve('/b', '/b', page([], 'x'.repeat(1_000_000)))
    expect(unbounded.size().pages).toBe(2)
  })
})
