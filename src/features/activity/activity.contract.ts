import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { discussionFields } from '#features/discussions/discussions.contract.ts'
import { FEED_KINDS } from '#features/mutes/mutes.rules.ts'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { ReviewExtract } from '#features/reviews/reviews.contract.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { ActivityId, GameId, UserId } from '#shared/ids.ts'
import { subjectIds } from '#shared/subject-shapes.ts'
import * as endpoints from './activity.endpoints.ts'
import { FEED_SIZE } from './activity.endpoints.ts'
import { isDetailsSizeAllowed, progressOf, readDetails } from './activity.rules.ts'
import { ACTIVITY } from './activity.subject.ts'
import { PROGRESS_RANGE_TEXT } from './activity.texts.ts'

/** The types that members share themselves (C57). */
const SHARED_TYPES = ['want_to_play', 'started_playing', 'completed', 'progress', 'review'] as const
/** All types, including those that only the server records. */
const ACTIVITY_TYPES = [
  ...SHARED_TYPES,
  'achievement',
  'friend_added',
  'joined_challenge',
  'badge',
  'imported',
] as const
export type SharedType = (typeof SHARED_TYPES)[number]
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

const FEED_MAX = 50
/** Activities per page on a game's page. */
export const GAME_PAGE_SIZE = 10

/**
 * One activity: the union of the documented fields. `username` and `game_name` already fall back to 'Unknown User' and
 * 'Unknown Game'; `user` and `game` contain the known facts.
 */
export const Activity = z.object({
  id: ActivityId,
  activity_type: z.enum(ACTIVITY_TYPES),
  type: z.enum(ACTIVITY_TYPES),
  user_id: UserId,
  game_id: z.nullable(GameId),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  details: z.record(z.string(), z.unknown()),
  username: z.string(),
  avatar_url: z.nullable(z.string()),
  game_name: z.string(),
  game_cover_url: z.nullable(z.string()),
  user: PublicProfile,
  game: z.nullable(GameCard),
  /**
   * The actor's own numbers from the library: 0.5 to 5 stars, and hours. Null when the library has none, or when they
   * no longer belong to the activity.
   */
  rating: z.nullable(z.number()),
  play_time: z.nullable(z.number()),
  /** The author's review that the activity is about; null without one, and when the viewer may not read it. */
  review: z.nullable(ReviewExtract),
  ...discussionFields(ACTIVITY),
  /** Hidden by an admin: only the author and admins receive it (G21). */
  isHidden: z.boolean(),
  viewerCan: z.object({ delete: z.boolean() }),
})
export type Activity = z.infer<typeof Activity>

const limit = z.pipe(
  z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1)), FEED_SIZE), FEED_SIZE),
  z.transform((wanted) => Math.min(wanted, FEED_MAX)),
)
const PartQuery = z.object({ limit, cursor: z.optional(z.string()) })
/** 'circle' combines the first three; 'everyone' lets a member see what a visitor sees. */
const FeedSource = z.enum(['own', 'friends', 'followed', 'circle', 'everyone'])
export type FeedSource = z.infer<typeof FeedSource>
/** Anything else than a kind is read as all of them, because people edit addresses. */
const kind = z.catch(z.optional(z.enum(FEED_KINDS)), undefined)
const FeedQuery = z.extend(PartQuery, { from: z.catch(z._default(FeedSource, 'circle'), 'circle'), kind })
const Activities = z.object({ activities: z.array(Activity), nextCursor: z.nullable(z.string()) })

export const listFeed = contract(endpoints.listFeed, {
  access: 'anyone',
  summary:
    'List the feed, newest first: for a member their own, friends’ and followed members’ activities, or one of these; for a visitor all public ones; with a kind only activities of that kind; without what the viewer has muted',
  query: FeedQuery,
  response: Activities,
})

export const listMyActivities = contract(endpoints.listMyActivities, {
  access: 'member',
  summary: 'List the viewer’s own activities, newest first',
  query: PartQuery,
  response: Activities,
})

