import { type FeatureAccess, member } from '#tests/support/access.ts'
import { MEMBERS } from '#tests/support/privacy.ts'

export const notificationsAccess: FeatureAccess = {
  rows: {
    'GET /api/notifications': [member(200)],
    'GET /api/notifications/unread': [member(200)],
    'POST /api/notifications/read': [member(200), {}],
    'GET /api/notifications/switches': [member(200)],
    'PATCH /api/notifications/switches': [member(200), { reaction: false }],
  },
  readsOwnData: ['GET /api/notifications/switches', 'GET /api/notifications/unread'],
  showsOthers: {
    'GET /api/notifications': { path: () => '/api/notifications', isList: true, who: MEMBERS, has: {} },
  },
}
