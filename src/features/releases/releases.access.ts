import { anyone, type FeatureAccess, member } from '#tests/support/access.ts'
import { journal } from '#tests/support/privacy.ts'

export const releasesAccess: FeatureAccess = {
  rows: {
    'GET /api/releases': [anyone(200)],
    'GET /api/releases/groups/:group': [anyone(200), undefined, '/api/releases/groups/2026-12-07?after=50.igdb_1'],
    'GET /api/releases/platforms': [anyone(200)],
    'GET /api/releases/mine': [member(200)],
    'GET /api/releases/calendar': [member(200)],
    'POST /api/releases/calendar': [member(200), {}],
    'DELETE /api/releases/calendar': [member(204)],
  },
  readsOwnData: ['GET /api/releases/calendar'],
  showsOthers: {
    // The viewer's own releases, where those of Ada's library would be.
    'GET /api/releases/mine': journal('/api/releases/mine'),
  },
}
