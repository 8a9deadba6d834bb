import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './search.contract.ts'

/** Shorter texts find nothing (C02, G45). */
export const SEARCH_FROM = 2
/** The most characters of a text. */
export const TEXT_MAX = 100
/**
 * The most results of a group on the search page. The server looks for one more, to know whether there are more; of games
 * it finds ten (R-CAT-11).
 */
export const PAGE_RESULTS = 9
/** The most results of a group in the palette. */
export const PALETTE_RESULTS = 5

const endpoint = endpointsOf<typeof contracts>()

export const searchEverything = endpoint('GET', '/api/search')
