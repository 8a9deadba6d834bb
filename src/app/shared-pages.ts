import { FILTER_NAMES } from '#features/catalogue/catalogue.endpoints.ts'
import { SHELF_PARAMETERS } from '#features/library/shelf.rules.ts'

/**
 * The parameters that change a page that visitors share, by its path; the page cache's key has no others. A page that is
 * not here has none. Null: the page depends on more of the request than the session, so it is not cached.
 */
const PARAMETERS: Readonly<Record<string, readonly string[] | null>> = {
  '/all-games': [...FILTER_NAMES, 'view'],
  '/games/:gameId?': null,
  '/signin': ['redirect', 'step'],
  '/profile/:handle': ['tab', ...SHELF_PARAMETERS],
  '/profile/:handle/statistics': ['period', 'from', 'to'],
  '/playlists/category/:type': ['page'],
  '/releases': ['span', 'platform', 'from', 'mine'],
  '/info/news': ['category', 'search'],
  // Every text has its own page, so few visitors share one; the answers of the API are cached.
  '/search': null,
  '/forum/:part?/:id?': ['category', 'game', 'sort', 'page', 'post', 'unread'],
  '/signup': ['redirect', 'confirm'],
  '/reset-password': ['error'],
}

/** Returns the parameters that change a shared page; null when visitors do not share the page. */
export const sharedParameters = (path: string): readonly string[] | null =>
  PARAMETERS[path] ?? (path in PARAMETERS ? null : [])
