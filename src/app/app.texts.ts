import { DATA_SAFE } from '#shared/sentences.ts'

/** Of a page that cannot be shown. */
export const PAGE_BROKEN = `The page could not be shown. ${DATA_SAFE}`

export const DELETE_RATE_COUNTS = 'Deletes expired counts of the rate limits.'
