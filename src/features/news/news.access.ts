import { admin, anyone, type FeatureAccess, NOBODY } from '#tests/support/access.ts'

export const newsAccess: FeatureAccess = {
  rows: {
    'GET /api/news': [anyone(200)],
    'GET /api/news/:idOrSlug': [anyone(404), undefined, '/api/news/nothing'],
    'GET /api/news/:idOrSlug/picture': [anyone(404), undefined, '/api/news/nothing/picture'],
    'POST /api/news': [admin(201), { title: 'Hello', category: 'Announcement' }],
    'PUT /api/news/:idOrSlug': [admin(404), { title: 'Hello' }, `/api/news/${NOBODY}`],
    'DELETE /api/news/:idOrSlug': [admin(404), undefined, `/api/news/${NOBODY}`],
    'GET /api/admin/news/:newsId': [admin(404), undefined, `/api/admin/news/${NOBODY}`],
    'POST /api/admin/news/preview': [admin(200), { content: '*Hello*' }],
  },
  readsOwnData: ['GET /api/news', 'GET /api/news/:idOrSlug', 'GET /api/news/:idOrSlug/picture'],
}
