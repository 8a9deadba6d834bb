import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { Discussion, DiscussionEndpoints } from '#features/discussions/discussions.contract.ts'
import type { DiscussionTarget } from '#features/discussions/web/discussions.widgets.tsx'
import { libraryKeys, refreshMarks } from '#features/library/web/library.api.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'
import { subjectPaths } from '#shared/subject.ts'
import { CallError, call } from '#web/call.ts'
import { afterCursor, BY_CURSOR, BY_PAGE_NUMBER } from '#web/paging.ts'
import { endpointAt } from '#web/subjects.ts'
import type { Review } from '../reviews.contract.ts'
import type { BrowsedOrder, ReviewSort } from '../reviews.endpoints.ts'
import * as endpoints from '../reviews.endpoints.ts'
import { helpfulnessOf } from '../reviews.rules.ts'
import type { ReviewDraft } from '../reviews.schemas.ts'
import { REVIEW } from '../reviews.subject.ts'
import { reviewKeys } from './review-keys.ts'

/** Sort order and filters of a game's reviews; null does not filter. */
export interface ReviewFilter {
  sort: ReviewSort
  /** Stars. */
  rating: number | null
  platform: string | null
}
export const MOST_HELPFUL: ReviewFilter = { sort: 'helpful', rating: null, platform: null }

interface ReviewsPage {
  data: Review[]
  total: number
  hasMore: boolean
}

/** The number of reviews in the overview of a game, of a profile and of a member's home. */
export const RECENT_REVIEWS = 3
/** The number of reviews that a review's page loads, to show others of its game. */
export const OTHER_REVIEWS = 7
/** The number of other reviews by its author that a review's page shows. */
export const MORE_BY_AUTHOR = 3

/** Loads the public reviews of a game in pages. */
export const gameReviewsQuery = (gameId: GameId, filter: ReviewFilter, limit?: number) =>
  infiniteQueryOptions({
    queryKey: [...reviewKeys.ofGame(gameId), { ...filter, limit: limit ?? null }] as const,
    queryFn: ({ client, signal, pageParam }) => {
      const { sort, rating, platform } = filter
      const query = {
        sort,
        page: pageParam,
        ...(limit && { limit }),
        ...(rating !== null && { rating }),
        ...(platform !== null && { platform }),
      }
      return call(endpoints.listGameReviews, { params: { gameId }, query }, { client, signal })
    },
    ...BY_PAGE_NUMBER,
  })

/** Loads the average, the histogram and the ratings of friends. */
export const reviewSummaryQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: reviewKeys.summary(gameId),
    queryFn: ({ client, signal }) => call(endpoints.getReviewSummary, { params: { gameId } }, { client, signal }),
  })

/** Loads the reviews of a member that the viewer may see, newest first. */
export const memberReviewsQuery = (userId: UserId, as: ViewAs | null = null, limit?: number) =>
  infiniteQueryOptions({
    queryKey: [...reviewKeys.ofMember(userId), { as, limit: limit ?? null }] as const,
    queryFn: ({ client, signal, pageParam }) => {
      const query = { page: pageParam, ...(as && { as }), ...(limit && { limit }) }
      return call(endpoints.listProfileReviews, { params: { handle: userId }, query }, { client, signal })
    },
    ...BY_PAGE_NUMBER,
  })

/** The number of the latest reviews of everybody on the start page of visitors. */
const LATEST = 3

/** Loads the latest reviews of everybody. */
export const latestReviewsQuery = () =>
  queryOptions({
    queryKey: [...reviewKeys.all, 'latest'],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listReviews, { query: { latest: '1', limit: LATEST } }, { client, signal })).data,
  })

/** Loads the viewer's bookmarked reviews, the latest bookmark first. */
export const savedReviewsQuery = () =>
  infiniteQueryOptions({
    queryKey: reviewKeys.saved,
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listReviews, { query: { saved: '1', page: pageParam } }, { client, signal }),
    ...BY_PAGE_NUMBER,
  })

/** Loads the public reviews of everybody part by part. */
export const browsedReviewsQuery = (show: BrowsedOrder) =>
  infiniteQueryOptions({
    queryKey: [...reviewKeys.browsed, show],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.browseReviews, { query: { show, ...afterCursor(pageParam) } }, { client, signal }),
    ...BY_CURSOR,
  })

