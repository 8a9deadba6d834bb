import { admin, anyone, type FeatureAccess, NOBODY } from '#tests/support/access.ts'

export const infoAccess: FeatureAccess = {
  rows: {
    'GET /api/info/:page': [anyone(200), undefined, '/api/info/terms'],
    'POST /api/contact': [
      anyone(200),
      { name: 'Ada', email: 'ada@example.org', topic: 'Other', message: 'A message to the operator' },
    ],
    'GET /api/admin/contact': [admin(200)],
    'PUT /api/admin/contact/:messageId': [admin(404), { status: 'closed' }, `/api/admin/contact/${NOBODY}`],
  },
  readsOwnData: ['GET /api/info/:page'],
}
