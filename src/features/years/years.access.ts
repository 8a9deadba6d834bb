import { expect } from 'vitest'
import { anyone, type FeatureAccess } from '#tests/support/access.ts'
import { ids, ofAda, sameForEverybody } from '#tests/support/privacy.ts'

export const yearsAccess: FeatureAccess = {
  async prepare(app) {
    return { year: String(app.time.now.getUTCFullYear()) }
  },
  rows: {
    'GET /api/profiles/:handle/years/:year': [anyone(200)],
    'GET /api/profiles/:handle/years/:year/picture': [anyone(200)],
  },
  showsOthers: {
    'GET /sitemaps/years-1.xml': {
      path: () => '/sitemaps/years-1.xml',
      isForVisitors: true,
      opens: 'library',
      refused: 404,
      has: {},
      check: (xml) => expect(xml).toContain(`/profile/${ids.ada}/year/`),
    },
    // Games and minutes belong to the library, days to the activity.
    'GET /api/profiles/:handle/years/:year/picture': {
      path: ofAda('/years/2026/picture'),
      opens: 'picture',
      refused: 404,
      has: {},
      check: sameForEverybody(),
    },
    'GET /api/profiles/:handle/years/:year': {
      path: ofAda('/years/2026'),
      opens: 'profile',
      has: { library: ['Secret platform'], activity: ['2026-02-14'] },
      check: ({ year }, may) => {
        expect(year.library?.minutes ?? null).toBe(may('library') ? 15 : null)
        expect(year.activity?.daysPlayed ?? null).toBe(may('activity') ? 1 : null)
        expect(year.activity?.days[0].minutes ?? null).toBe(may('library') && may('activity') ? 15 : null)
        expect(year.activity?.firstGame?.game.name ?? null).toBe(may('library') && may('activity') ? 'Played' : null)
        expect([year.reviews, year.journalEntries]).toEqual([1, null])
      },
    },
  },
}
