import { type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { ids, MEMBERS } from '#tests/support/privacy.ts'

export const mutesAccess: FeatureAccess = {
  rows: {
    'GET /api/mutes': [member(200)],
    'POST /api/mutes': [member(404), { kind: 'member', member_id: NOBODY, until: 'day' }],
    'DELETE /api/mutes/:muteId': [member(204), undefined, `/api/mutes/${NOBODY}`],
    'GET /api/mutes/members/:userId': [member(200), undefined, `/api/mutes/members/${NOBODY}`],
    'PUT /api/mutes/members/:userId/kinds': [member(404), { kinds: [] }, `/api/mutes/members/${NOBODY}/kinds`],
  },
  showsOthers: {
    'GET /api/mutes': { path: () => '/api/mutes', who: MEMBERS, has: {} },
    'GET /api/mutes/members/:userId': { path: () => `/api/mutes/members/${ids.ada}`, who: MEMBERS, has: {} },
  },
}
