import { GameId } from '#shared/ids.ts'

/**
 * A pasted address instead of a name: the id of a game, its id at Steam, or the slug in a link to its page at a source or a store. A
 * slug of IGDB is an id there.
 */
export type GameAddress =
  | { id: GameId }
  | { source: 'steam' | 'igdb_slug'; uid: string; slug: string }
  | { slug: string }

const HOST = String.raw`^(?:https?:\/\/)?(?:www\.)?`
const END = String.raw`(?:\/)?(?:[/?#].*)?$`
const SLUG = String.raw`([\p{L}\p{N}_%.-]+)`
const at = (path: string) => new RegExp(`${HOST}${path}${END}`, 'iu')

const SOURCES = at(String.raw`(igdb\.com|rawg\.io)\/(?:[a-z-]+\/)?games\/${SLUG}`)
const STEAM = [
  at(String.raw`store\.steampowered\.com\/app\/(\d{1,10})(?:\/${SLUG})?`),
  /^(?:https?:\/\/)?(?:www\.)?(?:steamcommunity\.com|steamdb\.info|s\.team)\/(?:app|a)\/(\d{1,10})(?:[/?#].*)?$/i,
  /^steam:\/\/(?:run|rungameid|store|install)\/(\d{1,10})(?:\/.*)?$/i,
  /^steam[:_ -]?(\d{1,10})$/i,
]
/** Stores whose addresses have the name, but no id that the catalogue knows. */
const STORES = [
  at(String.raw`gog\.com\/(?:[a-z]{2}(?:-[a-z]+)?\/)?game\/${SLUG}`),
  at(String.raw`[a-z0-9_-]+\.itch\.io\/${SLUG}`),
  at(String.raw`playstation\.com\/[a-z]{2}-[a-z]{2,4}\/games\/${SLUG}`),
]

/**
 * Parses 'igdb_1942', 'steam 292030', 'https://www.igdb.com/games/doom', 'rawg.io/games/3498' and pages of games at Steam, GOG, itch.io and
 * PlayStation. Returns null for everything else: a plain number is a title ('1942', '2048').
 */
export function gameAddressIn(text: string): GameAddress | null {
  const typed = text.trim()
  const id = /^(igdb|rawg|local)_/i.test(typed) ? GameId.safeParse(typed.toLowerCase()) : null
  if (id?.success) return { id: id.data }
  for (const address of STEAM) {
    const [, uid, slug = ''] = address.exec(typed) ?? []
    if (uid) return { source: 'steam', uid: String(Number(uid)), slug: wordsOf(slug) }
  }
  const [, host = '', name] = SOURCES.exec(typed) ?? []
  if (name) return ofSource(host.toLowerCase(), name.toLowerCase())
  const slug = STORES.map((address) => address.exec(typed)?.[1]).find((each) => each !== undefined)
  return slug === undefined ? null : { slug: wordsOf(slug) }
}

function ofSource(host: string, name: string): GameAddress {
  const own = /^\d+$/.test(name) && host === 'rawg.io' ? GameId.safeParse(`rawg_${name}`) : null
  if (own?.success) return { id: own.data }
  // A source numbers games with the same name: 'doom--1'.
  const slug = name.replace(/--\d+$/, '')
  return host === 'igdb.com' ? { source: 'igdb_slug', uid: name, slug } : { slug }
}

/** Returns the words of a slug: 'The_Witcher_3_Wild_Hunt' is 'the witcher 3 wild hunt'. */
const wordsOf = (slug: string): string => slug.toLowerCase().replace(/[_.%]+/g, '-')
