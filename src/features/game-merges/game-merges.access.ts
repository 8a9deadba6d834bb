import { admin, type FeatureAccess } from '#tests/support/access.ts'

// No game has these ids.
const PAIR = { from: 'igdb_999999991', to: 'igdb_999999992' }

export const gameMergesAccess: FeatureAccess = {
  rows: {
    'GET /api/admin/merges': [admin(200)],
    'GET /api/admin/merges/preview': [
      admin(404),
      undefined,
      `/api/admin/merges/preview?from=${PAIR.from}&to=${PAIR.to}`,
    ],
    'POST /api/admin/merges': [admin(404), PAIR],
    'GET /api/admin/merges/:gameId/split': [admin(404), undefined, `/api/admin/merges/${PAIR.from}/split`],
    'POST /api/admin/merges/:gameId/split': [admin(404), undefined, `/api/admin/merges/${PAIR.from}/split`],
  },
}
