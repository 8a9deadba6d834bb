import { admin, type FeatureAccess, NOBODY } from '#tests/support/access.ts'

const RULES = { first_texts: 3, first_days: 0, link_days: 0, words: [] }

export const moderationAccess: FeatureAccess = {
  rows: {
    'GET /api/admin/held': [admin(200)],
    'POST /api/admin/held': [admin(200), { items: [{ type: 'comment', id: NOBODY }], decision: 'publish' }],
    'GET /api/admin/hold-rules': [admin(200)],
    'PUT /api/admin/hold-rules': [admin(200), RULES],
  },
  readsOwnData: ['GET /api/admin/held'],
}
