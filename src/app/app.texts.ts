import { DATA_SAFE } from '#shared/sentences.ts'

/** Of pages that cannot be shown. */
export const PAGE_FAILURES = {
  missing: 'There is no page at this address. Search for a game, or go to the home page.',
  broken: `The page could not be shown. ${DATA_SAFE}`,
} as const

export const DELETE_RATE_COUNTS = 'Deletes expired counts of the rate limits.'
