import type { Term } from './catalogue.contract.ts'
import { chooseCover, withScheme } from './catalogue.rules.ts'

/** The name of a game without a name (C46). */
const UNKNOWN_GAME = 'Unknown Game'

/** Returns the displayed name: name, else title, else 'Unknown Game' (R-GAME-43). */
export function displayName(game: { name?: string | null; title?: string | null }): string {
  return game.name?.trim() || game.title?.trim() || UNKNOWN_GAME
}

/**
 * Parses genres, platforms and the like in every form of sources and older rows: texts, objects with id and name, or
 * the JSON text of either (R-GAME-40). A term without an id gets 0.
 */
export function termsOf(given: unknown): Term[] {
  return listOf(given).flatMap((each) => {
    if (typeof each === 'string') return each.trim() === '' ? [] : [{ id: 0, name: each.trim() }]
    const { id, name } = (each ?? {}) as { id?: unknown; name?: unknown }
    if (typeof name !== 'string' || name === '') return []
    return [{ id: Number.isSafeInteger(Number(id)) ? Number(id) : 0, name }]
  })
}

/** Converts an array, the JSON text of one, or a single value to an array. */
function listOf(given: unknown): unknown[] {
  if (Array.isArray(given)) return given
  if (typeof given !== 'string' || given.trim() === '') return []
  try {
    const parsed: unknown = JSON.parse(given)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return [given]
  }
}

/**
 * Returns the complete address of a picture that is given as text or as an object with `url`; null when there is none.
 */
export function pictureAddress(given: unknown): string | null {
  const address = typeof given === 'string' ? given : (given as { url?: unknown } | null | undefined)?.url
  return typeof address === 'string' && address !== '' ? withScheme(address) : null
}

/**
 * Returns the background picture of a game's head: artwork, then screenshot, then background_image, then the cover
 * (C68).
 */
export function chooseBackground(
  game: Parameters<typeof chooseCover>[0] & {
    artworks?: readonly unknown[]
    screenshots?: readonly unknown[]
    background_image?: unknown
  },
): string | null {
  return (
    pictureAddress(game.artworks?.[0]) ??
    pictureAddress(game.screenshots?.[0]) ??
    pictureAddress(game.background_image) ??
    chooseCover(game)
  )
}

/** Returns the address of an image service picture in another of its widths (64, 128, 264, 528, 1080 px). */
export function atWidth(address: string, width: 64 | 128 | 264 | 528 | 1080): string {
  return address.startsWith('/api/image?') ? address.replace(/([?&]w=)\d+/, `$1${width}`) : address
}
