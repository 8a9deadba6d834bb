import { admin, type FeatureAccess, NOBODY } from '#tests/support/access.ts'

export const adminAccess: FeatureAccess = {
  rows: {
    'GET /api/admin/stats': [admin(200)],
    'GET /api/admin/pages': [admin(200)],
    'GET /api/admin/audit-log': [admin(200)],
    'GET /api/admin/health': [admin(200)],
    'POST /api/admin/health/:check': [admin(200), {}, '/api/admin/health/steam'],
    'GET /api/admin/backups': [admin(200)],
    // Nobody has proved anything.
    'POST /api/admin/backups/:name/downloads': [admin(401), {}, '/api/admin/backups/none/downloads'],
    'GET /api/admin/jobs': [admin(200)],
    'POST /api/admin/jobs/:name/runs': [admin(202), {}, '/api/admin/jobs/divide-sitemap/runs'],
    'GET /api/admin/users': [admin(200)],
    // No member has this id.
    'PUT /api/admin/users/:userId/standing': [admin(404), { disabled: false }, `/api/admin/users/${NOBODY}/standing`],
    'PUT /api/admin/users/:userId/role': [admin(404), { role: 'user' }, `/api/admin/users/${NOBODY}/role`],
    'GET /api/admin/users/:userId/notes': [admin(404), undefined, `/api/admin/users/${NOBODY}/notes`],
    'POST /api/admin/users/:userId/notes': [admin(404), { note: 'A note' }, `/api/admin/users/${NOBODY}/notes`],
    'DELETE /api/admin/users/:userId/notes/:noteId': [
      admin(404),
      undefined,
      `/api/admin/users/${NOBODY}/notes/${NOBODY}`,
    ],
    'GET /api/admin/errors': [admin(200)],
    'GET /api/admin/errors/:groupId': [admin(404), undefined, `/api/admin/errors/${NOBODY}`],
    'PUT /api/admin/errors/:groupId': [admin(404), { status: 'resolved' }, `/api/admin/errors/${NOBODY}`],
  },
  readsOwnData: ['GET /api/admin/pages'],
}
