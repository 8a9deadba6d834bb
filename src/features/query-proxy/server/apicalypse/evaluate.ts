import { matches, valueAt } from './match.ts'
import { pick } from './pick.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, type Query, type Row, type Sort } from './query.ts'
import { bySimilarity } from './similarity.ts'

/** Returns the rows that match the query, in its order and with the fields that it names. */
export function evaluateQuery(query: Query, rows: readonly Row[]): Row[] {
  const from = query.offset ?? 0
  const most = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT)
  return matchingRows(query, rows)
    .slice(from, from + most)
    .map((row) => pick(row, query.fields, query.exclude))
}

/** Returns all matching rows in the order of the query: best search match first, else as sorted, else by id. */
export function matchingRows(query: Query, rows: readonly Row[]): Row[] {
  const { where, search, sort } = query
  const found = where === null ? [...rows] : rows.filter((row) => matches(where, row))
  if (search !== null) return bySimilarity(search, found)
  return found.sort(sort === null ? byId : bySort(sort))
}

const byId = (a: Row, b: Row) => compared(a.id, b.id)

/** Rows without a single value for the sort come last in both directions; equal rows are ordered by id. */
function bySort({ path, direction }: Sort): (a: Row, b: Row) => number {
  const sign = direction === 'asc' ? 1 : -1
  const keyOf = (row: Row) => {
    const { isList, values } = valueAt(row, path)
    return isList ? undefined : values[0]
  }
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || byId(a, b)
    return sign * compared(one, other) || byId(a, b)
  }
}

/** Compares texts by code points, as PostgreSQL's "C" does. */
function compared(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}
