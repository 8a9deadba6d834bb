import { type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { MEMBERS } from '#tests/support/privacy.ts'

export const blocksAccess: FeatureAccess = {
  rows: {
    'GET /api/blocks': [member(200)],
    'POST /api/blocks': [member(404), { user_id: NOBODY }],
    'DELETE /api/blocks/:userId': [member(204)],
  },
  showsOthers: {
    'GET /api/blocks': { path: () => '/api/blocks', who: MEMBERS, has: {} },
  },
}
