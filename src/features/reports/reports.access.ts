import { admin, anyone, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'

export const reportsAccess: FeatureAccess = {
  rows: {
    'GET /api/appeals': [member(200)],
    'POST /api/appeals': [member(409), { type: 'comment', id: NOBODY, text: 'Please look again' }],
    'POST /api/appeals/suspension': [anyone(403), { token: 'wrong', text: 'Please look again' }],
    'GET /api/admin/appeals': [admin(200)],
    'PUT /api/admin/appeals/:appealId': [admin(409), { decision: 'accept' }, `/api/admin/appeals/${NOBODY}`],
    'POST /api/reports': [member(404), { item_type: 'profile', item_id: NOBODY, reason: 'spam' }],
    'POST /api/reports/facts': [
      member(404),
      { item_type: 'game', item_id: 'igdb_999999999', fact: 'name', text: 'It is another' },
    ],
    'GET /api/admin/reports': [admin(200)],
    'POST /api/admin/reports/:itemType/:itemId/put-back': [
      admin(409),
      {},
      `/api/admin/reports/profile/${NOBODY}/put-back`,
    ],
    'PUT /api/admin/reports/:itemType/:itemId': [
      admin(409),
      { action: 'keep' },
      `/api/admin/reports/profile/${NOBODY}`,
    ],
  },
  readsOwnData: ['GET /api/appeals', 'GET /api/admin/reports', 'GET /api/admin/appeals'],
}
