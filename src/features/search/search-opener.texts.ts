/** The field of the search of everything. */
export const SEARCH_FIELD = 'Search games, people and pages'
