import { type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'

export const exportsAccess: FeatureAccess = {
  rows: {
    'GET /api/exports': [member(200)],
    'POST /api/exports': [member(201), {}],
    'DELETE /api/exports/:exportId': [member(404), undefined, `/api/exports/${NOBODY}`],
  },
  readsOwnData: ['GET /api/exports'],
}
