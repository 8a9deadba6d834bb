import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import { deleteOnce, runOnce } from '#server/once/once.ts'
import { type Route, route } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import * as contract from '../reviews.contract.ts'
import { NAME_WHICH_REVIEWS } from '../reviews.texts.ts'
import * as browse from './browse/browse-reviews.service.ts'
import { toggleBookmark, toggleLike } from './marks/review-marks.service.ts'
import * as service from './reviews.service.ts'
import * as writing from './writing/review-writing.service.ts'

export const reviewsRoutes = (deps: service.ReviewsDeps): Route[] => [
  route(contract.listReviews, ({ query, viewer, reply }) => {
    const { game_id, user_id, saved, latest } = query
    if (saved) {
      if (!viewer) return refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
      return service.listSaved(deps, viewer, query, reply)
    }
    if (user_id) return service.listReviewsOfMember(deps, { handle: user_id, viewer }, query, reply)
    if (game_id) return service.listReviewsOfGame(deps, viewer, { ...query, gameId: game_id }, reply)
    if (latest) return service.listLatest(deps, viewer, query.limit, reply)
    return refuse('invalid', 'validation_failed', NAME_WHICH_REVIEWS)
  }),
  // Registered before the route with an id.
  route(contract.browseReviews, ({ query, viewer, reply }) => browse.browseReviews(deps, viewer, query, reply)),
  route(contract.listReviewedGames, async ({ reply }) => ({ data: await browse.listReviewedGames(deps, reply) })),
  route(contract.listGameReviews, ({ params, query, viewer, reply }) =>
    service.listReviewsOfGame(deps, viewer, { ...params, ...query }, reply),
  ),
  route(contract.getReviewSummary, ({ params, viewer, reply }) =>
    service.summaryOf(deps, viewer, params.gameId, reply),
  ),
  route(contract.listProfileReviews, ({ params, query, viewer, reply }) =>
    service.listReviewsOfMember(deps, { ...params, as: query.as, viewer }, query, reply),
  ),
  route(contract.getReview, async ({ params, query, viewer, reply }) => ({
    review: await service.requireReview(deps, viewer, params.reviewId, query.reveal, reply),
  })),
  route(contract.writeReview, ({ body, viewer, request, reply }) => {
    const { game_id, ...draft } = body
    const write = async (inside: service.ReviewsDeps) => ({
      review: await writing.writeReview(inside, viewer, game_id, draft),
    })
    const prepare = () => ensureGame(deps, game_id, deps.clock())
    const once = { address: 'POST review', prepare, write, withoutKey: () => write(deps) }
    return runOnce(deps, { request, reply, body }, once)
  }),
  route(contract.editReview, ({ params, body, viewer, request, reply }) => {
    const write = async (inside: service.ReviewsDeps) => ({
      review: await writing.editReview(inside, viewer, params.reviewId, body),
    })
    return runOnce(deps, { request, reply, body }, { address: `PUT review ${params.reviewId}`, write })
  }),
  route(contract.deleteReview, async ({ params: { reviewId }, viewer, request, reply }) => {
    const remove = (inside: service.ReviewsDeps) => writing.deleteReview(inside, viewer, reviewId)
    await deleteOnce(deps, { request, reply }, { address: `DELETE review ${reviewId}`, remove })
    return undefined
  }),
  route(contract.toggleReviewLike, ({ params, viewer }) => toggleLike(deps, viewer, params.reviewId)),
  route(contract.toggleReviewBookmark, ({ params, viewer }) => toggleBookmark(deps, viewer, params.reviewId)),
]
