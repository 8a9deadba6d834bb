import type { Changes } from './changes.ts'
import type { Tag, TagKind } from './tags.ts'

/** A value is cached until the end of the period after that in which it was read. */
const PERIOD_MS = 30_000

interface Shared {
  /** Changes one row. */
  kind: TagKind
  /** Each changes any number of rows. */
  all: readonly Tag[]
  /** The most rows in memory. */
  most: number
}

export interface RowCache<Id extends string, Row> extends Shared {
  /** Reads the rows of these ids from the database. An id without a row is looked up each time. */
  find: (ids: readonly Id[]) => Promise<readonly Row[]>
  idOf: (row: Row) => Id
}

export interface ValueCache<Id extends string, Value> extends Shared {
  /** Reads the values of these ids from the database. An id without a value is looked up each time. */
  find: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Value>>
}

/**
 * Creates a cache of rows, like `cacheValues`. Returns a function that reads the rows of ids, in any order.
 */
export function cacheRows<Id extends string, Row>(
  changes: Pick<Changes, 'isLive' | 'subscribe'>,
  { find, idOf, ...shared }: RowCache<Id, Row>,
): (ids: readonly Id[]) => Promise<readonly Row[]> {
  const byId = async (ids: readonly Id[]) => new Map((await find(ids)).map((row) => [idOf(row), row]))
  const read = cacheValues<Id, Row>(changes, { ...shared, find: byId })
  return async (ids) => [...(await read(ids)).values()]
}

/**
 * Creates a cache in memory of values that are the same for everybody, such as game cards. Returns a function that reads
 * the values of ids.
 * Key: an id. Size: `most` values; a full cache drops the half that was read first, because an object with its time for
 * each value would make each garbage collection longer.
 * Invalidated: a value by its tag (`kind`), all by one of `all`, and each a minute after it was read at the latest.
 * While the change feed is down it reads and caches nothing; a value that changed while it was read is not cached.
 */
export function cacheValues<Id extends string, Value>(
  changes: Pick<Changes, 'isLive' | 'subscribe'>,
  { find, kind, all, most }: ValueCache<Id, Value>,
): (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Value>> {
  let recent = new Map<Id, Value>()
  let older = new Map<Id, Value>()
  let period = 0
  let announcements = 0

  function clear(): void {
    recent = new Map()
    older = new Map()
  }

  /** Drops the older half. */
  function turn(): void {
    older = recent
    recent = new Map()
  }

  function turnInTime(): void {
    const now = Math.floor(performance.now() / PERIOD_MS)
    if (now === period) return
    if (now - period === 1) turn()
    else clear()
    period = now
  }

  changes.subscribe((tags) => {
    announcements += 1
    if (tags === null || all.some((each) => tags.includes(each))) return clear()
    for (const each of tags) {
      const id = kind.idOf(each) as Id | null
      if (id === null) continue
      recent.delete(id)
      older.delete(id)
    }
  })

  return async (ids) => {
    if (!changes.isLive()) return find(ids)
    turnInTime()
    const before = announcements
    const missing: Id[] = []
    const found = new Map<Id, Value>()
    for (const id of ids) {
      const value = recent.get(id) ?? older.get(id)
      if (value === undefined) missing.push(id)
      else found.set(id, value)
    }
    if (missing.length === 0) return found
    const read = await find(missing)
    if (announcements === before && changes.isLive()) {
      if (recent.size >= most / 2) turn()
      // Unlike a loop, this makes no array for each value.
      read.forEach((value, id) => {
        recent.set(id, value)
      })
    }
    if (found.size === 0) return read
    for (const [id, value] of read) found.set(id, value)
    return found
  }
}
