import { type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { ids, journal } from '#tests/support/privacy.ts'

export const journalAccess: FeatureAccess = {
  rows: {
    'GET /api/journal': [member(200)],
    'GET /api/journal/games': [member(200)],
    'GET /api/journal/month': [member(200), undefined, '/api/journal/month?month=2026-11'],
    'GET /api/journal/year': [member(200), undefined, '/api/journal/year?year=2026'],
    'GET /api/journal/on-this-day': [member(200), undefined, '/api/journal/on-this-day?date=2026-11-22'],
    'POST /api/journal': [member(201), { type: 'daily', content: 'Rain.' }],
    'PUT /api/journal/:entryId': [member(404), { type: 'daily', content: 'Rain.' }, `/api/journal/${NOBODY}`],
    'DELETE /api/journal/:entryId': [member(404), undefined, `/api/journal/${NOBODY}`],
    'GET /api/user/dashboard': [member(200)],
  },
  readsOwnData: ['GET /api/user/dashboard'],
  showsOthers: {
    'GET /api/journal': [
      journal('/api/journal'),
      journal(`/api/journal?type=daily&game_id=${ids.PLAYED}`),
      journal('/api/journal?search=Secret'),
    ],
    'GET /api/journal/games': [journal('/api/journal/games')],
    'GET /api/journal/month': [journal('/api/journal/month?month=2026-02')],
    'GET /api/journal/year': [journal('/api/journal/year?year=2026')],
    'GET /api/journal/on-this-day': [journal('/api/journal/on-this-day?date=2027-02-28')],
  },
}