/** Loads the games with the most reviews of the last days. */
export const reviewedGamesQuery = () =>
  queryOptions({
    queryKey: [...reviewKeys.all, 'games'],
    queryFn: async ({ client, signal }) => (await call(endpoints.listReviewedGames, {}, { client, signal })).data,
  })

export const reviewQuery = (reviewId: ReviewId) =>
  queryOptions({
    queryKey: reviewKeys.one(reviewId),
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getReview, { params: { reviewId } }, { client, signal })).review,
  })

/** Loads the reactions and the latest comments of a review. */
export const reviewDiscussionQuery = (reviewId: ReviewId) =>
  queryOptions({
    queryKey: reviewKeys.discussion(reviewId),
    queryFn: async ({ client, signal }): Promise<Discussion | null> => {
      const listDiscussions = endpointAt<DiscussionEndpoints['listDiscussions']>(
        'GET',
        subjectPaths(REVIEW).discussions,
      )
      const { data } = await call(listDiscussions, { query: { ids: reviewId } }, { client, signal })
      return data[0] ?? null
    },
  })

/** Loads the text of a folded review, which the pages do not contain. Returns sanitised HTML. */
export async function revealReview(client: QueryClient, reviewId: ReviewId): Promise<string> {
  const { review } = await call(endpoints.getReview, { params: { reviewId }, query: { reveal: '1' } }, { client })
  return review.review_text
}

type Lists = InfiniteData<ReviewsPage>

/** Changes a review in every cached list and on its own page. */
function changeReview(client: QueryClient, reviewId: ReviewId, change: (review: Review) => Review): void {
  const inList = (review: Review) => (review.id === reviewId ? change(review) : review)
  client.setQueriesData<Lists>(
    { queryKey: reviewKeys.lists },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, data: page.data.map(inList) })) },
  )
  client.setQueryData<Review>(reviewKeys.one(reviewId), (review) => review && change(review))
}

/** Returns the optimistic target of the discussion on a review's page, where the card shows the count. */
export const reviewDiscussionTarget = (client: QueryClient): DiscussionTarget => ({
  cancelReads: () => client.cancelQueries({ queryKey: ['reviews', 'discussion'] }),
  change: (id, change) => {
    const key = reviewKeys.discussion(id as ReviewId)
    client.setQueryData<Discussion | null>(key, (discussion) => discussion && change(discussion))
    const count = client.getQueryData<Discussion | null>(key)?.comments_count
    if (count !== undefined) changeReview(client, id as ReviewId, (review) => ({ ...review, comments_count: count }))
  },
  remove: (ids) => {
    for (const id of ids) client.removeQueries({ queryKey: reviewKeys.discussion(id as ReviewId) })
  },
})

const cancelReads = (client: QueryClient) =>
  Promise.all([
    client.cancelQueries({ queryKey: reviewKeys.lists }),
    client.cancelQueries({ queryKey: reviewKeys.reviews }),
  ])

const withLike = (review: Review, is_liked: boolean, likes_count: number): Review => ({
  ...review,
  is_liked,
  likes_count,
  helpfulness_score: helpfulnessOf(likes_count, review.bookmarks_count),
})
const withBookmark = (review: Review, is_bookmarked: boolean, bookmarks_count: number): Review => ({
  ...review,
  is_bookmarked,
  bookmarks_count,
  helpfulness_score: helpfulnessOf(review.likes_count, bookmarks_count),
})

/** Likes a review or removes the like, with an optimistic update. Resolves to whether it is liked now. */
export const likeReviewMutation = () =>
  mutationOptions({
    mutationFn: (review: Review, { client }) =>
      call(endpoints.toggleReviewLike, { params: { reviewId: review.id } }, { client }),
    onMutate: async ({ id, is_liked, likes_count }, { client }) => {
      await cancelReads(client)
      changeReview(client, id, (one) => withLike(one, !is_liked, Math.max(0, likes_count + (is_liked ? -1 : 1))))
    },
    onSuccess: ({ liked, likes_count }, { id }, _context, { client }) =>
      changeReview(client, id, (one) => withLike(one, liked, likes_count)),
    onError: (_error, { id, is_liked, likes_count }, _context, { client }) =>
      changeReview(client, id, (one) => withLike(one, is_liked, likes_count)),
  })

