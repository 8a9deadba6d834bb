import { admin, anyone, type FeatureAccess, GAME, member } from '#tests/support/access.ts'
import { loadStarterCatalogue } from './server/catalogue.service.ts'

export const catalogueAccess: FeatureAccess = {
  async prepare(app) {
    await loadStarterCatalogue(app.db)
    return { gameId: GAME }
  },
  rows: {
    'GET /api/games': [anyone(200)],
    'GET /api/games/metadata': [anyone(200)],
    'GET /api/games/terms': [anyone(200), undefined, '/api/games/terms?kind=genre'],
    'GET /api/games/search': [anyone(200), undefined, '/api/games/search?query=witcher'],
    'GET /api/games/suggestions': [anyone(200), undefined, '/api/games/suggestions?query=witcher'],
    'GET /api/games/:gameId': [anyone(200)],
    'GET /api/games/:gameId/related': [anyone(200)],
    'GET /api/games/:gameId/facts': [anyone(200)],
    'GET /api/games/:gameId/picture': [anyone(200)],
    'GET /api/games/:gameId/achievements': [anyone(200)],
    'GET /api/games/:gameId/validate': [anyone(200)],
    'POST /api/games/bulk': [anyone(200), { ids: [GAME] }],
    'POST /api/games/ensure': [member(200), { game_id: GAME }],
    'POST /api/igdb-proxy': [anyone(200), { endpoint: 'games', query: 'fields name; limit 1;' }],
    // 503, because RAWG has no key here and the starter catalogue has no RAWG games.
    'GET /api/rawg/games': [anyone(503)],
    'GET /api/rawg/games/:handle': [anyone(503), undefined, '/api/rawg/games/3498'],
    'GET /api/rawg/games/:handle/screenshots': [anyone(503), undefined, '/api/rawg/games/3498/screenshots'],
    'GET /api/rawg/games/:handle/stores': [anyone(503), undefined, '/api/rawg/games/3498/stores'],
    'GET /api/admin/catalogue': [admin(200)],
  },
}
