import { OWN_FILTERS } from '#features/catalogue/catalogue.endpoints.ts'
import { filterParameters, MAX_FILTER_LENGTH, parseFilters } from '#features/catalogue/game-filters.rules.ts'

/** The longest text of all filters of a smart list. */
const FILTERS_MAX = 4096

/** These alone choose no games. */
const NO_CHOICE: readonly string[] = ['sort', 'page']

/** Why a text is not the filters of a list. */
export type FiltersProblem = 'too-long' | 'none'

/**
 * Returns the canonical text of the filters of a smart list: parameters of an address without the page. Returns the problem of a text
 * that is too long or chooses no games.
 */
export function smartFilters(text: string): { filters: string } | { problem: FiltersProblem } {
  const given = new URLSearchParams(text)
  if (text.length > FILTERS_MAX || given.values().some((value) => value.length > MAX_FILTER_LENGTH))
    return { problem: 'too-long' }
  const search = filterParameters(parseFilters((name) => given.getAll(name)))
  search.delete('page')
  const filters = search.toString()
  if (filters.length > FILTERS_MAX) return { problem: 'too-long' }
  return search.keys().every((name) => NO_CHOICE.includes(name)) ? { problem: 'none' } : { filters }
}

/** Returns whether the filters ask for the owner's own library, friends or platforms: such a list is for the owner alone. */
export function isAboutOwner(filters: string): boolean {
  const search = new URLSearchParams(filters)
  return OWN_FILTERS.some((name) => search.has(name))
}
