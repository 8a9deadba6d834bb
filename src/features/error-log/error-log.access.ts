import { anyone, type FeatureAccess } from '#tests/support/access.ts'

export const errorLogAccess: FeatureAccess = {
  rows: {
    'POST /api/error-log': [anyone(202), { message: 'It broke' }],
  },
}
