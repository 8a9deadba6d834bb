import { expect } from 'vitest'
import { anyone, type FeatureAccess } from '#tests/support/access.ts'
import { ofAda } from '#tests/support/privacy.ts'

export const statisticsAccess: FeatureAccess = {
  rows: {
    'GET /api/profiles/:handle/statistics': [anyone(200)],
  },
  showsOthers: {
    // All of it belongs to the library, and weekdays to the activity too.
    'GET /api/profiles/:handle/statistics': {
      path: ofAda('/statistics?period=2026-02-01..2026-02-20'),
      opens: 'profile',
      has: { library: ['"minutes":15'] },
      check: ({ statistics }, may) => {
        expect(statistics.library?.minutes ?? null).toBe(may('library') ? 15 : null)
        expect(statistics.library?.weekdays?.length ?? null).toBe(may('library') && may('activity') ? 7 : null)
        expect(statistics.isWidened).toBe(!may('activity'))
      },
    },
  },
}
