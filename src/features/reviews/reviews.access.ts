import { expect } from 'vitest'
import { anyone, type FeatureAccess, GAME, member, NOBODY } from '#tests/support/access.ts'
import { ids, MEMBERS, ofAda, REVIEWED } from '#tests/support/privacy.ts'

export const reviewsAccess: FeatureAccess = {
  async prepare(_app, { owner }) {
    const review = { game_id: 'igdb_7346', rating: 4, review_text: 'Mine' }
    const reviewId = (await owner.post('/api/reviews', review)).body.review.id
    const { body } = await owner.post(`/api/reviews/${reviewId}/comments`, { content: 'Mine' })
    return { reviewId, reviewCommentId: body.comment.id }
  },
  rows: {
    'GET /api/games/:gameId/reviews': [anyone(200)],
    'GET /api/games/:gameId/reviews/summary': [anyone(200)],
    'GET /api/profiles/:handle/reviews': [anyone(200)],
    'GET /api/reviews': [anyone(200), undefined, `/api/reviews?game_id=${GAME}`],
    'GET /api/reviews/browse': [anyone(200)],
    'GET /api/reviews/games': [anyone(200)],
    'POST /api/reviews': [member(201), { game_id: GAME, rating: 4, review_text: 'A fine game.' }],
    'GET /api/reviews/talk': [anyone(200), undefined, `/api/reviews/talk?ids=${NOBODY}`],
    'GET /api/reviews/:reviewId': [anyone(200)],
    'PUT /api/reviews/:reviewId': [[401, 200, 404, 404], { rating: 2, review_text: 'Not so fine.' }],
    // Nobody likes their own review.
    'POST /api/reviews/:reviewId/like': [[401, 403, 200, 200]],
    'POST /api/reviews/:reviewId/bookmark': [member(200)],
    'POST /api/reviews/:reviewId/reactions': [member(200), { emoji: '🏆' }],
    'DELETE /api/reviews/:reviewId/reactions': [member(204)],
    'GET /api/reviews/:reviewId/comments': [anyone(200)],
    'POST /api/reviews/:reviewId/comments': [member(201), { content: 'Well said.' }],
    'GET /api/reviews/comments/:commentId': [anyone(200), undefined, '/api/reviews/comments/:reviewCommentId'],
    'GET /api/reviews/comments/:commentId/replies': [
      anyone(200),
      undefined,
      '/api/reviews/comments/:reviewCommentId/replies',
    ],
    'DELETE /api/reviews/comments/:commentId': [
      [401, 204, 403, 403],
      undefined,
      '/api/reviews/comments/:reviewCommentId',
    ],
    'DELETE /api/reviews/:reviewId': [[401, 204, 404, 404]],
  },
  showsOthers: {
    'GET /api/profiles/:handle/reviews': { path: ofAda('/reviews'), opens: 'profile', has: REVIEWED },
    'GET /api/games/:gameId/reviews': { path: () => `/api/games/${ids.PLAYED}/reviews`, has: REVIEWED },
    'GET /api/games/:gameId/reviews/summary': {
      path: () => `/api/games/${ids.PLAYED}/reviews/summary`,
      has: {},
      // Every member follows Ada.
      check: ({ total, friends }, may, who) => {
        expect(total).toBe(may('review') ? 1 : 0)
        expect(friends).toHaveLength(may('review') && who !== 'visitor' ? 1 : 0)
      },
    },
    'GET /api/reviews': [
      { path: () => `/api/reviews?game_id=${ids.PLAYED}`, has: REVIEWED },
      { path: () => `/api/reviews?user_id=${ids.ada}`, opens: 'profile', has: REVIEWED },
      { path: () => '/api/reviews?saved=1', who: MEMBERS, has: REVIEWED },
      { path: () => '/api/reviews?latest=1', has: REVIEWED },
    ],
    'GET /api/reviews/browse': [
      { path: () => '/api/reviews/browse', has: REVIEWED },
      { path: () => '/api/reviews/browse?show=friends', who: MEMBERS, has: REVIEWED },
    ],
    // The number of reviews of a game says nothing of who has written them.
    'GET /api/reviews/games': { path: () => '/api/reviews/games', has: {} },
    'GET /api/reviews/:reviewId': {
      path: () => `/api/reviews/${ids.review}`,
      opens: 'review',
      refused: 404,
      has: REVIEWED,
    },
    'GET /api/reviews/:reviewId/comments': {
      path: () => `/api/reviews/${ids.review}/comments`,
      opens: 'review',
      refused: 404,
      has: { review: ['Secret remark'] },
    },
    'GET /api/reviews/comments/:commentId': {
      path: () => `/api/reviews/comments/${ids.reviewComment}`,
      opens: 'review',
      refused: 404,
      has: { review: ['Secret remark'] },
    },
    'GET /api/reviews/comments/:commentId/replies': {
      path: () => `/api/reviews/comments/${ids.reviewComment}/replies`,
      opens: 'review',
      refused: 404,
      has: { review: ['Secret remark'] },
    },
    'GET /api/reviews/talk': {
      path: () => `/api/reviews/talk?ids=${ids.review}`,
      has: { review: ['Secret remark'] },
      check: ({ data }, may) => expect(data).toHaveLength(may('review') ? 1 : 0),
    },
    'GET /sitemaps/reviews-1.xml': {
      path: () => '/sitemaps/reviews-1.xml',
      isForVisitors: true,
      has: {},
      check: (xml) => expect(xml).toContain(ids.review),
    },
  },
}
