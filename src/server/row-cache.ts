import type { Changes } from './changes.ts'
import type { Tag, TagKind } from './tags.ts'

const LIFETIME_MS = 60_000

export interface RowCache<Id extends string, Row> {
  /** Reads the rows of these ids from the database. An id without a row is looked up each time. */
  find: (ids: readonly Id[]) => Promise<readonly Row[]>
  idOf: (row: Row) => Id
  /** Changes one row. */
  kind: TagKind
  /** Each changes any number of rows. */
  all: readonly Tag[]
  /** The most rows in memory. */
  most: number
}

/**
 * Creates a cache in memory of rows that are the same for everybody, such as game cards. Returns a function that reads the
 * rows of ids, in any order. A row is cached until it changes anywhere or a minute has passed, and read while the change
 * feed is down. A full cache drops the rows that were read first.
 */
export function cacheRows<Id extends string, Row>(
  changes: Pick<Changes, 'isLive' | 'subscribe'>,
  { find, idOf, kind, all, most }: RowCache<Id, Row>,
): (ids: readonly Id[]) => Promise<readonly Row[]> {
  const kept = new Map<Id, { row: Row; until: number }>()
  let announcements = 0
  changes.subscribe((tags) => {
    announcements += 1
    if (tags === null || all.some((each) => tags.includes(each))) return kept.clear()
    for (const each of tags) {
      const id = kind.idOf(each)
      if (id !== null) kept.delete(id as Id)
    }
  })
  return async (ids) => {
    if (!changes.isLive()) return find(ids)
    const now = performance.now()
    const found: Row[] = []
    const missing: Id[] = []
    for (const id of ids) {
      const one = kept.get(id)
      if (one && one.until > now) found.push(one.row)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const since = announcements
    const read = await find(missing)
    // A row that changed while it was read is returned, but not cached.
    if (announcements === since && changes.isLive()) {
      for (const row of read) {
        // A Map keeps the order in which its keys were added.
        kept.delete(idOf(row))
        kept.set(idOf(row), { row, until: now + LIFETIME_MS })
      }
      dropFirst(kept, kept.size - most)
    }
    return [...found, ...read]
  }
}

function dropFirst(rows: Map<string, unknown>, many: number): void {
  let left = many
  for (const id of rows.keys()) {
    if (left <= 0) return
    rows.delete(id)
    left -= 1
  }
}
