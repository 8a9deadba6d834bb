import { GameId } from '#shared/ids.ts'

/** A pasted address instead of a name: the id of a game, or the slug in a link to its page at a source. */
export type GameAddress = { id: GameId } | { slug: string }

const LINK = /^(?:https?:\/\/)?(?:www\.)?(igdb\.com|rawg\.io)\/(?:[a-z-]+\/)?games\/([\p{L}\p{N}_-]+)(?:[/?#].*)?$/iu

/**
 * Parses 'igdb_1942', 'https://www.igdb.com/games/doom', 'rawg.io/games/3498'. Returns null for everything else: a
 * plain number is a title ('1942', '2048').
 */
export function gameAddressIn(text: string): GameAddress | null {
  const typed = text.trim()
  const id = /^(igdb|rawg|local)_/i.test(typed) ? GameId.safeParse(typed.toLowerCase()) : null
  if (id?.success) return { id: id.data }
  const [, host, name] = LINK.exec(typed) ?? []
  if (!host || !name) return null
  if (/^\d+$/.test(name) && host.toLowerCase() === 'rawg.io') {
    const own = GameId.safeParse(`rawg_${name}`)
    if (own.success) return { id: own.data }
  }
  // A source numbers games with the same name: 'doom--1'.
  return { slug: name.toLowerCase().replace(/--\d+$/, '') }
}
