import type { RawBuilder } from 'kysely'
import type { Bounds } from '../../game-filters.rules.ts'
import type { HoursToBeat } from '../../time-to-beat.rules.ts'
import type { TermFilter } from '../sources/source.ts'
import { SHARED_MODES } from '../sources/vocabulary.ts'

/**
 * The values of the column `games.facets`: the id times eight, plus its kind; `game_facets` of the database computes the same.
 */
const KINDS = { platform: 1, genre: 2, theme: 3, gameMode: 4, year: 5, shared: 6, listed: 7 } as const
export type FacetKind = keyof typeof KINDS

const KIND_NAMES = new Map(Object.entries(KINDS).map(([name, kind]) => [kind as number, name as FacetKind]))
const MAX_ID = 200_000_000

export function facetOf(kind: FacetKind, id: number): number {
  return id * 8 + KINDS[kind]
}

export function termOfFacet(facet: number): { kind: FacetKind; id: number } | null {
  const kind = KIND_NAMES.get(facet % 8)
  return kind === undefined ? null : { kind, id: Math.floor(facet / 8) }
}

/** The audience of a list: everybody, or members who have chosen to see erotic games. */
export type Listed = 'general' | 'erotic'

const LISTED_FACETS = { general: facetOf('listed', 1), erotic: facetOf('listed', 2) } as const

/** Returns the facet that a game in the lists must have. */
export const facetOfLists = (listed: Listed): number => LISTED_FACETS[listed]

/** Games that have all of these, at least one of each group, and none of the last; null for what does not matter. */
export interface Among<Id> {
  all: readonly Id[] | null
  any: readonly (readonly Id[])[] | null
  none: readonly Id[] | null
}
const NO_MATTER = { all: null, any: null, none: null } as const

export interface GameFilter extends TermFilter {
  /** Further values of the column `facets`. */
  others: Among<number>
  /** What `game_traits` of the database knows of a game: 'engine:Unity'. */
  traits: Among<string>
  /** The scores of critics and players, 0 to 100; the members' stars, 0.5 to 5; the number of ratings. */
  critics: Bounds | null
  players: Bounds | null
  stars: Bounds | null
  leastRatings: number | null
  /** Conditions about the viewer, on `games`. A list with them is not cached. */
  own: RawBuilder<boolean> | null
  /** Null for every stored game: a search also finds games that no list shows. */
  listed: Listed | null
  /** Only games whose time to beat is known. */
  takes: HoursToBeat | null
  /** Follows before the release. Only IGDB counts them, so games of other origins without a count pass. */
  leastHypes: number | null
  /** Only games with enough ratings to be ranked (`games.top_rated_score`). */
  isRanked: true | null
}

export const NO_FILTER: GameFilter = {
  listed: null,
  platformId: null,
  genreId: null,
  themeId: null,
  gameModeId: null,
  anyModeOf: null,
  releasedFrom: null,
  releasedUntil: null,
  minRating: null,
  maxRating: null,
  takes: null,
  leastHypes: null,
  isRanked: null,
  others: NO_MATTER,
  traits: NO_MATTER,
  critics: null,
  players: null,
  stars: null,
  leastRatings: null,
  own: null,
}

/** Returns whether games must have, or must not have, one of something. */
export const matters = ({ all, any, none }: Among<unknown>): boolean => all !== null || any !== null || none !== null

/** Returns whether a filter has any condition. */
export const hasConditions = ({ others, traits, ...filter }: GameFilter): boolean =>
  matters(others) || matters(traits) || Object.values(filter).some((value) => value !== null)

/** The conditions of a filter that are not facets. */
export type Ranges = Omit<
  GameFilter,
  'listed' | 'platformId' | 'genreId' | 'themeId' | 'gameModeId' | 'others' | 'traits'
>

/**
 * Returns the facets that a game must all have, ascending, and the remaining conditions. A whole year is a facet,
 * unless it `hasYear`. The facet of the lists is omitted.
 */
export function facetsOf(
  filter: GameFilter,
  { hasYear } = { hasYear: true },
): { facets: number[]; ranges: Ranges; hasRanges: boolean } {
  const { listed, platformId, genreId, themeId, gameModeId, others, traits, ...ranges } = filter
  const facets: number[] = [...(others.all ?? [])]
  const add = (kind: FacetKind, id: number | null) => {
    if (id !== null) facets.push(id <= MAX_ID ? facetOf(kind, id) : 0)
  }
  add('platform', platformId)
  add('genre', genreId)
  add('theme', themeId)
  add('gameMode', gameModeId)
  if (ranges.anyModeOf && isSame(ranges.anyModeOf, SHARED_MODES)) {
    facets.push(facetOf('shared', 1))
    ranges.anyModeOf = null
  }
  const year = hasYear ? yearOf(ranges) : null
  if (year !== null) {
    facets.push(facetOf('year', year))
    ranges.releasedFrom = null
    ranges.releasedUntil = null
  }
  const isAmong = others.any !== null || others.none !== null || matters(traits)
  const hasRanges = isAmong || Object.values(ranges).some((value) => value !== null)
  return { facets: [...new Set(facets)].sort((a, b) => a - b), ranges, hasRanges }
}

/** Returns the year when the range is one whole year in UTC. */
function yearOf({ releasedFrom, releasedUntil }: Ranges): number | null {
  if (releasedFrom === null || releasedUntil === null) return null
  const year = new Date(releasedFrom * 1000).getUTCFullYear()
  const isWhole = Date.UTC(year, 0, 1) === releasedFrom * 1000 && Date.UTC(year + 1, 0, 1) === releasedUntil * 1000
  return isWhole && year > 0 ? year : null
}

const isSame = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((each) => b.includes(each))

/** How many games have each facet. */
export type FacetCounts = ReadonlyMap<number, number>

/** A facet that a larger share of the games has is not looked up. */
const NEARLY_ALL = 0.9

/**
 * Returns the facets that a list looks up in the index; it compares the others in each game that the index finds. The index reads
 * all entries of a facet, which for one that nearly all games have takes longer than fetching the few games without it. At
 * least one facet is looked up, if there is one.
 */
export function facetsToLookUp(
  facets: readonly number[],
  { among, games }: { among: number; games: FacetCounts },
): readonly number[] {
  const selective = facets.filter((facet) => (games.get(facet) ?? 0) < among * NEARLY_ALL)
  return selective.length > 0 ? selective : facets
}
