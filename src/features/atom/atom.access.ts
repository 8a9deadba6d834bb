import type { FeatureAccess } from '#tests/support/access.ts'
import { ids, REVIEWED } from '#tests/support/privacy.ts'

export const atomAccess: FeatureAccess = {
  rows: {},
  showsOthers: {
    'GET /feeds/:userId/reviews.atom': {
      path: () => `/feeds/${ids.ada}/reviews.atom`,
      isForVisitors: true,
      opens: 'profile',
      refused: 404,
      has: REVIEWED,
    },
    'GET /feeds/:userId/lists.atom': {
      path: () => `/feeds/${ids.ada}/lists.atom`,
      isForVisitors: true,
      opens: 'profile',
      refused: 404,
      has: { profile: ['Secret list'] },
    },
    'GET /feeds/:userId/activity.atom': {
      path: () => `/feeds/${ids.ada}/activity.atom`,
      isForVisitors: true,
      opens: 'activity',
      refused: 404,
      has: { activity: ['Secret words'] },
    },
    'GET /feeds/lists/:listId/games.atom': [
      {
        path: () => `/feeds/lists/${ids.list}/games.atom`,
        isForVisitors: true,
        opens: 'profile',
        refused: 404,
        has: { profile: ['Secret list', 'Secret note on a game'] },
      },
      {
        path: () => `/feeds/lists/${ids.privateList}/games.atom`,
        isForVisitors: true,
        opens: 'nobody',
        refused: 404,
        has: {},
      },
    ],
  },
}
