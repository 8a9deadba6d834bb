import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Tag } from './tags.ts'

/** Something that may be kept for all readers. */
export interface CachedValue {
  bytes: number
  /** Made at, in milliseconds. */
  at: number
  /** What it shows: announced, it is dropped. */
  tags: readonly Tag[]
}

export interface TaggedCache<T extends CachedValue> {
  /** Null when unknown, stale, or not to be trusted now. */
  get: (key: string) => T | null
  /**
   * What is kept under the key and was made less than `maxAgeMs` ago, also while the change feed is down: for when the
   * truth cannot be had. What changed before the feed went down is not among it.
   */
  getStale: (key: string, maxAgeMs: number) => T | null
  /**
   * What is kept under the key, or what `make` makes, once however many ask at the same time. What changed while it was
   * being made, and what `mayKeep` declines, is answered but not kept.
   */
  serve: (key: string, make: () => Promise<T>, mayKeep: (made: T) => boolean) => Promise<T>
  size: () => { count: number; bytes: number }
}

/**
 * Kept in memory, bounded in bytes and age. Entries go when a tag of theirs is announced on any app node. While the
 * change feed is down nothing new is kept, and what there is is not trusted; when the feed is back, all of it goes.
 */
export function createTaggedCache<T extends CachedValue>(deps: {
  changes: Changes
  clock: Clock
  maxBytes: number
  keepMs: number
}): TaggedCache<T> {
  const entries = new Map<string, T>()
  const keysOfTag = new Map<Tag, Set<string>>()
  const making = new Map<string, Promise<T>>()
  /** When a tag was last announced, counted in announcements, to notice a change during the making. */
  const changedAt = new Map<Tag, number>()
  let announcements = 0
  let allChangedAt = 0
  let bytes = 0

  function drop(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= entry.bytes
    for (const tag of entry.tags) {
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
      if (deps.changes.isLive()) for (const key of [...entries.keys()]) drop(key)
      return
    }
    for (const tag of tags) {
      changedAt.set(tag, announcements)
      for (const key of [...(keysOfTag.get(tag) ?? [])]) drop(key)
    }
    // Only what is being made looks here, so it may go once nothing is.
    if (changedAt.size > 10_000 && making.size === 0) changedAt.clear()
  })

  function keep(key: string, entry: T): void {
    drop(key)
    entries.set(key, entry)
    bytes += entry.bytes
    for (const tag of entry.tags) {
      const keys = keysOfTag.get(tag) ?? new Set()
      keysOfTag.set(tag, keys.add(key))
    }
    for (const oldest of entries.keys()) {
      if (bytes <= deps.maxBytes) break
      drop(oldest)
    }
  }

  function get(key: string): T | null {
    const entry = entries.get(key)
    if (!entry || !deps.changes.isLive() || deps.clock().getTime() - entry.at >= deps.keepMs) return null
    return entry
  }

  return {
    get,
    getStale(key, maxAgeMs) {
      const entry = entries.get(key)
      return entry && deps.clock().getTime() - entry.at < maxAgeMs ? entry : null
    },
    async serve(key, make, mayKeep) {
      const found = get(key)
      if (found) return found
      const running = making.get(key)
      if (running) return running
      const since = announcements
      const work = make()
        .then((made) => {
          const isChanged = allChangedAt > since || made.tags.some((tag) => (changedAt.get(tag) ?? 0) > since)
          if (mayKeep(made) && !isChanged && deps.changes.isLive()) keep(key, made)
          return made
        })
        .finally(() => making.delete(key))
      making.set(key, work)
      return work
    },
    size: () => ({ count: entries.size, bytes }),
  }
}
