import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import { type CachedValue, createTaggedCache } from './tagged-cache.ts'
import type { Tag } from './tags.ts'

interface Kept extends CachedValue {
  value: unknown
}

/** Values about one member, such as preferences, unread counts and the sums of a year. */
export interface OwnState {
  /**
   * Returns the member's value of this name from memory, or reads it. `tags` names what changes the value: once one of
   * them is announced, nobody gets a value that was read before. `bytesOf` counts the memory of a large value.
   */
  read: <T>(
    name: string,
    memberId: string,
    tags: readonly Tag[],
    find: () => Promise<T>,
    bytesOf?: (value: T) => number,
  ) => Promise<T>
}

/** Values expire soon, as pages do. */
const TTL_MS = 60_000
const MAX_BYTES = 32 * 1024 * 1024
/** The memory of a small value with its key, its tags and its places in the indexes. */
const BYTES = 1000

/**
 * Caches values about one member that many pages need: preferences, unread counts, totals, the sums of a year (decision 0079).
 * Key: the name of the value and the member. Size: 32 MB; a small value counts 1,000 bytes. A full cache drops the oldest.
 * Invalidated: by each tag that the caller names in advance, on every node, and a minute after it was read.
 * While the change feed is down every value is read. What a viewer may see of a value is decided for each request.
 */
export function createOwnState(deps: { changes: Changes; clock: Clock }): OwnState {
  const cache = createTaggedCache<Kept>({ ...deps, maxBytes: MAX_BYTES, ttlMs: TTL_MS })
  return {
    async read<T>(
      name: string,
      memberId: string,
      tags: readonly Tag[],
      find: () => Promise<T>,
      bytesOf: (value: T) => number = () => 0,
    ): Promise<T> {
      if (!deps.changes.isLive()) return find()
      const make = async () => {
        const value = await find()
        return { value, at: deps.clock().getTime(), bytes: BYTES + bytesOf(value), tags: [...tags] }
      }
      const { value } = await cache.serve(`${name} ${memberId}`, make, () => true)
      return value as T
    },
  }
}
