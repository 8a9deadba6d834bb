import { anyone, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'

export const notesAccess: FeatureAccess = {
  rows: {
    'GET /api/notes': [member(200)],
    'POST /api/notes': [member(201), { text: 'Rain.', to: NOBODY }],
    'GET /api/notes/talk': [anyone(200), undefined, `/api/notes/talk?ids=${NOBODY}`],
    'POST /api/notes/:noteId/reactions': [member(404), { emoji: 'heart' }, `/api/notes/${NOBODY}/reactions`],
    'DELETE /api/notes/:noteId/reactions': [member(404), undefined, `/api/notes/${NOBODY}/reactions`],
    'GET /api/notes/:noteId/comments': [anyone(404), undefined, `/api/notes/${NOBODY}/comments`],
    'POST /api/notes/:noteId/comments': [member(404), { content: 'Hm.' }, `/api/notes/${NOBODY}/comments`],
    'GET /api/notes/comments/:commentId': [anyone(404), undefined, `/api/notes/comments/${NOBODY}`],
    'GET /api/notes/comments/:commentId/replies': [anyone(404), undefined, `/api/notes/comments/${NOBODY}/replies`],
    'DELETE /api/notes/comments/:commentId': [member(404), undefined, `/api/notes/comments/${NOBODY}`],
  },
  readsOwnData: ['GET /api/notes'],
}
