import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { Hold } from '#features/moderation/moderation.schemas.ts'
import { RUN_KINDS } from '#features/play-log/play-sessions.rules.ts'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { FoldShape } from '#features/spoilers/spoilers.schemas.ts'
import { contract, flag, NoContent, numberUpTo, pageNumber } from '#shared/contract.ts'
import { GameId, PlaythroughId, ReviewId, UserId } from '#shared/ids.ts'
import * as endpoints from './reviews.endpoints.ts'
import { BROWSED_ORDERS, REVIEW_SORTS, REVIEWS_PAGE_SIZE } from './reviews.endpoints.ts'
import { gameIdInBody, ReviewDraft } from './reviews.schemas.ts'
import { SIGN_IN_TO_BOOKMARK, SIGN_IN_TO_LIKE } from './reviews.texts.ts'

const REVIEWS_PAGE_MAX = 50

/** A review as a reader sees it (R-REV-01). Instants are ISO 8601 in UTC. */
export const Review = z.object({
  id: ReviewId,
  game_id: GameId,
  /** Stars, 0.5 to 5 in halves (C22). */
  rating: z.number(),
  /** Sanitised HTML: formatting tags of the allow-list without attributes (R-REV-21); '' while it is folded. */
  review_text: z.string(),
  /** Whether the plain text has more than 150 characters (R-REV-18), also for a folded text. */
  isLong: z.boolean(),
  /** The text as its author typed it; only for the author. */
  source_text: z.nullable(z.string()),
  /** Set while the review is folded for the reader; then `review_text` is ''. */
  fold: FoldShape,
  spoils_to: z.nullable(z.number()),
  is_public: z.boolean(),
  platform: z.nullable(z.string()),
  /** Only for the author. */
  playthrough_id: z.nullable(PlaythroughId),
  /** The playthrough that the review is of: its number among those of the author, the oldest first, and its last known year. */
  run: z.nullable(
    z.object({ kind: z.enum(RUN_KINDS), number: z.number(), count: z.number(), year: z.nullable(z.number()) }),
  ),
  /** The author's review of the game before this one, if the reader may see it: its stars and the year that it is of. */
  before: z.nullable(z.object({ id: ReviewId, rating: z.number(), year: z.number() })),
  /** The author's hours, progress in percent and finish level at the time of writing; null if unknown. */
  hours: z.nullable(z.number()),
  written_at: z.nullable(z.number()),
  finish_level: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  user: PublicProfile,
  game_details: z.object({
    name: z.string(),
    cover_url: z.nullable(z.string()),
    developer: z.nullable(z.string()),
    /** 'YYYY-MM-DD', or null if unknown. */
    release_date: z.nullable(z.string()),
    genres: z.array(z.string()),
  }),
  is_liked: z.boolean(),
  is_bookmarked: z.boolean(),
  likes_count: z.number(),
  bookmarks_count: z.number(),
  helpfulness_score: z.number(),
  comments_count: z.number(),
  /** Hidden by an admin: only the author receives it (G21). */
  isHidden: z.boolean(),
  /** Set while it waits for a moderator, or one has declined it; only for the author. */
  hold: Hold,
  /** All false for a visitor, who is asked to sign in instead. */
  viewerCan: z.object({ edit: z.boolean(), delete: z.boolean(), like: z.boolean() }),
})
export type Review = z.infer<typeof Review>

/** The part of a review that an activity shows. */
export const ReviewExtract = z.object({
  id: ReviewId,
  rating: z.number(),
  /** Sanitised HTML; '' while it is folded. */
  review_text: z.string(),
  fold: FoldShape,
})
export type ReviewExtract = z.infer<typeof ReviewExtract>

/** The ratings of a game: the stars that everybody may see, once a member, and its listed reviews (decision 0101). */
/** How many members have a game in their libraries, and how many of these play, finished or dropped it. */
export const MemberCounts = z.object({
  added: z.number(),
  playing: z.number(),
  finished: z.number(),
  dropped: z.number(),
})
export type MemberCounts = z.infer<typeof MemberCounts>

export const ReviewSummary = z.object({
  /** Stars rounded to 0.01; null without ratings. */
  average: z.nullable(z.number()),
  /** The number of members whose stars count, with or without a review. */
  ratings: z.number(),
  /** The number of members for each rating, from half a star to five stars: ten numbers. */
  histogram: z.array(z.number()),
  /** The number of listed reviews. */
  total: z.number(),
  /** The platforms that reviews name, most frequent first, at most 40. */
  platforms: z.array(z.object({ name: z.string(), count: z.number() })),
  /** Of all members; visitors get it up to a minute late (decision 0137). */
  members: MemberCounts,
  /** The viewer's own review; of several that of the latest playthrough. */
  mine: z.nullable(z.object({ id: ReviewId, rating: z.number() })),
  /** The viewer's own stars if they count. */
  myStars: z.nullable(z.number()),
  /** Ratings by friends and followed members in reviews or libraries, if the viewer may see them. */
  friends: z.array(z.object({ user: PublicProfile, rating: z.number(), review_id: z.nullable(ReviewId) })),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

const limit = numberUpTo(REVIEWS_PAGE_MAX, REVIEWS_PAGE_SIZE)
const sort = z.catch(z._default(z.enum(REVIEW_SORTS), 'helpful'), 'helpful')
/** Stars as text: '4.5'. An invalid value does not filter. */
const ratingFilter = z.catch(
  z.optional(z.coerce.number().check(z.minimum(0.5), z.maximum(5), z.multipleOf(0.5))),
  undefined,
)
const platformFilter = z.catch(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))), undefined)