/** Bookmarks a review or removes the bookmark, with an optimistic update, and invalidates the list of saved reviews. */
export const bookmarkReviewMutation = () =>
  mutationOptions({
    mutationFn: (review: Review, { client }) =>
      call(endpoints.toggleReviewBookmark, { params: { reviewId: review.id } }, { client }),
    onMutate: async ({ id, is_bookmarked, bookmarks_count }, { client }) => {
      await cancelReads(client)
      const count = Math.max(0, bookmarks_count + (is_bookmarked ? -1 : 1))
      changeReview(client, id, (one) => withBookmark(one, !is_bookmarked, count))
    },
    onSuccess: ({ bookmarked, bookmarks_count }, { id }, _context, { client }) => {
      changeReview(client, id, (one) => withBookmark(one, bookmarked, bookmarks_count))
      return client.invalidateQueries({ queryKey: reviewKeys.saved, refetchType: 'none' })
    },
    onError: (_error, { id, is_bookmarked, bookmarks_count }, _context, { client }) =>
      changeReview(client, id, (one) => withBookmark(one, is_bookmarked, bookmarks_count)),
  })

export interface ReviewToSave {
  gameId: GameId
  draft: ReviewDraft
  /** The stored review that the draft replaces; null for a new one. */
  before: Pick<Review, 'id' | 'updated_at'> | null
}

/**
 * Writes a review, or replaces the viewer's own. Throws CallError 409 when another tab or device has written one
 * meanwhile. It also invalidates the library's queries, because the library has the same stars (C22).
 */
export const saveReviewMutation = () =>
  mutationOptions({
    mutationFn: async ({ gameId, draft, before }: ReviewToSave, { client }) => {
      const { review } = before
        ? await call(
            endpoints.editReview,
            { params: { reviewId: before.id }, body: { ...draft, updated_at: before.updated_at } },
            { client },
          )
        : await call(endpoints.writeReview, { body: { ...draft, game_id: gameId } }, { client })
      return review
    },
    onSuccess: (review, { gameId }, _context, { client }) => {
      client.setQueryData(reviewKeys.one(review.id), review)
      return refreshAfterWrite(client, gameId, review.id)
    },
  })

export const deleteReviewMutation = () =>
  mutationOptions({
    mutationFn: async ({ id }: Pick<Review, 'id' | 'game_id'>, { client }) => {
      try {
        await call(endpoints.deleteReview, { params: { reviewId: id } }, { client })
      } catch (error) {
        // Another tab has deleted the review.
        if (!(error instanceof CallError && error.status === 404)) throw error
      }
    },
    onSuccess: (_done, { id, game_id }, _context, { client }) => {
      client.setQueriesData<Lists>(
        { queryKey: reviewKeys.lists },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, data: page.data.filter((one) => one.id !== id) })),
          },
      )
      return refreshAfterWrite(client, game_id, id)
    },
  })

/** Invalidates all queries with the viewer's review and stars, without waiting, so the dialog closes at once. */
function refreshAfterWrite(client: QueryClient, gameId: GameId, written: ReviewId): void {
  const keys = [
    reviewKeys.lists,
    reviewKeys.summary(gameId),
    reviewKeys.mine(gameId),
    [...libraryKeys.entries, gameId],
    libraryKeys.lists,
    libraryKeys.stats,
    // It says which playthroughs have a review.
    [...libraryKeys.playLog, gameId],
    // The profile counts reviews, and may have this one among its pins.
    profileKeys.all,
  ]
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  // The author's other reviews of the game refer to this one.
  void client.invalidateQueries({ queryKey: reviewKeys.reviews, predicate: ({ queryKey }) => queryKey[2] !== written })
  refreshMarks(client, [gameId]).catch(() => {})
}

/** Returns the viewer's id, the key of drafts on this device. */
export const viewerIdOf = (client: QueryClient): UserId | null =>
  client.getQueryData(sessionQuery().queryKey)?.user?.id ?? null
