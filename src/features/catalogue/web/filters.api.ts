import { UUID } from '#shared/canonical-ids.ts'
import type { GameMetadata, Term } from '../catalogue.contract.ts'
import { type CATEGORIES, FILTER_NAMES, type FilterName, type SORTS, TERM_KINDS } from '../catalogue.endpoints.ts'
import {
  type Bounds,
  boundsOf,
  filterParameters,
  parseFilters,
  type TermKind,
  termName,
  termsOf,
  WAYS,
} from '../game-filters.rules.ts'
import { BOUNDS_WORDS, NUMBER_WORDS, nameOfTerm, OWN_WORDS, termsWords, yearsWords } from '../game-filters.texts.ts'
import { shortPlatform, shortTerm } from '../names.rules.ts'
import { TIME_TO_BEAT, takesFilterWords } from '../time-to-beat.texts.ts'
import type { ListQuery } from './catalogue.api.ts'

/** `list` is the smart list whose filters the member edits. */
export type AddressName = FilterName | 'view' | 'list'

/** The filters of the catalogue page that differ from their defaults, and the list view. */
export type Filters = Readonly<Partial<Record<AddressName, string>>>

/** Parses the filters of an address. */
export function filtersOf(search: URLSearchParams): Filters {
  const filters = parseFilters((name) => search.getAll(name))
  const list = search.get('list') ?? ''
  return {
    ...filters,
    ...(search.get('view') === 'list' && { view: 'list' }),
    ...(UUID.test(list) && { list: list.toLowerCase() }),
  }
}

/** Returns the filters without those about a member and without a list to edit, for a visitor. */
export function withoutOwn(filters: Filters): Filters {
  const { shelf: _shelf, friends: _friends, on: _on, list: _list, ...others } = filters
  return others
}

/** Converts filters to the query of the API. */
export function queryOf(filters: Filters): ListQuery {
  const { page, minRating, maxRating, view: _view, list: _list, ...texts } = filters
  return {
    ...(texts as Record<string, never>),
    ...(page !== undefined && { page: Number(page) }),
    ...(minRating !== undefined && { minRating: Number(minRating) }),
    ...(maxRating !== undefined && { maxRating: Number(maxRating) }),
  }
}

/** Returns the canonical address. */
export function addressOf({ view, list, ...filters }: Filters): string {
  const search = filterParameters(filters)
  if (view === 'list') search.set('view', view)
  if (list) search.set('list', list)
  const text = search.toString()
  return text === '' ? '/all-games' : `/all-games?${text}`
}

/**
 * Returns the filters with one changed; an empty text removes it. Every change of a filter returns to page 1
 * (R-CAT-05).
 */
export function changed(filters: Filters, name: AddressName, text: string): Filters {
  const { page, ...others } = filters
  const isFilter = name !== 'page' && name !== 'view' && name !== 'list'
  return filtersOf(
    new URLSearchParams({ ...(!isFilter && page && { page }), ...others, [name]: text } as Record<string, string>),
  )
}

/** Returns the default filters (R-CAT-06); the view and the edited list stay unchanged. */
export function cleared({ view, list }: Filters): Filters {
  return { ...(view && { view }), ...(list && { list }) }
}

/** Whose rating orders and filters the games: only members give stars, which stand on a game's own page. */
export const SCORE = 'IGDB score'
export const SORT_LABELS: Record<(typeof SORTS)[number], string> = {
  popularity: 'Popularity',
  rating: SCORE,
  release: 'Newest',
  coming: 'Coming',
  length: TIME_TO_BEAT,
  name: 'Name',
}
export const CATEGORY_LABELS: Record<(typeof CATEGORIES)[number], string> = {
  all: 'All games',
  popular: 'Popular',
  'top-rated': 'Top rated',
  trending: 'Trending',
  upcoming: 'Upcoming',
  recent: 'Recent',
  classic: 'Classics',
}
export const RANGE_LABELS: Record<string, string> = {
  recent: 'Last 6 months',
  upcoming: 'Next 90 days',
  classic: 'Older than 5 years',
}
/** The choices of 'at least': out of ten on the screen, out of a hundred in the address. */
export const RATING_STEPS = ['90', '80', '70', '60', '50', '40', '30', '20', '10'] as const
export const ratingLabel = (rating: string) => `${Number(rating) / 10} and up`
export const maxRatingLabel = (rating: string) => `${Number(rating) / 10} and down`