const OneReview = z.object({ reviewId: ReviewId })
const OneGame = z.object({ gameId: GameId })
export const ReviewPage = z.object({ data: z.array(Review), total: z.number(), hasMore: z.boolean() })
const ofGame = { sort, rating: ratingFilter, platform: platformFilter, page: pageNumber, limit }

export const listReviews = contract(endpoints.listReviews, {
  access: 'anyone',
  summary:
    'List the public reviews of a game, the reviews of a member, or with both of the member for the game, with saved=1 the viewer’s bookmarks, or with latest=1 the latest of everybody, as one page',
  query: z.object({
    ...ofGame,
    game_id: z.optional(GameId),
    user_id: z.optional(UserId),
    saved: flag(false),
    latest: flag(false),
  }),
  response: ReviewPage,
  refusals: { 400: ['validation_failed'], 401: ['sign_in_required'], 403: ['42501'], 404: ['PGRST116'] },
})

export const browseReviews = contract(endpoints.browseReviews, {
  access: 'anyone',
  summary:
    'List the public reviews of everybody that the viewer may read: the newest first, the most helpful, or those of friends and followed members',
  query: z.object({
    show: z.catch(z._default(z.enum(BROWSED_ORDERS), 'new'), 'new'),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ data: z.array(Review), nextCursor: z.nullable(z.string()) }),
  refusals: { 401: ['sign_in_required'] },
  isSharedByVisitors: true,
})

export const listReviewedGames = contract(endpoints.listReviewedGames, {
  access: 'anyone',
  summary: 'List the games with the most public reviews of the last seven days, with their numbers',
  response: z.object({ data: z.array(z.object({ game: GameCard, reviews: z.number() })) }),
  isSharedByVisitors: true,
})

export const listGameReviews = contract(endpoints.listGameReviews, {
  access: 'anyone',
  summary: 'List the public reviews of a game; an invalid filter value falls back to its default',
  params: OneGame,
  query: z.object(ofGame),
  response: ReviewPage,
  isSharedByVisitors: true,
})

export const getReviewSummary = contract(endpoints.getReviewSummary, {
  access: 'anyone',
  summary:
    'Get average and histogram of a game’s stars, the platforms of its reviews, how many members have and play it, and the ratings of the viewer’s friends',
  params: OneGame,
  response: ReviewSummary,
  isSharedByVisitors: true,
})

export const listProfileReviews = contract(endpoints.listProfileReviews, {
  access: 'anyone',
  summary: 'List a member’s reviews, newest first, if the viewer may see the profile; private ones only for the owner',
  params: OneProfile,
  query: z.object({ page: pageNumber, limit, as: viewAs }),
  response: ReviewPage,
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

export const getReview = contract(endpoints.getReview, {
  access: 'anyone',
  summary: 'Get a review; with reveal=1 including the text of a folded one',
  params: OneReview,
  query: z.object({ reveal: flag(false) }),
  response: z.object({ review: Review }),
  refusals: { 404: ['review_not_found'] },
})

export const writeReview = contract(endpoints.writeReview, {
  access: 'member',
  idempotencyKey: true,
  summary:
    'Create a review of a playthrough, or without one of the game as a whole; a member has at most one of each (decision 0142)',
  body: z.extend(ReviewDraft, { game_id: gameIdInBody }),
  response: z.object({ review: Review }),
  status: 201,
  refusals: { 404: ['game_not_found', 'playthrough_not_found'], 409: ['23505'] },
})

export const editReview = contract(endpoints.editReview, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Replace the viewer’s own review and retain its likes; refuses an outdated `updated_at` (G59)',
  params: OneReview,
  body: z.extend(ReviewDraft, { updated_at: z.optional(z.string()) }),
  response: z.object({ review: Review }),
  refusals: { 404: ['review_not_found', 'playthrough_not_found'], 409: ['changed_by_somebody', '23505'] },
})

export const deleteReview = contract(endpoints.deleteReview, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Delete the viewer’s own review with its likes, bookmarks and comments',
  params: OneReview,
  response: NoContent,
  status: 204,
  refusals: { 404: ['review_not_found'] },
})

export const toggleReviewLike = contract(endpoints.toggleReviewLike, {
  access: 'member',
  summary: 'Like a review, or remove the like',
  params: OneReview,
  response: z.object({ liked: z.boolean(), likes_count: z.number() }),
  refusals: { 403: ['own_review'], 404: ['review_not_found'] },
  signInMessage: SIGN_IN_TO_LIKE,
})

export const toggleReviewBookmark = contract(endpoints.toggleReviewBookmark, {
  access: 'member',
  summary: 'Bookmark a review, or remove the bookmark',
  params: OneReview,
  response: z.object({ bookmarked: z.boolean(), bookmarks_count: z.number() }),
  refusals: { 404: ['review_not_found'] },
  signInMessage: SIGN_IN_TO_BOOKMARK,
})
