import { admin, anyone, type FeatureAccess, GAME, member, NOBODY } from '#tests/support/access.ts'

export const playlistsAccess: FeatureAccess = {
  async prepare(_app, { admin: root }) {
    const draft = { title: 'Rainy days', isPublished: true, gameIds: [GAME] }
    return { playlist: (await root.post('/api/playlists', draft)).body.playlist.id }
  },
  rows: {
    'GET /api/playlists': [anyone(200)],
    'GET /api/playlists/featured': [anyone(200)],
    'GET /api/playlists/:playlist': [anyone(200)],
    'GET /api/playlists/:playlist/picture': [anyone(200)],
    'GET /api/playlists/:playlist/progress': [member(200)],
    'POST /api/playlists': [admin(201), { title: 'Rainy days' }],
    'PUT /api/playlists/:playlist': [admin(200), { title: 'Sunny days', isPublished: true }],
    'PUT /api/playlists/:playlist/published': [admin(200), { isPublished: true }],
    'DELETE /api/playlists/:playlist': [admin(404), undefined, `/api/playlists/${NOBODY}`],
    'POST /api/playlists/:playlist/restore': [admin(404), {}],
    'PATCH /api/playlists/order': [admin(404), { ids: [NOBODY] }],
    'GET /api/admin/playlists': [admin(200)],
    'POST /api/cache/invalidate': [admin(200), { type: 'playlists' }],
    'GET /api/admin/playlists/cover': [
      admin(200),
      undefined,
      '/api/admin/playlists/cover?url=https://pictures.example/a.jpg',
    ],
  },
}
