import { anyone, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { ids } from '#tests/support/privacy.ts'

export const forumAccess: FeatureAccess = {
  async prepare(_app, { owner }) {
    const started = { category: 'general', title: 'A thread', body: 'Words of the owner' }
    const threadId = (await owner.post('/api/forum/threads', started)).body.thread.id
    const { body } = await owner.post(`/api/forum/threads/${threadId}/posts`, { content: 'Mine' })
    return { threadId, postId: body.post.id }
  },
  rows: {
    'GET /api/forum/categories': [anyone(200)],
    'GET /api/forum/threads': [anyone(200), undefined, '/api/forum/threads?category=general'],
    'GET /api/forum/threads/:threadId': [anyone(404), undefined, `/api/forum/threads/${NOBODY}`],
    'GET /api/forum/threads/:threadId/posts': [anyone(404), undefined, `/api/forum/threads/${NOBODY}/posts`],
    'GET /api/forum/posts/:postId': [anyone(404), undefined, `/api/forum/posts/${NOBODY}`],
    'POST /api/forum/threads': [member(400), { category: 'general', title: 'x', body: 'x' }],
    'POST /api/forum/threads/:threadId/posts': [member(404), { content: 'Hi' }, `/api/forum/threads/${NOBODY}/posts`],
    'PATCH /api/forum/threads/:threadId': [[401, 200, 403, 403], { title: 'Another title' }],
    'PATCH /api/forum/posts/:postId': [[401, 200, 403, 403], { content: 'Other words' }],
    'DELETE /api/forum/posts/:postId': [member(404), undefined, `/api/forum/posts/${NOBODY}`],
    'DELETE /api/forum/threads/:threadId': [member(404), undefined, `/api/forum/threads/${NOBODY}`],
    'GET /api/forum/threads/:threadId/versions': [[401, 200, 403, 200]],
    'GET /api/forum/posts/:postId/versions': [[401, 200, 403, 200]],
    'POST /api/forum/likes': [member(404), { type: 'thread', id: NOBODY }],
    'PUT /api/forum/threads/:threadId/read': [member(200), { number: 1 }],
    'POST /api/forum/read': [member(204), {}],
    'PUT /api/forum/threads/:threadId/subscription': [member(200)],
    'DELETE /api/forum/threads/:threadId/subscription': [member(200)],
  },
  readsOwnData: [
    // Only for the author and moderators.
    'GET /api/forum/threads/:threadId/versions',
    'GET /api/forum/posts/:postId/versions',
  ],
  showsOthers: {
    'GET /api/forum/categories': {
      path: () => '/api/forum/categories',
      isList: true,
      has: { forum: ['Secret thread'] },
    },
    'GET /api/forum/threads': ['category=general', 'category=general&sort=top', 'latest=1'].map((query) => ({
      path: () => `/api/forum/threads?${query}`,
      isList: true,
      has: { forum: ['Secret thread'] },
    })),
    'GET /api/forum/threads/:threadId': {
      path: () => `/api/forum/threads/${ids.thread}`,
      opens: 'forum',
      refused: 404,
      has: { forum: ['Secret thread'] },
    },
    'GET /api/forum/threads/:threadId/posts': {
      path: () => `/api/forum/threads/${ids.thread}/posts`,
      opens: 'forum',
      refused: 404,
      has: { forum: ['Secret post'] },
    },
    'GET /api/forum/posts/:postId': {
      path: () => `/api/forum/posts/${ids.post}`,
      opens: 'forum',
      refused: 404,
      has: { forum: ['Secret post'] },
    },
  },
}
