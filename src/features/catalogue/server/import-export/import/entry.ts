import { isDeepStrictEqual } from 'node:util'
import type { GameId } from '#shared/ids.ts'
import { unique } from '../../../catalogue.rules.ts'
import type { SourceGame } from '../../sources/source.ts'

/** What a file says about a game. */
export type Facts = Omit<SourceGame, 'id'>

/** One record of a file, understood. */
export interface Entry {
  /** Which game it is, when the file says so in an id space that we know. */
  id: GameId | null
  /** Which entry of which collection it is, the same at every import; how it is found again without an id. */
  key: string
  facts: Facts
  /** A demo, say, of the game: when a file has nothing else of it, its name says so. */
  early: string | null
  /** Only in files that we exported ourselves: what the row itself knew about its facts. */
  kept: StoredOrigin | null
}

export interface StoredOrigin {
  origin: string
  provenance: Record<string, unknown>
  refreshedAt: string
}

/** What a record became: an entry, or the reason why not. */
export type Understood = Entry | { reason: string }

const FIELDS = [
  'alternativeNames',
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
  'renown',
  'summary',
  'storyline',
] as const satisfies (keyof Facts)[]

const isAbsent = (value: unknown) =>
  value === null || value === 0 || value === '' || (Array.isArray(value) && value.length === 0)

/** The game with what it lacks taken from elsewhere; what it has stays. The same object when there is nothing to take. */
export function filled<G extends Facts>(game: G, more: Facts): G {
  const missing = FIELDS.filter((field) => isAbsent(game[field]) && !isAbsent(more[field]))
  if (missing.length === 0) return game
  return { ...game, ...Object.fromEntries(missing.map((field) => [field, more[field]])) }
}

/** Two entries of one game: what either says, all platforms and names, the earliest date. */
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

/** The newer facts, with what only the older ones say. */
export function renewed<G extends Facts>(game: G, newer: Facts): G {
  return filled({ ...game, ...newer }, game)
}

export function isEqual(a: Facts, b: Facts): boolean {
  return a.name === b.name && FIELDS.every((field) => isDeepStrictEqual(a[field], b[field]))
}
