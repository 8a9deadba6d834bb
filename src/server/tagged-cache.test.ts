import { beforeEach, describe, expect, test } from 'vitest'
import { type CachedValue, createTaggedCache, type TaggedCache } from './tagged-cache.ts'
import { type Tag, tag } from './tags.ts'

interface Value extends CachedValue {
  text: string
}

const MAX_BYTES = 10
const TTL_MS = 1000

describe('a tagged cache', () => {
  let cache: TaggedCache<Value>
  let announce: (tags: readonly Tag[] | null) => void
  let isLive: boolean
  let now: Date

  beforeEach(() => {
    isLive = true
    now = new Date('2026-11-21T12:00:00Z')
    const changes = {
      isLive: () => isLive,
      subscribe: (listener: typeof announce) => {
        announce = listener
        return () => {}
      },
      close: async () => {},
    }
    cache = createTaggedCache<Value>({ changes, clock: () => now, maxBytes: MAX_BYTES, ttlMs: TTL_MS })
  })

  const value = (text: string, tags: Tag[] = [], bytes = 5): Value => ({ text, tags, bytes, at: now.getTime() })
  const serve = (key: string, tags: Tag[] = [], bytes = 5) =>
    cache.serve(
      key,
      async () => value(key, tags, bytes),
      () => true,
    )
  const cached = (...keys: string[]) => keys.filter((key) => cache.get(key) !== null)

  test('caches a value for its time, to the millisecond', async () => {
    await serve('a')
    now = new Date(now.getTime() + TTL_MS - 1)
    expect(cached('a')).toEqual(['a'])
    now = new Date(now.getTime() + 1)
    expect(cached('a')).toEqual([])
  })

  test('replaces an expired value, and counts its bytes once', async () => {
    await serve('a', [tag.games])
    now = new Date(now.getTime() + TTL_MS)
    await serve('a', [tag.feed], 4)
    expect(cache.size()).toEqual({ count: 1, bytes: 4 })
    announce([tag.games])
    expect(cached('a')).toEqual(['a'])
    announce([tag.feed])
    expect(cache.size()).toEqual({ count: 0, bytes: 0 })
  })

  test('may be full to the last byte; then the oldest value gives way', async () => {
    await serve('a', [tag.games])
    await serve('b', [tag.games])
    expect(cache.size()).toEqual({ count: 2, bytes: MAX_BYTES })
    await serve('c', [tag.games], 1)
    expect(cached('a', 'b', 'c')).toEqual(['b', 'c'])
    expect(cache.size()).toEqual({ count: 2, bytes: 6 })
    announce([tag.games])
    expect(cache.size()).toEqual({ count: 0, bytes: 0 })
  })

  test('returns a value that is larger than the cache, but does not cache it', async () => {
    await serve('a')
    expect((await serve('b', [], MAX_BYTES + 1)).text).toBe('b')
    expect(cache.size()).toEqual({ count: 0, bytes: 0 })
  })

  test('one of several tags invalidates a value, and every value with that tag', async () => {
    await serve('a', [tag.games, tag.feed], 3)
    await serve('b', [tag.feed], 3)
    await serve('c', [tag.games], 3)
    announce([tag.peopleLists, tag.feed])
    expect(cached('a', 'b', 'c')).toEqual(['c'])
  })

  test('a tag invalidates the last of several values as well, also of one that has it twice', async () => {
    await serve('a', [tag.feed, tag.feed, tag.game('1')], 1)
    await serve('b', [tag.feed, tag.game('2')], 1)
    await serve('c', [tag.feed, tag.game('1')], 1)
    announce([tag.game('1')])
    expect(cached('a', 'b', 'c')).toEqual(['b'])
    announce([tag.feed])
    expect(cached('b')).toEqual([])
    await serve('a', [tag.feed, tag.feed], 1)
    announce([tag.feed])
    expect(cache.size()).toEqual({ count: 0, bytes: 0 })
  })

  test('a change before a value is made does not prevent caching it', async () => {
    announce([tag.games])
    announce(null)
    await serve('a', [tag.games])
    expect(cached('a')).toEqual(['a'])
  })

  test.each<[string, readonly Tag[] | null, boolean]>([
    ['one of its tags is announced', [tag.peopleLists, tag.games], false],
    ['other tags are announced', [tag.peopleLists], true],
    ['there is a gap in the change feed', null, false],
  ])('a value during whose making %s: is cached: %s', async (_what, tags, isCached) => {
    await cache.serve(
      'a',
      async () => {
        announce(tags)
        return value('a', [tag.feed, tag.games])
      },
      () => true,
    )
    expect(cached('a')).toEqual(isCached ? ['a'] : [])
  })

  test('a change is not forgotten while a value is made, however many others follow', async () => {
    await cache.serve(
      'a',
      async () => {
        // Announcements arrive after the making has begun.
        await null
        announce([tag.games])
        announce(Array.from({ length: 10_001 }, (_, at) => tag.game(String(at))))
        return value('a', [tag.games])
      },
      () => true,
    )
    expect(cached('a')).toEqual([])
  })

  test('a value that was made while the feed was down is not cached', async () => {
    isLive = false
    await serve('a')
    isLive = true
    expect(cached('a')).toEqual([])
  })

  test('while the feed is down a value is only available as stale, for its own time', async () => {
    await serve('a')
    isLive = false
    announce(null)
    expect([cache.get('a'), cache.getStale('a', 2)?.text, cache.getStale('b', 2)]).toEqual([null, 'a', null])
    now = new Date(now.getTime() + 2)
    expect([cache.getStale('a', 2), cache.getStale('a', 3)?.text]).toEqual([null, 'a'])
  })

  test('a value that the caller declines is returned but not cached', async () => {
    const made = await cache.serve(
      'a',
      async () => value('declined'),
      ({ text }) => text !== 'declined',
    )
    expect([made.text, cache.get('a')]).toEqual(['declined', null])
  })

  test('a caller who comes after a change does not get a value whose making began before it', async () => {
    let stored = 'old'
    const makings: (() => void)[] = []
    const read = () =>
      cache.serve(
        'a',
        async () => {
          const text = stored
          await new Promise<void>((resolve) => makings.push(resolve))
          return value(text, [tag.game('igdb_1')])
        },
        () => true,
      )
    const finishNext = async () => {
      makings.shift()?.()
      await new Promise(setImmediate)
    }
    const before = [read(), read()]
    announce([tag.game('igdb_2')])
    const unconcerned = read()
    stored = 'new'
    announce([tag.game('igdb_1')])
    const after = [read(), read()]
    expect(makings).toHaveLength(1)
    await finishNext()
    expect((await Promise.all(before)).map(({ text }) => text)).toEqual(['old', 'old'])
    // Both share the second making, although the tag is announced again meanwhile.
    expect(makings).toHaveLength(1)
    announce([tag.game('igdb_1')])
    await finishNext()
    expect((await Promise.all(after)).map(({ text }) => text)).toEqual(['new', 'new'])
    expect((await unconcerned).text).toBe('new')
    expect([makings, cached('a')]).toEqual([[], []])
  })

  test('simultaneous callers share one making, also one that fails; the next call makes the value again', async () => {
    let makings = 0
    const fail = async (): Promise<Value> => {
      makings += 1
      throw new Error('broken')
    }
    const both = await Promise.allSettled([1, 2].map(() => cache.serve('a', fail, () => true)))
    expect([both.map(({ status }) => status), makings]).toEqual([['rejected', 'rejected'], 1])
    expect((await serve('a')).text).toBe('a')
  })
})
