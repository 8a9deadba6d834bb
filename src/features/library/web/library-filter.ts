import { type LibrarySort, ORDERS, SORTS, type SortOrder } from '../library.endpoints.ts'
import { defaultOrder, STATUSES, type Status } from '../library.rules.ts'

/** What the address of /profile/games says. */
export interface Shelf {
  status: Status | 'all'
  sort: LibrarySort
  order: SortOrder
  search: string
  /** Names; empty for any. */
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

/** A wrong value is as if it were not there. */
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

/** What of a shelf its list depends on: all but how it is shown. */
export function listOf({ view: _, ...list }: Shelf): Omit<Shelf, 'view'> {
  return list
}

/** Whether a search, a platform or a genre narrows it. */
export const isNarrowed = ({ search, platform, genre }: Shelf) => `${search}${platform}${genre}` !== ''
/** The same shelf with nothing but its status. */
export const widened = (shelf: Shelf): Shelf => ({ ...shelf, search: '', platform: '', genre: '' })

/** Where a shelf is: the own one, or that of another member, in a tab of their profile. */
export interface ShelfPlace {
  path: string
  search?: Readonly<Record<string, string>>
}
const OWN: ShelfPlace = { path: '/profile/games' }

/** The address of a shelf; what is the default is left out. */
export function shelfAddress(shelf: Shelf, place: ShelfPlace = OWN): string {
  const search = new URLSearchParams(place.search)
  const defaults: Shelf = { ...DEFAULTS, order: defaultOrder(shelf.sort) }
  for (const name of SHELF_NAMES) if (shelf[name] !== defaults[name]) search.set(name, shelf[name])
  const text = search.toString()
  return text === '' ? place.path : `${place.path}?${text}`
}
