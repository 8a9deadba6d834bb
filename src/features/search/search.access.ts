import { expect } from 'vitest'
import { anyone, type FeatureAccess } from '#tests/support/access.ts'

export const searchAccess: FeatureAccess = {
  rows: {
    'GET /api/search': [anyone(200), undefined, '/api/search?q=somebody'],
  },
  showsOthers: {
    'GET /api/search': [
      // A word of the shared list and of the private one, but of no member's name.
      { path: () => '/api/search?q=list', isList: true, has: { profile: ['Secret list'] } },
      { path: () => '/api/search?q=thread', isList: true, has: { forum: ['Secret thread'] } },
      {
        path: () => '/api/search?q=@ada-the-first',
        isList: true,
        has: {},
        // A member's name is visible to everybody, except across a block.
        check: ({ groups }, _may, who) =>
          expect([who, groups.length]).toEqual([who, ['blocked', 'blocker', 'blockedAdmin'].includes(who) ? 0 : 1]),
      },
    ],
  },
}
