import { anyone, type FeatureAccess, GAME, member } from '#tests/support/access.ts'
import { addAchievements } from '#tests/support/fixtures.ts'
import { ofAda } from '#tests/support/privacy.ts'

export const achievementsAccess: FeatureAccess = {
  async prepare(app) {
    // Of a game that only the owner has in the library.
    const [achievementId] = await addAchievements(app, 'igdb_7346', ['Landfall'])
    return { achievementId: achievementId as string }
  },
  rows: {
    'POST /api/achievements/batch': [[401, 403, 403, 200], { game_id: GAME, achievements: [{ name: 'Landfall' }] }],
    'GET /api/achievements': [member(200)],
    'GET /api/achievements/games': [member(200)],
    'GET /api/achievements/totals': [member(200)],
    'PUT /api/achievements/:achievementId/unlock': [[401, 200, 404, 404], {}],
    'DELETE /api/achievements/:achievementId/unlock': [[401, 200, 404, 404]],
    'GET /api/games/:gameId/achievements/members': [anyone(200)],
    'GET /api/profiles/:handle/achievements': [anyone(200)],
  },
  readsOwnData: ['GET /api/achievements', 'GET /api/achievements/games', 'GET /api/achievements/totals'],
  showsOthers: {
    'GET /api/profiles/:handle/achievements': {
      path: ofAda('/achievements'),
      opens: 'library',
      has: { library: ['Secret achievement', 'Secret shelf'] },
    },
  },
}
