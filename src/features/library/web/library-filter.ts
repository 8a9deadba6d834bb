import { type LibrarySort, ORDERS, SORTS, type SortOrder } from '../library.contract.ts'
import { defaultOrder, STATUSES, type Status } from '../library.rules.ts'

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
}

const SHELF_NAMES = ['status', 'sort', 'order', 'search', 'platform', 'genre', 'view'] as const

const DEFAULTS: Omit<Shelf, 'order'> = {
  status: 'all',
  sort: 'recent',
  search: '',
  platform: '',
  genre: '',
  view: 'grid',
}

/** Parses a shelf from the address. An invalid value falls back to its default. */
export function shelfOf(search: URLSearchParams): Shelf {
  const one = <T extends string>(name: keyof Shelf, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === search.get(name)) ?? otherwise
  const text = (name: keyof Shelf) => (search.get(name) ?? '').trim().slice(0, 100)
  const sort = one('sort', SORTS, DEFAULTS.sort)
  return {
    status: one('status', STATUSES as readonly (Status | 'all')[], DEFAULTS.status),
    sort,
    order: one('order', ORDERS, defaultOrder(sort)),
    search: text('search'),
    platform: text('platform'),
    genre: text('genre'),
    view: one('view', ['grid', 'list'], DEFAULTS.view),
  }
}

/** Returns the part of a shelf that its list depends on: everything except the view. */
export function listOf({ view: _, ...list }: Shelf): Omit<Shelf, 'view'> {
  return list
}

/** Returns whether a search, a platform or a genre filters the shelf. */
export const isNarrowed = ({ search, platform, genre }: Shelf) => `${search}${platform}${genre}` !== ''
/** Returns the shelf with its status and without other filters. */
export const withoutFilters = (shelf: Shelf): Shelf => ({ ...shelf, search: '', platform: '', genre: '' })

/** The page of a shelf: the viewer's own one, or a tab in the profile of another member. */
export interface ShelfPlace {
  path: string
  search?: Readonly<Record<string, string>>
}
const OWN: ShelfPlace = { path: '/profile/games' }

/** Returns the address of a shelf; defaults are omitted. */
export function shelfAddress(shelf: Shelf, place: ShelfPlace = OWN): string {
  const search = new URLSearchParams(place.search)
  const defaults: Shelf = { ...DEFAULTS, order: defaultOrder(shelf.sort) }
  for (const name of SHELF_NAMES) if (shelf[name] !== defaults[name]) search.set(name, shelf[name])
  const text = search.toString()
  return text === '' ? place.path : `${place.path}?${text}`
}
