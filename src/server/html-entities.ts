import { decodeHTMLStrict } from 'entities'

/** A text is decoded so many times at most: `&amp;amp;` is `&`. */
const MAX_ROUNDS = 3

/**
 * Returns a plain text without the HTML entities that another program has left in it: `Ratchet &amp; Clank` is
 * `Ratchet & Clank`, also if it was encoded twice. Only whole entities count, so `R&D` and `?a=1&copy=2` stay. Never for HTML.
 */
export function withoutEntities(text: string): string {
  let decoded = text
  for (let round = 0; round < MAX_ROUNDS && decoded.includes('&'); round++) {
    const next = decodeHTMLStrict(decoded)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

/** Returns a value of JSON with every text in it decoded; the same value if there is nothing to decode. */
export function withoutEntitiesIn<T>(value: T): T {
  if (typeof value === 'string') return withoutEntities(value) as T
  if (Array.isArray(value)) return value.map(withoutEntitiesIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutEntitiesIn(each)])) as T
}
