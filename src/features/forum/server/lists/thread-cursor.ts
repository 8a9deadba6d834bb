import * as z from 'zod/mini'
import { UUID } from '#shared/canonical-ids.ts'

/** A position in a list of threads: pinned ones first, then by the latest post or by likes, then by the id. */
export interface ThreadPlace {
  pinned: boolean
  /** Milliseconds of the latest post, or the number of likes. */
  value: number
  id: string
}

const Value = z.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))
const Parts = z.tuple([z.boolean(), Value, z.string().check(z.regex(UUID))])

export const toThreadCursor = ({ pinned, value, id }: ThreadPlace): string =>
  Buffer.from(JSON.stringify([pinned, value, id])).toString('base64url')

/** Returns null for text that is not one of our cursors; the list then starts at its beginning. */
export function fromThreadCursor(text: string): ThreadPlace | null {
  try {
    const [pinned, value, id] = Parts.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return { pinned, value, id }
  } catch {
    return null
  }
}
