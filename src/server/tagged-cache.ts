import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Tag } from './tags.ts'

/** A value that may be cached for all readers. */
export interface CachedValue {
  bytes: number
  /** The time of creation, in milliseconds. */
  at: number
  /** The tags of what it shows; announcing one invalidates the value. */
  tags: readonly Tag[]
}

export interface TaggedCache<T extends CachedValue> {
  /** Returns null if the value is unknown, expired, or not trusted now. */
  get: (key: string) => T | null
  /**
   * Returns a value that is younger than `maxAgeMs`, even while the change feed is down: for when current data are
   * unavailable. Returns no value that changed before the feed went down.
   */
  getStale: (key: string, maxAgeMs: number) => T | null
  /**
   * Returns the cached value, or calls `make`, once for all simultaneous callers. A value that changed while it was
   * being made, or that `mayCache` declines, is returned but not cached. Nobody who came after the change gets it.
   */
  serve: (key: string, make: () => Promise<T>, mayCache: (made: T) => boolean) => Promise<T>
  size: () => { count: number; bytes: number }
}

/**
 * Caches values in memory, bounded in bytes and age. A value is invalidated when any node announces one of its tags.
 * While the change feed is down nothing is added and nothing is trusted; when the feed is back, everything is
 * invalidated.
 */
export function createTaggedCache<T extends CachedValue>(deps: {
  changes: Changes
  clock: Clock
  maxBytes: number
  ttlMs: number
}): TaggedCache<T> {
  const entries = new Map<string, T>()
  /** The keys of the values with a tag: a set for each of the many tags that only one value has would cost the most memory. */
  const keysOfTag = new Map<Tag, string | Set<string>>()
  const making = new Map<string, { work: Promise<{ made: T; hasChanged: boolean }>; since: number }>()
  /** The number of the last announcement of each tag, to detect a change while a value is made. */
  const changedAt = new Map<Tag, number>()
  let announcements = 0
  let allChangedAt = 0
  let bytes = 0

  function evict(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= entry.bytes
    for (const tag of entry.tags) {
      const keys = keysOfTag.get(tag)
      if (keys === key) keysOfTag.delete(tag)
      else if (typeof keys === 'object' && keys.delete(key) && keys.size === 0) keysOfTag.delete(tag)
    }
  }

  deps.changes.subscribe((tags) => {
    announcements += 1
    if (tags === null) {
      allChangedAt = announcements
      changedAt.clear()
      if (deps.changes.isLive()) for (const key of [...entries.keys()]) evict(key)
      return
    }
    for (const tag of tags) {
      changedAt.set(tag, announcements)
      const keys = keysOfTag.get(tag)
      for (const key of typeof keys === 'string' ? [keys] : [...(keys ?? [])]) evict(key)
    }
    // Only values in the making need this, so it can be cleared when there are none.
    if (changedAt.size > 10_000 && making.size === 0) changedAt.clear()
  })

  function insert(key: string, entry: T): void {
    evict(key)
    entries.set(key, entry)
    bytes += entry.bytes
    for (const tag of entry.tags) {
      const keys = keysOfTag.get(tag)
      if (keys === undefined) keysOfTag.set(tag, key)
      else if (typeof keys === 'object') keys.add(key)
      // A value may have a tag twice.
      else if (keys !== key) keysOfTag.set(tag, new Set([keys, key]))
    }
    for (const oldest of entries.keys()) {
      if (bytes <= deps.maxBytes) break
      evict(oldest)
    }
  }

  function get(key: string): T | null {
    const entry = entries.get(key)
    if (!entry || !deps.changes.isLive() || deps.clock().getTime() - entry.at >= deps.ttlMs) return null
    return entry
  }

  const hasChanged = (tags: readonly Tag[], since: number): boolean =>
    allChangedAt > since || tags.some((tag) => (changedAt.get(tag) ?? 0) > since)

  async function serve(
    key: string,
    make: () => Promise<T>,
    mayCache: (made: T) => boolean,
    arrivedAt = announcements,
  ): Promise<T> {
    const found = get(key)
    if (found) return found
    const running = making.get(key)
    if (running) {
      const { made, hasChanged } = await running.work
      return running.since >= arrivedAt || !hasChanged ? made : serve(key, make, mayCache, arrivedAt)
    }
    const since = announcements
    const work = make()
      .then((made) => {
        const changed = hasChanged(made.tags, since)
        if (mayCache(made) && !changed && deps.changes.isLive()) insert(key, made)
        return { made, hasChanged: changed }
      })
      .finally(() => making.delete(key))
    making.set(key, { work, since })
    return (await work).made
  }

  return {
    get,
    getStale(key, maxAgeMs) {
      const entry = entries.get(key)
      return entry && deps.clock().getTime() - entry.at < maxAgeMs ? entry : null
    },
    serve: (key, make, mayCache) => serve(key, make, mayCache),
    size: () => ({ count: entries.size, bytes }),
  }
}
