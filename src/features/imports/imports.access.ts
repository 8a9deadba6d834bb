import { admin, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { DEFAULT_RULES as RULES } from './imports.rules.ts'

const MAPPING = { columns: { 0: 'title' }, statuses: {}, rating_max: 5, hours_unit: 'hours', date_order: 'dmy' }

export const importsAccess: FeatureAccess = {
  rows: {
    'GET /api/imports': [member(200)],
    'POST /api/imports': [member(400), undefined, '/api/imports?name=games.csv'],
    'POST /api/imports/steam': [member(404), { profile: 'somebody' }],
    'GET /api/steam': [member(200)],
    'POST /api/steam/link': [member(404), { profile: 'somebody' }],
    'PATCH /api/steam/link': [member(404), { is_daily: true }],
    'DELETE /api/steam/link': [member(404)],
    'POST /api/steam/sync': [member(404), {}],
    'GET /api/steam/games': [member(200)],
    'PUT /api/steam/games/:appId': [member(404), { is_ignored: true }, '/api/steam/games/20'],
    'GET /api/admin/steam': [admin(200)],
    'GET /api/imports/:importId': [member(404), undefined, `/api/imports/${NOBODY}`],
    'GET /api/imports/:importId/table': [member(404), undefined, `/api/imports/${NOBODY}/table`],
    'POST /api/imports/:importId/table': [member(404), MAPPING, `/api/imports/${NOBODY}/table`],
    'PUT /api/imports/:importId/mapping': [member(404), MAPPING, `/api/imports/${NOBODY}/mapping`],
    'GET /api/imports/:importId/recognition': [member(404), undefined, `/api/imports/${NOBODY}/recognition`],
    'PUT /api/imports/:importId/preset': [member(404), { preset: 'mapped' }, `/api/imports/${NOBODY}/preset`],
    'PUT /api/imports/:importId/rules': [member(404), RULES, `/api/imports/${NOBODY}/rules`],
    'GET /api/imports/:importId/rows': [member(404), undefined, `/api/imports/${NOBODY}/rows`],
    'PUT /api/imports/:importId/rows': [
      member(404),
      { question: 'unknown', decision: 'own' },
      `/api/imports/${NOBODY}/rows`,
    ],
    'POST /api/imports/:importId/apply': [member(404), {}, `/api/imports/${NOBODY}/apply`],
    'POST /api/imports/:importId/cancel': [member(404), {}, `/api/imports/${NOBODY}/cancel`],
    'POST /api/imports/:importId/undo': [member(404), {}, `/api/imports/${NOBODY}/undo`],
    'DELETE /api/imports/:importId': [member(404), undefined, `/api/imports/${NOBODY}`],
    'PUT /api/imports/:importId/rows/:n': [member(404), { game_id: null }, `/api/imports/${NOBODY}/rows/1`],
    'POST /api/imports/:importId/rows/:n/undo': [member(404), {}, `/api/imports/${NOBODY}/rows/1/undo`],
  },
  readsOwnData: [
    'GET /api/imports',
    'GET /api/imports/:importId',
    'GET /api/imports/:importId/rows',
    'GET /api/imports/:importId/recognition',
    'GET /api/imports/:importId/table',
    'GET /api/steam',
    'GET /api/steam/games',
  ],
}
