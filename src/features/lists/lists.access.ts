import { expect } from 'vitest'
import { anyone, type FeatureAccess, GAME, member, NOBODY } from '#tests/support/access.ts'
import { ids, MEMBERS, ofAda, sameForEverybody } from '#tests/support/privacy.ts'

export const listsAccess: FeatureAccess = {
  async prepare(_app, { owner }) {
    return { listId: (await owner.post('/api/lists', { title: 'Rainy days', is_shared: true })).body.list.id }
  },
  rows: {
    'GET /api/profiles/:handle/lists': [anyone(200)],
    'GET /api/lists': [anyone(200)],
    'GET /api/lists/browse': [anyone(200)],
    'GET /api/lists/mine': [member(200)],
    'GET /api/lists/home': [member(200)],
    'POST /api/lists': [member(201), { title: 'Rainy days' }],
    'GET /api/lists/:listId': [anyone(200)],
    'GET /api/lists/:listId/games': [anyone(200)],
    'GET /api/lists/:listId/picture': [anyone(200)],
    'GET /api/lists/talk': [anyone(200), undefined, `/api/lists/talk?ids=${NOBODY}`],
    'POST /api/lists/:listId/reactions': [[401, 200, 200, 200], { emoji: 'heart' }],
    'DELETE /api/lists/:listId/reactions': [member(204)],
    'GET /api/lists/:listId/comments': [anyone(200)],
    'POST /api/lists/:listId/comments': [member(201), { content: 'Nice' }],
    'GET /api/lists/comments/:commentId': [anyone(404), undefined, `/api/lists/comments/${NOBODY}`],
    'GET /api/lists/comments/:commentId/replies': [anyone(404), undefined, `/api/lists/comments/${NOBODY}/replies`],
    'DELETE /api/lists/comments/:commentId': [member(404), undefined, `/api/lists/comments/${NOBODY}`],
    'POST /api/lists/:listId/like': [[401, 403, 200, 200], {}],
    'POST /api/lists/:listId/clone': [member(201), {}],
    'PUT /api/lists/:listId': [[401, 200, 404, 404], { title: 'Sunny days', is_shared: true }],
    'POST /api/lists/:listId/opened': [[401, 404, 404, 404], {}],
    'PUT /api/lists/:listId/home': [[401, 200, 404, 404], { is_on_home: true }],
    'POST /api/lists/:listId/games': [[401, 201, 404, 404], { game_id: GAME }],
    'PUT /api/lists/:listId/games/:gameId': [[401, 200, 404, 404], { note: 'First' }],
    'PUT /api/lists/:listId/order': [[401, 200, 404, 404], { game_id: GAME, after: null }],
    'DELETE /api/lists/:listId/games/:gameId': [[401, 204, 404, 404]],
    'DELETE /api/lists/:listId': [[401, 204, 404, 404]],
  },
  readsOwnData: ['GET /api/lists/mine', 'GET /api/lists/home'],
  showsOthers: {
    'GET /api/profiles/:handle/lists': { path: ofAda('/lists'), opens: 'profile', has: { profile: ['Secret list'] } },
    'GET /api/lists': { path: () => '/api/lists?limit=24', isList: true, has: { profile: ['Secret list'] } },
    'GET /api/lists/browse': [
      { path: () => '/api/lists/browse', isList: true, has: { profile: ['Secret list'] } },
      // Every member follows Ada.
      { path: () => '/api/lists/browse?show=friends', isList: true, who: MEMBERS, has: { profile: ['Secret list'] } },
    ],
    'GET /api/lists/:listId': [
      {
        path: () => `/api/lists/${ids.list}`,
        opens: 'profile',
        refused: 404,
        has: { profile: ['Secret list', 'Secret reply'] },
      },
      { path: () => `/api/lists/${ids.privateList}`, opens: 'nobody', refused: 404, has: {} },
    ],
    'GET /api/lists/:listId/picture': [
      {
        path: () => `/api/lists/${ids.list}/picture`,
        opens: 'picture',
        refused: 404,
        has: {},
        check: sameForEverybody(),
      },
      { path: () => `/api/lists/${ids.privateList}/picture`, opens: 'nobody', refused: 404, has: {} },
    ],
    'GET /api/lists/:listId/games': [
      {
        path: () => `/api/lists/${ids.list}/games`,
        opens: 'profile',
        refused: 404,
        has: { profile: ['Secret note on a game'] },
      },
      { path: () => `/api/lists/${ids.privateList}/games`, opens: 'nobody', refused: 404, has: {} },
    ],
    'GET /api/lists/:listId/games.csv': [
      {
        path: () => `/api/lists/${ids.list}/games.csv`,
        opens: 'profile',
        refused: 404,
        has: { profile: ['Secret note on a game'] },
      },
      { path: () => `/api/lists/${ids.privateList}/games.csv`, opens: 'nobody', refused: 404, has: {} },
    ],
    'GET /api/lists/:listId/games.json': [
      {
        path: () => `/api/lists/${ids.list}/games.json`,
        opens: 'profile',
        refused: 404,
        has: { profile: ['Secret note on a game'] },
      },
      { path: () => `/api/lists/${ids.privateList}/games.json`, opens: 'nobody', refused: 404, has: {} },
    ],
    'GET /api/lists/:listId/comments': [
      {
        path: () => `/api/lists/${ids.list}/comments`,
        opens: 'profile',
        refused: 404,
        has: { profile: ['Secret reply'] },
      },
      { path: () => `/api/lists/${ids.privateList}/comments`, opens: 'nobody', refused: 404, has: {} },
    ],
    'GET /api/lists/comments/:commentId': {
      path: () => `/api/lists/comments/${ids.listComment}`,
      opens: 'profile',
      refused: 404,
      has: { profile: ['Secret reply'] },
    },
    'GET /api/lists/comments/:commentId/replies': {
      path: () => `/api/lists/comments/${ids.listComment}/replies`,
      opens: 'profile',
      refused: 404,
      has: { profile: ['Secret reply'] },
    },
    'GET /api/lists/talk': {
      path: () => `/api/lists/talk?ids=${ids.list},${ids.privateList}`,
      has: { profile: ['Secret reply'] },
      // The response omits everything that the viewer may not see.
      check: ({ data }, may) => expect(data).toHaveLength(may('profile') ? 1 : 0),
    },
    'GET /sitemaps/lists-1.xml': {
      path: () => '/sitemaps/lists-1.xml',
      isForVisitors: true,
      opens: 'profile',
      refused: 404,
      has: {},
      check: (xml) => expect([xml.includes(ids.list), xml.includes(ids.privateList)]).toEqual([true, false]),
    },
  },
}
