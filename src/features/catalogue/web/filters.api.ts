import type { GameMetadata, Term } from '../catalogue.contract.ts'
import { CATEGORIES, FILTER_NAMES, type FilterName, SORTS, TIME_RANGES } from '../catalogue.endpoints.ts'
import { SEARCH_LIST_FROM } from '../catalogue.rules.ts'
import { shortPlatform, shortTerm } from '../names.rules.ts'
import { hoursToBeatOf } from '../time-to-beat.rules.ts'
import { TIME_TO_BEAT, takesFilterWords } from '../time-to-beat.texts.ts'
import type { ListQuery } from './catalogue.api.ts'

/** The parameters in the address of the catalogue page: the filters, and the list view. */
const ADDRESS_NAMES = [...FILTER_NAMES, 'view'] as const
export type AddressName = (typeof ADDRESS_NAMES)[number]

/** The filters that differ from their defaults. */
export type Filters = Readonly<Partial<Record<AddressName, string>>>

const isOneOf = (values: readonly string[], fallback: string) => (text: string) =>
  values.includes(text) && text !== fallback
const isTerm = (text: string) => text !== '' && text.toLowerCase() !== 'all' && text.length <= 100
const isRating = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= 100

/** Validates each value; invalid ones are ignored (G38). */
const COUNTS: Record<AddressName, (text: string) => boolean> = {
  search: (text) => [...text].length >= SEARCH_LIST_FROM && text.length <= 100,
  category: isOneOf(CATEGORIES, 'all'),
  genre: isTerm,
  platform: isTerm,
  year: (text) => /^\d{4}$/.test(text),
  theme: isTerm,
  gameMode: isTerm,
  multiplayer: (text) => text === 'true',
  timeRange: isOneOf(TIME_RANGES, 'all'),
  minRating: (text) => isRating(text) && text !== '0',
  maxRating: (text) => isRating(text) && text !== '100',
  takes: (text) => hoursToBeatOf(text) !== null,
  sort: isOneOf(SORTS, 'popularity'),
  page: (text) => /^[1-9]\d{0,5}$/.test(text) && text !== '1',
  view: isOneOf(['list'], 'grid'),
}

/** Parses the filters of an address. */
export function filtersOf(search: URLSearchParams): Filters {
  const filters: Partial<Record<AddressName, string>> = {}
  for (const name of ADDRESS_NAMES) {
    const text = search.get(name)?.trim() ?? ''
    if (COUNTS[name](text)) filters[name] = text
  }
  const { minRating, maxRating, ...others } = filters
  if (!minRating || !maxRating || Number(minRating) <= Number(maxRating)) return filters
  // Swaps reversed bounds (G38).
  return { ...others, minRating: maxRating, maxRating: minRating }
}

/** Converts filters to the query of the API. */
export function queryOf(filters: Filters): ListQuery {
  const { page, minRating, maxRating, view: _, ...texts } = filters
  return {
    ...(texts as Record<string, never>),
    ...(page !== undefined && { page: Number(page) }),
    ...(minRating !== undefined && { minRating: Number(minRating) }),
    ...(maxRating !== undefined && { maxRating: Number(maxRating) }),
  }
}

/** Returns the canonical address. */
export function addressOf(filters: Filters): string {
  const search = new URLSearchParams()
  for (const name of ADDRESS_NAMES) {
    const text = filters[name]
    if (text !== undefined && COUNTS[name](text)) search.set(name, text)
  }
  const text = search.toString()
  return text === '' ? '/all-games' : `/all-games?${text}`
}

/**
 * Returns the filters with one changed; an empty text removes it. Every change of a filter returns to page 1
 * (R-CAT-05).
 */
export function changed(filters: Filters, name: AddressName, text: string): Filters {
  const { page, ...others } = filters
  const isFilter = name !== 'page' && name !== 'view'
  return filtersOf(
    new URLSearchParams({ ...(!isFilter && page && { page }), ...others, [name]: text } as Record<string, string>),
  )
}

/** Returns the default filters (R-CAT-06); the view stays unchanged. */
export function cleared({ view }: Filters): Filters {
  return view === undefined ? {} : { view }
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

export interface ChosenFilter {
  name: FilterName
  label: string
}

/** Returns the active filters as texts, one chip each. An unknown name has no effect and no chip. */
export function chosenFilters(filters: Filters, metadata: GameMetadata): ChosenFilter[] {
  const label = (name: FilterName, text: string): string | undefined => {
    switch (name) {
      case 'search':
        return `“${text}”`
      case 'category':
        return CATEGORY_LABELS[text as keyof typeof CATEGORY_LABELS]
      case 'genre':
        return shortened(named(metadata.genres, text), shortTerm)
      case 'platform':
        return shortened(named(metadata.platforms, text), shortPlatform)
      case 'theme':
        return shortened(named(metadata.themes, text), shortTerm)
      case 'gameMode':
        return shortened(named(metadata.gameModes, text), shortTerm)
      case 'year':
        return text
      case 'multiplayer':
        return 'Multiplayer'
      case 'timeRange':
        return RANGE_LABELS[text]
      case 'minRating':
        return `IGDB ${ratingLabel(text)}`
      case 'maxRating':
        return `IGDB ${maxRatingLabel(text)}`
      case 'takes':
        return takesFilterWords(text)
      default:
        return undefined
    }
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
