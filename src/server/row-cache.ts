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

export interface CachedRows<Id extends string, Row> {
  /** Reads the rows of ids, in any order. */
  read: (ids: readonly Id[]) => Promise<readonly Row[]>
  /**
   * Returns the rows that a statement finds, in any order. `find` receives whether the statement should bring the rows, too, or
   * only their ids: it should unless all rows of the last list of this `kind` were in memory.
   */
  list: <T extends Listed<Id, Row>>(kind: string, find: (brings: boolean) => Promise<T>) => Promise<T & WithRows<Row>>
}

/** What a statement has found. */
interface Listed<Id extends string, Row> {
  ids: readonly Id[]
  /** None unless the statement brings them. */
  brought: readonly Row[]
}

interface WithRows<Row> {
  rows: readonly Row[]
}

/** Creates a cache of rows, like `cacheValues`. */
export function cacheRows<Id extends string, Row>(
  changes: Pick<Changes, 'isLive' | 'subscribe'>,
  { find, idOf, ...shared }: RowCache<Id, Row>,
): CachedRows<Id, Row> {
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [idOf(row), row]))
  const cache = createCache<Id, Row>(changes, { ...shared, find: async (ids) => byId(await find(ids)) })
  const read = async (ids: readonly Id[]) => [...(await cache.read(ids)).values()]
  /** The kinds of which all rows of the last list were in memory. */
  const known = new Set<string>()
  return {
    read,
    async list(kind, find) {
      const keep = cache.begin()
      const brings = !known.has(kind)
      const listed = await find(brings)
      const isKnown = listed.ids.every((id) => cache.inMemory(id) !== undefined)
      if (!isKnown) known.delete(kind)
      else if (listed.ids.length > 0) known.add(kind)
      if (!brings || isKnown) return { ...listed, rows: await read(listed.ids) }
      // A row in memory may have more than a new one. It is not cached for longer: it must be read again in time.
      const rows = listed.brought.map((row) => cache.inMemory(idOf(row)) ?? row)
      keep(byId(listed.brought.filter((row) => cache.inMemory(idOf(row)) === undefined)))
      return { ...listed, rows }
    },
  }
}

/**
 * Creates a cache in memory of values that are the same for everybody, such as game cards. Returns a function that reads
 * the values of ids. A value is cached until it changes anywhere or for at most a minute, and read while the
 * change feed is down. A full cache drops the half that was read first: an object with its time for each of thousands of
 * values would make each garbage collection longer.
 */
export const cacheValues = <Id extends string, Value>(
  changes: Pick<Changes, 'isLive' | 'subscribe'>,
  options: ValueCache<Id, Value>,
): ((ids: readonly Id[]) => Promise<ReadonlyMap<Id, Value>>) => createCache(changes, options).read

function createCache<Id extends string, Value>(
  changes: Pick<Changes, 'isLive' | 'subscribe'>,
  { find, kind, all, most }: ValueCache<Id, Value>,
) {
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

  /** Starts a read of values; returns a function that caches what it has read. */
  function begin(): (read: ReadonlyMap<Id, Value>) => void {
    if (!changes.isLive()) return () => {}
    turnInTime()
    const before = announcements
    return (read) => {
      // A value that changed while it was read is returned, but not cached.
      if (announcements !== before || !changes.isLive()) return
      if (recent.size >= most / 2) turn()
      // Unlike a loop, this makes no array for each value.
      read.forEach((value, id) => {
        recent.set(id, value)
      })
    }
  }

  const inMemory = (id: Id) => (changes.isLive() ? (recent.get(id) ?? older.get(id)) : undefined)

  async function read(ids: readonly Id[]): Promise<ReadonlyMap<Id, Value>> {
    if (!changes.isLive()) return find(ids)
    const keep = begin()
    const missing: Id[] = []
    const found = new Map<Id, Value>()
    for (const id of ids) {
      const value = recent.get(id) ?? older.get(id)
      if (value === undefined) missing.push(id)
      else found.set(id, value)
    }
    if (missing.length === 0) return found
    const read = await find(missing)
    keep(read)
    if (found.size === 0) return read
    for (const [id, value] of read) found.set(id, value)
    return found
  }

  return { read, begin, inMemory }
}
