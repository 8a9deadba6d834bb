/** What the jobs do, for admins. */
export const PREFERENCE_JOBS = {
  deletePageCounts: 'Deletes page counts that no page shows any more.',
} as const

export const NO_CONSENT_TO_COUNT = 'Pages are counted only with your consent to analytics'
