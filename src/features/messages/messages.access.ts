import { type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { signUp } from '#tests/support/members.ts'
import { ids, MEMBERS } from '#tests/support/privacy.ts'

export const messagesAccess: FeatureAccess = {
  async prepare(app, { owner }) {
    const reader = await signUp(app)
    const { body } = await owner.post('/api/messages', { userId: reader.user.id, content: 'Hello' })
    return { messageId: body.message.id }
  },
  rows: {
    'GET /api/messages/conversations': [member(200)],
    'GET /api/messages/unread': [member(200)],
    'GET /api/messages': [member(404), undefined, `/api/messages?userId=${NOBODY}`],
    'POST /api/messages': [member(404), { userId: NOBODY, content: 'Hello' }],
    'POST /api/messages/read': [member(200), { userId: NOBODY }],
    'DELETE /api/messages/:messageId': [[401, 204, 404, 404]],
  },
  readsOwnData: ['GET /api/messages/unread'],
  showsOthers: {
    'GET /api/messages': { path: () => `/api/messages?userId=${ids.ada}`, isList: true, who: MEMBERS, has: {} },
    'GET /api/messages/conversations': {
      path: () => '/api/messages/conversations',
      isList: true,
      who: MEMBERS,
      has: {},
    },
  },
}
