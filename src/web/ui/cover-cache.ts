import { cover } from '#shared/cover.ts'

export type CoverInput = NonNullable<Parameters<typeof cover>[0]>

const LIMIT = 4000
const drawn = new Map<string, string>()

/** Returns a cover as inline SVG; caches the 4000 covers used last (about 8 MB). */
export function drawCover(input: CoverInput, facts: boolean, label: boolean): string {
  const { title, year, genre, developer } = input
  // No text of a game contains this character, and a missing fact is drawn as an empty one.
  const key = `${title ?? ''}\0${year ?? ''}\0${genre ?? ''}\0${(facts && developer) || ''}\0${facts}${label}`
  const known = drawn.get(key)
  if (known !== undefined) {
    drawn.delete(key)
    drawn.set(key, known)
    return known
  }
  const svg = cover(input, { facts, label, xmlns: false })
  if (drawn.size >= LIMIT) drawn.delete(drawn.keys().next().value!)
  drawn.set(key, svg)
  return svg
}
