import * as z from 'zod/mini'
import { CursorTime, decodeCursor, encodeCursor } from '#db/keyset.ts'
import { UUID } from '#shared/canonical-ids.ts'

/** A position in a list of threads: pinned ones first, then by the latest post or by likes, then by the id. */
export interface ThreadKeyset {
  pinned: boolean
  /** Milliseconds of the latest post, or the number of likes. */
  value: number
  id: string
}

const Parts = z.tuple([z.boolean(), CursorTime, z.string().check(z.regex(UUID))])

export const toThreadCursor = ({ pinned, value, id }: ThreadKeyset): string => encodeCursor([pinned, value, id])

export function fromThreadCursor(cursor: string | undefined): ThreadKeyset | null {
  const parts = decodeCursor(Parts, cursor)
  return parts && { pinned: parts[0], value: parts[1], id: parts[2] }
}