const named = (terms: readonly Term[], text: string) =>
  terms.find((term) => String(term.id) === text || term.name.toLowerCase() === text.toLowerCase())?.name

/** Returns the shown name of a term; undefined for an id or a name that no term has, which has no effect. */
export function termLabel(kind: TermKind, text: string, metadata: GameMetadata): string | undefined {
  if (kind === 'platform') return shortened(named(metadata.platforms, text), shortPlatform)
  if (kind === 'genre') return shortened(named(metadata.genres, text), shortTerm)
  if (kind === 'theme') return shortened(named(metadata.themes, text), shortTerm)
  if (kind === 'gameMode') return shortened(named(metadata.gameModes, text), shortTerm)
  return nameOfTerm(kind, text)
}

export interface ChosenFilter {
  name: FilterName
  label: string
}

const LABELS: Partial<Record<FilterName, (text: string) => string | undefined>> = {
  search: (text) => `“${text}”`,
  category: (text) => CATEGORY_LABELS[text as keyof typeof CATEGORY_LABELS],
  year: ofBounds(yearsWords),
  multiplayer: () => 'Multiplayer',
  timeRange: (text) => RANGE_LABELS[text],
  minRating: (text) => `IGDB ${ratingLabel(text)}`,
  maxRating: (text) => `IGDB ${maxRatingLabel(text)}`,
  takes: takesFilterWords,
  critics: ofBounds(BOUNDS_WORDS.critics),
  players: ofBounds(BOUNDS_WORDS.players),
  stars: ofBounds(BOUNDS_WORDS.stars),
  ...NUMBER_WORDS,
  shelf: (text) => OWN_WORDS.shelf[text],
  friends: (text) => OWN_WORDS.friends[text],
  on: (text) => OWN_WORDS.on[text],
}

function ofBounds(words: (bounds: Bounds) => string): (text: string) => string | undefined {
  return (text) => {
    const bounds = boundsOf(text)
    return bounds ? words(bounds) : undefined
  }
}

const TERM_NAMES = new Map(
  TERM_KINDS.flatMap((kind) => WAYS.map((way) => [termName(kind, way), { kind, way }] as const)),
)

/** Returns the active filters as texts, one chip each. An unknown name has no effect and no chip. */
export function chosenFilters(filters: Filters, metadata: GameMetadata): ChosenFilter[] {
  const label = (name: FilterName, text: string): string | undefined => {
    const term = TERM_NAMES.get(name)
    if (!term) return LABELS[name]?.(text)
    const names = termsOf(text).flatMap((each) => termLabel(term.kind, each, metadata) ?? [])
    return names.length === 0 ? undefined : termsWords(names, term.way)
  }
  return FILTER_NAMES.flatMap((name) => {
    const text = filters[name]
    const words = text === undefined ? undefined : label(name, text)
    return words === undefined ? [] : [{ name, label: words }]
  })
}

function shortened(name: string | undefined, shorten: (name: string) => string): string | undefined {
  return name === undefined ? undefined : shorten(name)
}

/** Returns the title of a list: 'Role-playing games for Switch', '“zelda” in games', 'Games of 1998'. */
export function titleOf(filters: Filters, metadata: GameMetadata): string {
  const chosen = new Map(chosenFilters(filters, metadata).map(({ name, label }) => [name, label]))
  const before = [
    filters.category && filters.category !== 'popular' ? chosen.get('category') : undefined,
    chosen.get('theme'),
    chosen.get('genre'),
  ]
  const kind = [...before, 'games'].filter((word) => word !== undefined).join(' ')
  const words = [
    kind.charAt(0).toUpperCase() + kind.slice(1),
    chosen.has('platform') && `for ${chosen.get('platform')}`,
    chosen.has('year') && `of ${chosen.get('year')}`,
  ].filter((part) => part)
  const title = words.join(' ')
  return chosen.has('search') ? `${chosen.get('search')} in ${title.charAt(0).toLowerCase()}${title.slice(1)}` : title
}
