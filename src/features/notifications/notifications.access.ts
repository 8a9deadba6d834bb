import { type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { MEMBERS } from '#tests/support/privacy.ts'
import { subscriptionOf } from '#tests/support/push-service.ts'

export const notificationsAccess: FeatureAccess = {
  rows: {
    'GET /api/notifications': [member(200)],
    'GET /api/notifications/unread': [member(200)],
    'POST /api/notifications/read': [member(200), {}],
    'GET /api/notifications/switches': [member(200)],
    'PATCH /api/notifications/switches': [member(200), { reaction: false }],
    'GET /api/notifications/delivery': [member(200)],
    'PATCH /api/notifications/delivery': [member(200), { push: { reaction: false } }],
    'PUT /api/notifications/push': [member(200), subscriptionOf('https://push.example.org/one')],
    'GET /api/notifications/channels': [member(200)],
    // No test arrives there, and no other member has this one.
    'POST /api/notifications/channels': [member(400), { channel: 'ntfy', address: 'http://127.0.0.1:9/games' }],
    'POST /api/notifications/channels/:channelId/test': [
      member(404),
      undefined,
      `/api/notifications/channels/${NOBODY}/test`,
    ],
    'DELETE /api/notifications/channels/:channelId': [member(404), undefined, `/api/notifications/channels/${NOBODY}`],
    'DELETE /api/notifications/push': [member(200), { endpoint: 'https://push.example.org/one' }],
  },
  readsOwnData: [
    'GET /api/notifications/channels',
    'GET /api/notifications/delivery',
    'GET /api/notifications/switches',
    'GET /api/notifications/unread',
  ],
  showsOthers: {
    'GET /api/notifications': { path: () => '/api/notifications', isList: true, who: MEMBERS, has: {} },
  },
}