export const listGameActivities = contract(endpoints.listGameActivities, {
  access: 'anyone',
  summary: 'List the activities about a game, newest first, ten per page',
  params: z.object({
    gameId: z.pipe(z.string().check(z.trim(), z.minLength(1, 'Game ID is required')), GameId),
  }),
  query: z.object({ page: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1), 1) }),
  response: z.object({ data: z.array(Activity), hasMore: z.boolean() }),
})

export const listProfileActivities = contract(endpoints.listProfileActivities, {
  access: 'anyone',
  summary: 'List the activities of a member that the viewer may see, newest first',
  params: OneProfile,
  query: z.extend(PartQuery, { as: viewAs }),
  response: z.object({ data: z.array(Activity), hasMore: z.boolean(), nextCursor: z.nullable(z.string()) }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

/** An object, or the JSON text of one; `progress` may be a number or its text (C57). At most 2 KB (G25). */
const Details = z.pipe(
  z.union([z.record(z.string(), z.unknown()), z.string()]),
  z.transform((given, context) => {
    const details = readDetails(given)
    const refusal =
      details === null
        ? 'Details must be an object'
        : isDetailsSizeAllowed(details)
          ? null
          : 'Details must be 2 KB or less'
    if (refusal !== null) context.issues.push({ code: 'custom', message: refusal, input: given })
    return details ?? {}
  }),
)

const NewActivity = z
  .object({
    activity_type: z.enum(SHARED_TYPES, 'Invalid activity type'),
    game_id: z.pipe(z.string('Game ID is required').check(z.trim(), z.minLength(1, 'Game ID is required')), GameId),
    details: z.optional(z.nullable(Details)),
  })
  .check(
    z.refine(({ activity_type, details }) => activity_type !== 'progress' || progressOf(details ?? {}) !== null, {
      path: ['details', 'progress'],
      error: PROGRESS_RANGE_TEXT,
    }),
  )

export const createActivity = contract(endpoints.createActivity, {
  access: 'member',
  summary:
    'Share an activity about a game; once within the cool-down. Returns 204 and stores nothing if the member does not share (G25)',
  body: NewActivity,
  response: z.optional(z.object({ activity: Activity })),
  status: 201,
  mayMakeNothing: true,
  refusals: { 400: ['progress_required'], 404: ['game_not_found'], 429: ['activity_rate_limited'] },
})

/** The feeds to which other members add activities. */
const NewsSource = z.enum(['friends', 'followed', 'circle', 'everyone'])

export const listVisibleNews = contract(endpoints.listVisibleNews, {
  access: 'member',
  summary: 'Filter the given activity ids to those that the feed would show now; omits deleted ones',
  query: z.object({ from: NewsSource, ids: subjectIds(ACTIVITY) }),
  response: z.object({ ids: z.array(ActivityId) }),
})

const OneActivity = z.object({ activityId: ActivityId })

export const getActivity = contract(endpoints.getActivity, {
  access: 'anyone',
  summary: 'Get one activity',
  params: OneActivity,
  response: z.object({ activity: Activity }),
  refusals: { 403: ['42501'], 404: ['activity_not_found'] },
})

export const deleteActivity = contract(endpoints.deleteActivity, {
  access: 'member',
  summary: 'Delete an activity of your own',
  params: OneActivity,
  response: NoContent,
  status: 204,
  refusals: { 403: ['not_your_activity'], 404: ['activity_not_found'] },
})

/** A friend or followed member of the viewer, with the game that they are playing. */
export const CirclePerson = z.object({
  user: PublicProfile,
  game: GameCard,
  /** The time of their newest activity, ISO 8601, UTC. */
  seen_at: z.string(),
})
export type CirclePerson = z.infer<typeof CirclePerson>

export const getCircle = contract(endpoints.getCircle, {
  access: 'member',
  summary: 'List what the viewer’s friends and followed members are playing, and which games are popular with them',
  response: z.object({ people: z.array(CirclePerson), popular: z.array(GameCard) }),
})
