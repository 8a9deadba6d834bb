import { type LibrarySort, ORDERS, SORTS, type SortOrder } from './library.endpoints.ts'
import { defaultOrder, STATUSES, type Status } from './library.rules.ts'
import { FILTER_NAMES, isFilter, type ShelfFilters } from './shelf-filters.rules.ts'

/** The state that the address of /profile/games holds. */
export interface Shelf {
  status: Status | 'all'
  sort: LibrarySort
  order: SortOrder
  search: string
  /** Names of a platform and a genre; empty for any. */
  platform: string
  genre: string
  view: 'grid' | 'list'
  /** Further filters, to which statistics link. */
  filters?: ShelfFilters
}

const SHELF_NAMES = ['status', 'sort', 'order', 'search', 'platform', 'genre', 'view'] as const

/** The parameters of the address that change a shelf. */
export const SHELF_PARAMETERS: readonly string[] = [...SHELF_NAMES, ...FILTER_NAMES]

const DEFAULTS = {
  status: 'all',
  sort: 'recent',
  search: '',
  platform: '',
  genre: '',
  view: 'grid',
} as const

/** Parses a shelf from the address. An invalid value falls back to its default. */
export function shelfOf(search: URLSearchParams): Shelf {
  const one = <T extends string>(name: keyof Shelf, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === search.get(name)) ?? otherwise
  const text = (name: keyof Shelf) => (search.get(name) ?? '').trim().slice(0, 100)
  const sort = one<LibrarySort>('sort', SORTS, DEFAULTS.sort)
  const filters: ShelfFilters = {}
  for (const name of FILTER_NAMES) {
    const value = search.get(name)
    if (value !== null && isFilter(name, value)) filters[name] = value
  }
  return {
    status: one('status', STATUSES as readonly (Status | 'all')[], DEFAULTS.status),
    sort,
    order: one('order', ORDERS, defaultOrder(sort)),
    search: text('search'),
    platform: text('platform'),
    genre: text('genre'),
    view: one<Shelf['view']>('view', ['grid', 'list'], DEFAULTS.view),
    ...(Object.keys(filters).length > 0 && { filters }),
  }
}

/** Returns the part of a shelf that its list depends on: everything except the view. */
export function listOf({ view: _, ...list }: Shelf): Omit<Shelf, 'view'> {
  return list
}

/** Returns whether anything but the status filters the shelf. */
export const isNarrowed = ({ search, platform, genre, filters }: Shelf) =>
  `${search}${platform}${genre}` !== '' || Object.keys(filters ?? {}).length > 0
/** Returns the shelf with its status and without other filters. */
export const withoutFilters = ({ filters: _, ...shelf }: Shelf): Shelf => ({
  ...shelf,
  search: '',
  platform: '',
  genre: '',
})

/** The page of a shelf: the viewer's own one, or a tab in the profile of another member. */
export interface ShelfPage {
  path: string
  search?: Readonly<Record<string, string>>
}
const OWN: ShelfPage = { path: '/profile/games' }

/** Returns the address of a shelf; defaults are omitted. */
export function shelfAddress(shelf: Shelf, page: ShelfPage = OWN): string {
  const search = new URLSearchParams(page.search)
  const defaults = { ...DEFAULTS, order: defaultOrder(shelf.sort) }
  for (const name of SHELF_NAMES) if (shelf[name] !== defaults[name]) search.set(name, shelf[name])
  for (const name of FILTER_NAMES) {
    const value = shelf.filters?.[name]
    if (value !== undefined) search.set(name, value)
  }
  const text = search.toString()
  return text === '' ? page.path : `${page.path}?${text}`
}

/** What a link to a shelf chooses; everything else is the default. */
export type ShelfChoice = Partial<Pick<Shelf, 'status' | 'platform' | 'genre'>> & ShelfFilters

/** Returns the address of the games that a choice finds. */
export function gamesAddress({ status, platform, genre, ...filters }: ShelfChoice, page: ShelfPage = OWN): string {
  const chosen = { status: status ?? 'all', platform: platform ?? '', genre: genre ?? '' }
  return shelfAddress({ ...DEFAULTS, order: defaultOrder(DEFAULTS.sort), ...chosen, filters }, page)
}
