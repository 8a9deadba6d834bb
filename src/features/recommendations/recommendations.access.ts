import { type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { MEMBERS } from '#tests/support/privacy.ts'

export const recommendationsAccess: FeatureAccess = {
  rows: {
    'GET /api/recommendations': [member(200)],
    'POST /api/recommendations': [member(404), { recipient_id: NOBODY, game_id: 'igdb_1942' }],
    'GET /api/recommendations/sent': [member(200), undefined, '/api/recommendations/sent?game_id=igdb_1942'],
    'POST /api/recommendations/:recommendationId/answer': [
      member(404),
      { answer: 'no' },
      `/api/recommendations/${NOBODY}/answer`,
    ],
    'DELETE /api/recommendations/:recommendationId': [member(204), undefined, `/api/recommendations/${NOBODY}`],
  },
  showsOthers: {
    'GET /api/recommendations': { path: () => '/api/recommendations', isList: true, who: MEMBERS, has: {} },
    'GET /api/recommendations/sent': {
      path: () => '/api/recommendations/sent?game_id=igdb_1942',
      who: MEMBERS,
      has: {},
    },
  },
}
