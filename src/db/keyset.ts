import * as z from 'zod/mini'

/** A position in a list ordered by (time, id), newest first. */
export interface Keyset {
  at: Date
  id: string
}

// Milliseconds that both a Date and PostgreSQL can hold.
const Time = z.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))
const Parts = z.tuple([Time, z.uuid()])

export function toCursor(place: Keyset): string {
  return Buffer.from(JSON.stringify([place.at.getTime(), place.id])).toString('base64url')
}

/** Returns null for text that is not one of our cursors; the list then starts at its beginning. */
export function fromCursor(text: string): Keyset | null {
  try {
    const [at, id] = Parts.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return { at: new Date(at), id }
  } catch {
    return null
  }
}
