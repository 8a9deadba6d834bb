import { isDeepStrictEqual } from 'node:util'
import { unique } from '#features/catalogue/catalogue.rules.ts'
import type { ExternalId, SourceGame, StoredOrigin } from '#features/catalogue/server/sources/sources.service.ts'
import { PAGE_FACTS } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { GameId } from '#shared/ids.ts'
import { ascending } from '#shared/order.ts'

/** The facts of a game in a file. */
export type Facts = Omit<SourceGame, 'id'>

/** One parsed record of a file. */
export interface Entry {
  /** The game's id, if the file has one in an id space that we know. */
  id: GameId | null
  /** The key of the entry in its collection, the same at every import; it identifies an entry without an id. */
  key: string
  facts: Facts
  /**
   * The kind of an early version, for example a demo; if the file has no other version of the game, its name includes
   * the kind.
   */
  early: string | null
  /** Only in files that we exported: the origins of the row's facts. */
  storedOrigin: StoredOrigin | null
}

/** The result of reading a record: an entry, or the reason why not. `isNoGame`: the row holds something else. */
export type Understood = Entry | { reason: string; isNoGame?: true }

const FIELDS = [
  'alternativeNames',
  'externalIds',
  'firstReleaseDate',
  'platforms',
  'genres',
  'themes',
  'gameModes',
  'developers',
  'publishers',
  'series',
  'rating',
  'totalRating',
  'totalRatingCount',
  'criticRating',
  'criticRatingCount',
  'hypes',
  'gameType',
  'parentId',
  'coverImageId',
  'coverUrl',
  'backgroundUrl',
  'artworks',
  'screenshots',
  'videos',
  'timeToBeat',
  'renown',
  'summary',
  'storyline',
  ...PAGE_FACTS,
] as const satisfies (keyof Facts)[]

const isAbsent = (value: unknown) =>
  value === null || value === undefined || value === 0 || value === '' || (Array.isArray(value) && value.length === 0)

/** Fills the absent facts of a game from another one. Returns the same object when nothing was absent. */
export function filled<G extends Facts>(game: G, more: Facts): G {
  const missing = FIELDS.filter((field) => isAbsent(game[field]) && !isAbsent(more[field]))
  const externalIds = allExternalIds(game, more)
  if (missing.length === 0 && externalIds === game.externalIds) return game
  return { ...game, ...Object.fromEntries(missing.map((field) => [field, more[field]])), externalIds }
}

/** Returns the ids of both in the order in which they are read; the game's own list if the other has no more. */
function allExternalIds(game: Facts, more: Facts): Facts['externalIds'] {
  const isKnown = (id: ExternalId) => game.externalIds.some(({ source, uid }) => source === id.source && uid === id.uid)
  const others = more.externalIds.filter((id) => !isKnown(id))
  if (others.length === 0) return game.externalIds
  const keyOf = ({ source, uid }: ExternalId) => `${source} ${uid}`
  return [...game.externalIds, ...others].sort(ascending(keyOf))
}

/** Merges two entries of one game: the facts of either, all platforms and names, the earliest date. */
export function joined<G extends Facts>(game: G, more: Facts): G {
  const both = { ...filled(game, more) }
  const dates = [game.firstReleaseDate, more.firstReleaseDate].filter((date) => date !== null)
  if (dates.length > 0) both.firstReleaseDate = Math.min(...dates)
  both.platforms = [...new Map([...more.platforms, ...game.platforms].map((term) => [term.id, term])).values()]
  both.platforms = both.platforms.toSorted((a, b) => a.id - b.id)
  both.alternativeNames = unique([...game.alternativeNames, ...more.alternativeNames]).filter(
    (name) => name !== game.name,
  )
  both.renown = Math.max(game.renown, more.renown)
  return both
}

/** Returns the newer facts, completed with those that only the older entry has. */
export function renewed<G extends Facts>(game: G, newer: Facts): G {
  return filled({ ...game, ...newer }, game)
}

export function isEqual(a: Facts, b: Facts): boolean {
  return a.name === b.name && FIELDS.every((field) => isDeepStrictEqual(a[field], b[field]))
}
