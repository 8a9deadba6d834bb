import { admin, anyone, type FeatureAccess, member } from '#tests/support/access.ts'

export const preferencesAccess: FeatureAccess = {
  rows: {
    'GET /api/user/preferences': [member(200)],
    'PUT /api/user/preferences': [member(200), { theme: 'light' }],
    'POST /api/page-views': [anyone(403), { page: '/' }],
    'GET /api/admin/page-counts': [admin(200)],
  },
  readsOwnData: ['GET /api/user/preferences'],
}
