import { expect } from 'vitest'
import { admin, anyone, type FeatureAccess, NOBODY } from '#tests/support/access.ts'
import { ofAda } from '#tests/support/privacy.ts'

export const badgesAccess: FeatureAccess = {
  rows: {
    'GET /api/badges': [anyone(200)],
    'GET /api/profiles/:handle/badges': [anyone(200)],
    'GET /api/admin/badges': [admin(200)],
    'POST /api/admin/badges': [admin(400), {}],
    'PUT /api/admin/badges/:badgeId': [
      admin(404),
      { name: 'Other', description: 'Other' },
      `/api/admin/badges/${NOBODY}`,
    ],
    'GET /api/admin/badges/:badgeId/members': [admin(404), undefined, `/api/admin/badges/${NOBODY}/members`],
    'PUT /api/admin/badges/:badgeId/members/:handle': [
      admin(404),
      undefined,
      `/api/admin/badges/${NOBODY}/members/nobody-here`,
    ],
    'DELETE /api/admin/badges/:badgeId/members/:handle': [
      admin(404),
      undefined,
      `/api/admin/badges/${NOBODY}/members/nobody-here`,
    ],
  },
  readsOwnData: ['GET /api/badges'],
  showsOthers: {
    'GET /api/profiles/:handle/badges': {
      path: ofAda('/badges'),
      opens: 'badges',
      has: { badges: ['Secret badge'], libraryBadges: ['Secret milestone'] },
      check: ({ total }, may) => expect(total).toBe(may('library') ? 2 : 1),
    },
  },
}
