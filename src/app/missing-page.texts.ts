/** Of an address without a page. */
export const MISSING_PAGE = 'There is no page at this address. It may have moved: search for it.'
