import { admin, type FeatureAccess, NOBODY } from '#tests/support/access.ts'

export const adminAccess: FeatureAccess = {
  rows: {
    'GET /api/admin/stats': [admin(200)],
    'GET /api/admin/pages': [admin(200)],
    'GET /api/admin/audit-log': [admin(200)],
    'GET /api/admin/jobs': [admin(200)],
    'POST /api/admin/jobs/:name/runs': [admin(202), {}, '/api/admin/jobs/divide-sitemap/runs'],
    'GET /api/admin/users': [admin(200)],
    // No member has this id.
    'PUT /api/admin/users/:userId/standing': [admin(404), { disabled: false }, `/api/admin/users/${NOBODY}/standing`],
    'PUT /api/admin/users/:userId/role': [admin(404), { role: 'user' }, `/api/admin/users/${NOBODY}/role`],
    'GET /api/admin/errors': [admin(200)],
    'GET /api/admin/errors/:groupId': [admin(404), undefined, `/api/admin/errors/${NOBODY}`],
    'PUT /api/admin/errors/:groupId': [admin(404), { status: 'resolved' }, `/api/admin/errors/${NOBODY}`],
  },
  readsOwnData: ['GET /api/admin/pages'],
}
