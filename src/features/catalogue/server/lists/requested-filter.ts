import {
  type Bounds,
  boundsOf,
  type Filters,
  parseFilters,
  type TermKind,
  termName,
  termsOf,
  WAYS,
  type Way,
} from '../../game-filters.rules.ts'
import { hoursToBeatOf } from '../../time-to-beat.rules.ts'
import { type Among, type FacetKind, facetOf, type GameFilter, NO_FILTER } from '../search/facets.ts'
import { gameModes, genres, platforms, SHARED_MODES, themes, type Vocabulary } from '../sources/vocabulary.ts'
import { hourOf, intersectFilters, type ListQuery, listKind, ofOrder, ofYears, timeRange } from './list-windows.ts'
import { type MetadataDeps, metadata } from './metadata.ts'

/** Kinds of terms with ids. */
const WITH_IDS = [
  ['genre', 'genreId', 'genres', genres],
  ['platform', 'platformId', 'platforms', platforms],
  ['theme', 'themeId', 'themes', themes],
  ['gameMode', 'gameModeId', 'gameModes', gameModes],
] as const satisfies readonly [TermKind & FacetKind, keyof GameFilter, string, Vocabulary][]
/** Kinds of terms that `game_traits` of the database knows by name. */
const WITH_NAMES = ['type', 'perspective', 'engine', 'developer', 'publisher', 'series', 'language', 'store'] as const
const PLAYERS = ['age', 'online', 'couch', 'coop'] as const

/** Returns the filter and the order of the request, without the conditions of the list kind. */
export async function requestedFilter(
  deps: MetadataDeps,
  query: ListQuery,
): Promise<{ own: GameFilter; sort: ListQuery['sort'] }> {
  const now = hourOf(deps.clock)
  const filters = filtersOfQuery(query)
  const { minRating, maxRating } = query
  // Swaps reversed bounds (G38).
  const [least, most] = (minRating ?? 0) > (maxRating ?? 100) ? [maxRating, minRating] : [minRating, maxRating]
  const own: GameFilter = {
    ...NO_FILTER,
    listed: query.erotic ? 'erotic' : 'general',
    ...(await idFilters(deps, filters)),
    traits: traitsOf(filters),
    anyModeOf: query.multiplayer ? SHARED_MODES : null,
    minRating: least === undefined || least === 0 ? null : least,
    maxRating: most === undefined || most === 100 ? null : most,
    takes: hoursToBeatOf(filters.takes ?? ''),
    critics: boundsOf(filters.critics ?? ''),
    players: boundsOf(filters.players ?? ''),
    stars: boundsOf(filters.stars ?? ''),
    leastRatings: filters.ratings === undefined ? null : Number(filters.ratings),
  }
  const years: Bounds = boundsOf(filters.year ?? '') ?? { from: null, to: null }
  const wanted = intersectFilters(intersectFilters(own, ofYears(years)), timeRange(query.timeRange, now))
  const { sort, filter } = ofOrder(query.sort, intersectFilters(wanted, listKind(query.category, now).filter), now)
  return { own: intersectFilters(wanted, filter), sort }
}

/** Parses the texts of a request; its numbers and flags are parsed already. */
function filtersOfQuery(query: ListQuery): Filters {
  const given: Record<string, unknown> = query
  return parseFilters((name) => (given[name] === undefined ? [] : [String(given[name])]))
}

const termsBy = (filters: Filters, kind: TermKind): Record<Way, string[]> => {
  const read = (way: Way) => termsOf(filters[termName(kind, way)] ?? '')
  return { any: read('any'), all: read('all'), none: read('none') }
}

/** One term of a kind is a condition that sources know, too; several are facets. An unknown one is ignored (G38). */
async function idFilters(deps: MetadataDeps, filters: Filters) {
  const single: Partial<Record<(typeof WITH_IDS)[number][1], number>> = {}
  const others = { all: [] as number[], any: [] as number[][], none: [] as number[] }
  for (const [kind, column, list, known] of WITH_IDS) {
    const texts = termsBy(filters, kind)
    const [any, all, none] = (await Promise.all(
      WAYS.map(async (way) => {
        const ids = await Promise.all(texts[way].map((text) => termId(deps, list, known, text)))
        return ids.filter((id) => id !== null)
      }),
    )) as [number[], number[], number[]]
    const facets = (ids: number[]) => ids.map((id) => facetOf(kind, id))
    if (any.length === 1) single[column] = any[0] as number
    else if (any.length > 1) others.any.push(facets(any))
    others.all.push(...facets(all))
    others.none.push(...facets(none))
  }
  return { ...single, others: amongOf(others) }
}

/** Returns whether the filters ask for a term with an id that neither a game nor a table has, so that no game can fit. */
export async function asksForUnknown(deps: MetadataDeps, query: ListQuery): Promise<boolean> {
  const filters = filtersOfQuery(query)
  for (const [kind, , list, known] of WITH_IDS) {
    const { any, all } = termsBy(filters, kind)
    const isUnknown = async (text: string) => (await termId(deps, list, known, text)) === null
    const [anyOf, allOf] = await Promise.all([any, all].map((texts) => Promise.all(texts.map(isUnknown))))
    if ((any.length > 0 && anyOf?.every(Boolean)) || allOf?.some(Boolean)) return true
  }
  return false
}

function traitsOf(filters: Filters): Among<string> {
  const traits = { all: [] as string[], any: [] as string[][], none: [] as string[] }
  for (const kind of WITH_NAMES) {
    const { any, all, none } = termsBy(filters, kind)
    const named = (names: string[]) => names.map((name) => `${kind}:${name}`)
    if (any.length > 0) traits.any.push(named(any))
    traits.all.push(...named(all))
    traits.none.push(...named(none))
  }
  for (const name of PLAYERS) if (filters[name] !== undefined) traits.all.push(`${name}:${filters[name]}`)
  return amongOf(traits)
}

const amongOf = <Id>({ all, any, none }: { all: Id[]; any: Id[][]; none: Id[] }): Among<Id> => ({
  all: all.length > 0 ? all : null,
  any: any.length > 0 ? any : null,
  none: none.length > 0 ? none : null,
})

/** Returns the id of a term; null for one that neither a game nor a table has. */
async function termId(
  deps: MetadataDeps,
  kind: (typeof WITH_IDS)[number][2],
  known: Vocabulary,
  given: string,
): Promise<number | null> {
  const number = /^\d{1,7}$/.test(given) ? Number(given) : null
  if (number !== null && known.nameOf(number) !== null) return number
  const named = known.idOf(given)
  if (named !== null) return named
  const used = (await metadata(deps))[kind]
  const lower = given.toLowerCase()
  return used.find((term) => term.id === number || term.name.toLowerCase() === lower)?.id ?? null
}
