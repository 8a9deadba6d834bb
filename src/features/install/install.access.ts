import { anyone, type FeatureAccess } from '#tests/support/access.ts'

export const installAccess: FeatureAccess = {
  rows: {
    'GET /api/app/manifest': [anyone(200)],
    'GET /api/app/recover': [anyone(200)],
    'GET /api/app/icons/:icon': [anyone(200), undefined, '/api/app/icons/any-192'],
    'GET /api/app/pictures/:picture': [anyone(200), undefined, '/api/app/pictures/phone-home'],
  },
  // The same for everybody.
  readsOwnData: [
    'GET /api/app/manifest',
    'GET /api/app/recover',
    'GET /api/app/icons/:icon',
    'GET /api/app/pictures/:picture',
  ],
}
