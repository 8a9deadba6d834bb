import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'

// How lists without page numbers are read part by part. A cursor has the keyset of the last row that the reader has seen: the values by which the list is sorted.

/** The keyset of a row in a list that is sorted by time and id. */
export interface Keyset {
  at: Date
  id: string
}

/** Milliseconds that both a Date and PostgreSQL can hold. */
export const CursorTime = z.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))
const Parts = z.tuple([CursorTime, z.uuid()])

export const encodeCursor = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Returns null for text that is not a cursor of this shape, and without a cursor; the list then starts at its beginning. */
export function decodeCursor<Shape extends z.ZodMiniType>(
  shape: Shape,
  cursor: string | undefined,
): z.output<Shape> | null {
  if (cursor === undefined) return null
  try {
    return z.parse(shape, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

const toCursor = ({ at, id }: Keyset): string => encodeCursor([at.getTime(), id])

export function fromCursor(cursor: string | undefined): Keyset | null {
  const parts = decodeCursor(Parts, cursor)
  return parts && { at: new Date(parts[0]), id: parts[1] }
}

/** A condition: the row comes after this keyset in a list whose latest row comes first. `at` and `id` name its columns. */
export const isBefore = (after: Keyset | null, at: string, id: string): RawBuilder<boolean> =>
  after === null ? sql`true` : sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::uuid)`

/** The same for a list whose oldest row comes first. */
export const isAfter = (after: Keyset | null, at: string, id: string): RawBuilder<boolean> =>
  after === null ? sql`true` : sql`(${sql.ref(at)}, ${sql.ref(id)}) > (${after.at}::timestamptz, ${after.id}::uuid)`

/** The keyset of a row in a list that is sorted by a count, the largest first, and by id. */
export interface CountKeyset {
  count: number
  id: string
}

const CountParts = z.tuple([z.number().check(z.int()), z.uuid()])

export const toCountCursor = ({ count, id }: CountKeyset): string => encodeCursor([count, id])

export function fromCountCursor(cursor: string | undefined): CountKeyset | null {
  const parts = decodeCursor(CountParts, cursor)
  return parts && { count: parts[0], id: parts[1] }
}

/** A condition: the row comes after this keyset in a list that is sorted by a count, the largest first, and by id. */
export const isBelow = (after: CountKeyset | null, count: string, id: string): RawBuilder<boolean> =>
  after === null ? sql`true` : sql`(${sql.ref(count)}, ${sql.ref(id)}) < (${after.count}::int, ${after.id}::uuid)`

/**
 * Reads a part of a list after a keyset. One row more than its size tells whether another part follows; only then is `end` its
 * last row.
 */
export async function readPart<Row, After>(
  after: After,
  size: number,
  read: (after: After, most: number) => Promise<readonly Row[]>,
): Promise<{ rows: Row[]; end: Row | undefined }> {
  const found = await read(after, size + 1)
  const rows = found.slice(0, size)
  return { rows, end: found.length > size ? rows.at(-1) : undefined }
}

/** Reads a part of a list that is sorted by time and id, with the cursor of the next part. */
export async function readKeysetPart<Row>(
  after: Keyset | null,
  size: number,
  read: Read<Row>,
  keysetOf: (row: Row) => Keyset,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const { rows, end } = await readPart(after, size, read)
  return { rows, nextCursor: end === undefined ? null : toCursor(keysetOf(end)) }
}

/** Reads the rows of a list after a keyset, at most so many. */
export type Read<Row> = (after: Keyset | null, most: number) => Promise<readonly Row[]>

/** Returns the keyset of a row in a list that is sorted by the time at which its rows were created. */
export const keysetOfCreation = ({ created_at, id }: { created_at: Date | string; id: string }): Keyset => ({
  at: new Date(created_at),
  id,
})
