import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './reviews.contract.ts'

/** Sort orders of a game's reviews. Ties of `helpful` are newest first (G28). */
export const REVIEW_SORTS = ['helpful', 'newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

export const REVIEWS_PAGE_SIZE = 10

/** The orders of the public page of reviews; `friends` needs a viewer. */
export const BROWSED_ORDERS = ['new', 'helpful', 'friends'] as const
export type BrowsedOrder = (typeof BROWSED_ORDERS)[number]

const endpoint = endpointsOf<typeof contracts>()

export const listReviews = endpoint('GET', '/api/reviews')
export const browseReviews = endpoint('GET', '/api/reviews/browse')
export const listReviewedGames = endpoint('GET', '/api/reviews/games')
export const listGameReviews = endpoint('GET', '/api/games/:gameId/reviews')
export const getReviewSummary = endpoint('GET', '/api/games/:gameId/reviews/summary')
export const listProfileReviews = endpoint('GET', '/api/profiles/:handle/reviews')
export const getReview = endpoint('GET', '/api/reviews/:reviewId')
export const writeReview = endpoint('POST', '/api/reviews')
export const editReview = endpoint('PUT', '/api/reviews/:reviewId')
export const deleteReview = endpoint('DELETE', '/api/reviews/:reviewId')
export const toggleReviewLike = endpoint('POST', '/api/reviews/:reviewId/like')
export const toggleReviewBookmark = endpoint('POST', '/api/reviews/:reviewId/bookmark')
