import { anyone, type FeatureAccess, member } from '#tests/support/access.ts'
import { DONE, ofAda, REVIEWED } from '#tests/support/privacy.ts'

export const pinsAccess: FeatureAccess = {
  rows: {
    'GET /api/profiles/:handle/pins': [anyone(200)],
    'PUT /api/profiles/me/pins': [member(200), { items: [] }],
  },
  showsOthers: {
    // Each pin appears where its part is visible.
    'GET /api/profiles/:handle/pins': {
      path: ofAda('/pins'),
      opens: 'profile',
      has: { ...DONE, ...REVIEWED, library: ['Secret shelf'] },
    },
  },
}
