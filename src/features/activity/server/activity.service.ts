import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import { fromCursor, toCursor } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame, loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { authorTags, viewCommentPreview } from '#features/comments/server/comments.service.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { PROFILE_TEXTS } from '#features/profiles/profiles.texts.ts'
import {
  audienceOf,
  feedAudience,
  type ProfileRequest,
  requireVisibleSection,
  type Section,
} from '#features/profiles/server/profiles.service.ts'
import { viewReactionCounts } from '#features/reactions/server/reactions.service.ts'
import { REVIEW } from '#features/reviews/reviews.subject.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Shown } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { Purpose } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { ActivityId, GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { type FeedSource, GAME_PAGE_SIZE, type SharedType } from '../activity.contract.ts'
import {
  coolDownLeft,
  coolDownSentence,
  hourlyLimitLeft,
  hourlyLimitSentence,
  MOST_PER_HOUR,
  progressOf,
} from '../activity.rules.ts'
import { ACTIVITY } from '../activity.subject.ts'
import { DELETE_OWN_ACTIVITIES, PROGRESS_RANGE_TEXT } from '../activity.texts.ts'
import { mayDelete } from './activity.policy.ts'
import * as queries from './activity.queries.ts'
import { type ActivityRelations, viewActivity } from './activity.view.ts'
import { findCircle } from './lists/feed-circle.queries.ts'
import { idOf, idsOfEveryone, idsOfGame, idsOfMember, idsOfOwn } from './lists/ids.queries.ts'

export { viewActivity } from './activity.view.ts'

export interface ActivityDeps extends WithCatalogue {
  clock: Clock
  /** A cool-down of 0 disables it. */
  config: Pick<Config, 'activityCooldownMinutes'>
}

/** Activities, newest first, with the cards of their games, their reactions and comments. */
export interface ActivityList extends ActivityRelations {
  rows: queries.ActivityRow[]
}

export type ActivityView = ReturnType<typeof viewActivity>

interface Place {
  limit: number
  cursor?: string | undefined
}

const perspectiveOf = (viewer: Viewer | null): queries.Perspective => ({ viewer, audience: audienceOf(viewer) })
const feedPerspectiveOf = (viewer: Viewer | null): queries.Perspective => ({
  viewer,
  audience: feedAudience(viewer?.id ?? null),
})

const POPULAR_DAYS = 30
/** The last page of a game's list, because an offset reads all rows that it skips. */
const MOST_GAME_PAGES = 200

/**
 * Lists the activities of the viewer, their friends and the members they follow, or of one of the three (C58); with
 * `everyone` all public activities, as a visitor sees them.
 */
export function listFeed(deps: ActivityDeps, viewer: Viewer | null, place: Place & { from: FeedSource }) {
  const { from } = place
  if (viewer !== null && from === 'own') return listMine(deps, viewer, place)
  const perspective = feedPerspectiveOf(viewer)
  return listRows(deps, perspective, place, (before, most) =>
    viewer === null || from === 'own' || from === 'everyone'
      ? queries.loadActivities(deps.db, idsOfEveryone(viewer?.id ?? null, before, most), perspective)
      : queries.loadCircleActivities(deps.db, viewer, { part: from, before, most }),
  )
}

export function listMine(deps: ActivityDeps, viewer: Viewer, place: Place) {
  return listPart(deps, perspectiveOf(viewer), place, (before, most) => idsOfMember(viewer.id, before, most, true))
}

/** The viewer's latest activities, as the viewer sees them. */
export async function listLatestOwnActivities(deps: ActivityDeps, viewer: Viewer, most: number) {
  const { rows, ...relations } = await listMine(deps, viewer, { limit: most })
  return rows.map((row) => viewActivity(row, relations, viewer))
}

/** Lists one member's activities if the viewer may see them (G22). Refuses like the profile. */
async function listOfMember(deps: ActivityDeps, request: ProfileRequest, place: Place, reply: Shown) {
  const { id, audience: eye, isOwn, seenAs } = await requireVisibleSection(deps.db, request, 'activity', reply)
  reply.shows(tag.activitiesOf(id))
  const viewer = seenAs ? null : request.viewer
  const withHidden = isOwn || eye.seesAll
  return listPart(deps, { viewer, audience: eye }, place, (before, most) => idsOfMember(id, before, most, withHidden))
}

/** Lists one member's activities as the viewer receives them, and adds the tags of what they show. */
export async function listViewsOfMember(
  deps: ActivityDeps,
  request: ProfileRequest,
  place: Place,
  reply: Shown,
): Promise<{ views: ActivityView[]; nextCursor: string | null }> {
  const { nextCursor, ...list } = await listOfMember(deps, request, place, reply)
  reply.shows(...tagsOfList(list))
  const viewer = request.as ? null : request.viewer
  return { views: list.rows.map((row) => viewActivity(row, list, viewer)), nextCursor }
}

/**
 * Loads one member's activities by id, with their relations. The caller has checked that the viewer may see the
 * section.
 */
export async function loadOwnActivities(
  deps: ActivityDeps,
  perspective: queries.Perspective,
  memberId: UserId,
  ids: readonly string[],
) {
  const rows = ids.length === 0 ? [] : await queries.loadActivities(deps.db, idsOfOwn(memberId, ids), perspective)
  const list = await withRelations(deps, perspective, rows)
  const views = new Map(list.rows.map((row) => [row.id, viewActivity(row, list, perspective.viewer)]))
  return { views, tags: tagsOfList(list) }
}

export async function listOfGame(
  deps: ActivityDeps,
  viewer: Viewer | null,
  gameId: GameId,
  page: number,
): Promise<ActivityList & { hasMore: boolean }> {
  if (page > MOST_GAME_PAGES)
    return { rows: [], cards: new Map(), reactions: new Map(), comments: new Map(), hasMore: false }
  const part = { offset: (page - 1) * GAME_PAGE_SIZE, most: GAME_PAGE_SIZE + 1 }
  const perspective = feedPerspectiveOf(viewer)
  const rows = await queries.loadActivities(deps.db, idsOfGame(viewer?.id ?? null, gameId, part), perspective)
  const list = await withRelations(deps, perspective, rows.slice(0, GAME_PAGE_SIZE))
  return { ...list, hasMore: rows.length > GAME_PAGE_SIZE && page < MOST_GAME_PAGES }
}

export async function requireActivity(
  deps: ActivityDeps,
  viewer: Viewer | null,
  activityId: ActivityId,
): Promise<ActivityList> {
  await requireAccess(deps.db, viewer, activityId, 'read')
  const perspective = perspectiveOf(viewer)
  const rows = await queries.loadActivities(deps.db, idOf(activityId), perspective)
  return rows.length === 0 ? refuseMissing() : withRelations(deps, perspective, rows)
}

/**
 * Returns the owner. Refuses with 404 when the activity is missing or hidden, and with 403 when its author hides it
 * from the viewer (G22). In a transaction it locks the activity and its author until the end. Admins read everything,
 * but react and comment under the same rules as other members.
 */
export async function requireAccess(
  db: Db,
  viewer: Viewer | null,
  activityId: string,
  purpose: Purpose,
): Promise<{ ownerId: UserId }> {
  if (db.isTransaction) await queries.lockActivityForShare(db, activityId)
  const eye = purpose === 'read' ? audienceOf(viewer) : feedAudience(viewer?.id ?? null)
  const access = await queries.findAccess(db, activityId, eye)
  if (!access) return refuseMissing()
  if (!access.is_open) refuse('forbidden', '42501', PROFILE_TEXTS.PERMISSION_DENIED)
  return { ownerId: access.user_id as UserId }
}

/**
 * Shares an update (C57, G25). The percentage comes from the library when there is an entry, so nobody posts invented
 * numbers. Refuses with 429 and `retryAfter` in seconds when the same update of the same game is within the cool-down,
 * and after 60 activities in an hour. Returns null and records nothing for a member who does not share.
 */
export async function shareActivity(
  deps: ActivityDeps,
  viewer: Viewer,
  update: { type: SharedType; gameId: GameId; details: Record<string, unknown> },
): Promise<ActivityList | null> {
  const now = deps.clock()
  // May send a request to a source, so it runs before the transaction.
  const game = await ensureGame(deps, update.gameId, now)
  const row = await inTransaction(deps, async ({ db }) => {
    await queries.lockMember(db, viewer.id)
    const { type, gameId } = update
    const state = await queries.findSharingState(db, { userId: viewer.id, gameId, type }, MOST_PER_HOUR)
    if (!state?.is_sharing) return null
    refuseTooSoon(deps, state, now)
    const details = truthfulDetails(state, update)
    const row = await queries.insertActivity(db, { userId: viewer.id, gameId, type, details, at: now })
    await announce(db, [...tagsOfActivity(viewer.id, gameId), tag.newActivity(row.id)])
    return row
  })
  return row && { rows: [row], cards: new Map([[update.gameId, game]]), reactions: new Map(), comments: new Map() }
}

/**
 * Records an update in the transaction of its cause, where another feature writes it. Records nothing within the
 * cool-down, after 60 activities in an hour, or for a member who does not share (G25, R-JOUR-34).
 */
export async function recordUpdate(
  { db, config }: Pick<ActivityDeps, 'db' | 'config'>,
  userId: UserId,
  { at, ...update }: { type: SharedType; gameId: GameId; details: Record<string, unknown>; at: Date },
): Promise<void> {
  await queries.lockMember(db, userId)
  const state = await queries.findSharingState(db, { userId, ...update }, MOST_PER_HOUR)
  if (!state?.is_sharing || secondsToWait(config, state, at) > 0) return
  const { id } = await queries.insertActivity(db, { userId, ...update, at })
  await announce(db, [...tagsOfActivity(userId, update.gameId), tag.newActivity(id)])
}

/** Deletes the viewer's own activity. Refuses with 403 for another member's, and with 404 when it is missing. */
export function deleteOwnActivity(deps: ActivityDeps, viewer: Viewer, activityId: ActivityId): Promise<void> {
  return inTransaction(deps, async ({ db }) => {
    const access = await queries.findAccess(db, activityId, audienceOf(viewer))
    if (!access) return refuseMissing()
    if (!mayDelete(viewer, access)) refuse('forbidden', 'not_your_activity', DELETE_OWN_ACTIVITIES)
    await queries.deleteActivity(db, activityId)
    const subject = subjectRef(ACTIVITY, activityId)
    await withdrawAbout(db, subject)
    await announce(db, [...tagsOfActivity(viewer.id, access.game_id), tag.subject(subject)])
  })
}

/**
 * Returns what the member's friends and followed members are playing, and which games are popular with them. Considers
 * only the most recently active members, so the work is bounded for a circle of any size.
 */
export async function loadCircle(deps: ActivityDeps, viewer: Viewer) {
  const { db } = deps
  const now = deps.clock()
  const since = new Date(now.getTime() - POPULAR_DAYS * 86_400_000)
  const { people, popular } = await findCircle(db, viewer.id, since)
  const cards = await loadGameCards(
    deps,
    [...people.map(({ game_id }) => game_id as GameId), ...(popular as GameId[])],
    now,
  )
  return {
    people: people.flatMap((person) => {
      const game = cards.get(person.game_id as GameId)
      return game ? [{ person, game }] : []
    }),
    popular: popular.flatMap((id) => cards.get(id as GameId) ?? []),
  }
}

/**
 * Records that a member joined or completed a challenge (G13), each once per challenge, however often they leave and
 * join. Records nothing for a member who does not share (G25).
 */
export async function recordChallengeActivity(
  db: Db,
  joined: { userId: UserId; challengeId: string; title: string; completed: boolean; at: Date },
): Promise<void> {
  const { userId, challengeId, title, completed, at } = joined
  const details = { challenge_id: challengeId, title, completed }
  const id = await queries.insertChallengeActivity(db, { userId, details, at })
  if (id !== undefined) await announce(db, [...tagsOfActivity(userId, null), tag.newActivity(id)])
}

/** Lets one write of the member after the other run from here to the end of its transaction. */
export const lockActivitiesOf = (db: Db, userId: UserId): Promise<void> => queries.lockMember(db, userId)

/**
 * Records that a member earned badges (C58), each once. Records nothing for a member who does not share (G25), and no
 * badge if fewer people may see badges or a section that it reveals than activities (G22).
 */
export async function recordBadgeActivities(
  db: Db,
  {
    userId,
    badges,
    at,
  }: {
    userId: UserId
    badges: readonly { badgeId: string; name: string; reveals: readonly Section[] }[]
    at: Date
  },
): Promise<void> {
  const rows = badges.map(({ badgeId, name, reveals }) => ({ badge_id: badgeId, name, reveals }))
  const ids = await queries.insertBadgeActivities(db, { userId, badges: rows, at })
  if (ids.length > 0) await announce(db, [...tagsOfActivity(userId, null), ...ids.map(tag.newActivity)])
}

/** Removes the activities of a member about these badges. */
export async function removeBadgeActivities(db: Db, userId: UserId, badgeIds: readonly string[]): Promise<void> {
  for (const id of await queries.deleteBadgeActivities(db, userId, badgeIds)) await announceRemoved(db, userId, id)
}

/**
 * Records that a member imported games, once per import; a later call changes their number, and without a game it removes
 * the activity. Records nothing for a member who does not share (G25).
 */
export async function recordImportActivity(
  db: Db,
  imported: { userId: UserId; importId: string; games: number; at: Date },
): Promise<void> {
  const { userId, importId, games } = imported
  if (games === 0) {
    const gone = await queries.deleteImportActivity(db, userId, importId)
    if (gone !== undefined) await announceRemoved(db, userId, gone)
    return
  }
  const saved = await queries.saveImportActivity(db, imported)
  if (saved) await announce(db, [...tagsOfActivity(userId, null), ...(saved.is_new ? [tag.newActivity(saved.id)] : [])])
}

async function announceRemoved(db: Db, userId: UserId, id: string): Promise<void> {
  const subject = subjectRef(ACTIVITY, id)
  await withdrawAbout(db, subject)
  await announce(db, [...tagsOfActivity(userId, null), tag.subject(subject)])
}

/**
 * Records the publication of a review (C57). Records nothing within the cool-down, after 60 activities in an hour,
 * or for a member who does not share (G25), because the review itself is stored.
 */
export async function recordReviewActivity(
  { db, config }: Pick<ActivityDeps, 'db' | 'config'>,
  review: queries.ReviewKey & { at: Date },
): Promise<void> {
  const { userId, gameId, reviewId, at } = review
  await recordUpdate({ db, config }, userId, { type: 'review', gameId, details: { review_id: reviewId }, at })
}

/** Removes the activity of a review that is deleted or private now. */
export async function removeReviewActivity(db: Db, review: queries.ReviewKey): Promise<void> {
  for (const id of await queries.deleteReviewActivity(db, review)) {
    const subject = subjectRef(ACTIVITY, id)
    await withdrawAbout(db, subject)
    await announce(db, [...tagsOfActivity(review.userId, review.gameId), tag.subject(subject)])
  }
}

/** Removes the link to a deleted challenge from its activities, which stay. */
export async function unlinkDeletedChallenge(db: Db, challengeId: string): Promise<void> {
  const members = await queries.unlinkChallenge(db, challengeId)
  if (members.length > 0) await announce(db, [tag.feed, ...members.map(tag.activitiesOf)])
}

/** Returns the tags of a page that lists these activities: their reactions and comments, games and member names. */
export function tagsOfList({ rows, comments }: ActivityList): Tag[] {
  const tags = rows.flatMap((row) => [
    tag.subject(subjectRef(ACTIVITY, row.id)),
    tag.member(row.user_id),
    ...(row.game_id === null ? [] : [tag.game(row.game_id)]),
    ...(row.review === null ? [] : [tag.subject(subjectRef(REVIEW, row.review.id))]),
  ])
  return [...tags, ...authorTags(comments.values())]
}

/** Returns the tags of the pages that show an activity. */
export const tagsOfActivity = (userId: string, gameId: string | null): Tag[] => [
  tag.feed,
  tag.activitiesOf(userId),
  ...(gameId === null ? [] : [tag.activitiesAbout(gameId)]),
]

const refuseMissing = () => refuse('not_found', 'activity_not_found', 'Activity not found')

const listPart = (
  deps: ActivityDeps,
  perspective: queries.Perspective,
  place: Place,
  idsOf: (before: ReturnType<typeof fromCursor>, most: number) => RawBuilder<unknown>,
) =>
  listRows(deps, perspective, place, (before, most) =>
    queries.loadActivities(deps.db, idsOf(before, most), perspective),
  )

async function listRows(
  deps: ActivityDeps,
  perspective: queries.Perspective,
  place: Place,
  load: (before: ReturnType<typeof fromCursor>, most: number) => Promise<queries.ActivityRow[]>,
): Promise<ActivityList & { nextCursor: string | null }> {
  // Loads one more than requested, to learn whether there is a next page.
  const rows = await load(place.cursor ? fromCursor(place.cursor) : null, place.limit + 1)
  const list = await withRelations(deps, perspective, rows.slice(0, place.limit))
  const last = list.rows.at(-1)
  const nextCursor = rows.length > place.limit && last ? toCursor({ at: last.created_at, id: last.id }) : null
  return { ...list, nextCursor }
}

/** Loads the cards of the games, which are mostly in the cache; the rows contain everything else. */
async function withRelations(
  deps: ActivityDeps,
  { viewer }: queries.Perspective,
  rows: queries.ActivityRow[],
): Promise<ActivityList> {
  return {
    rows,
    cards: await loadGameCards(deps, gamesOf(rows), deps.clock()),
    reactions: new Map(rows.map(({ id, reactions }) => [id, viewReactionCounts(reactions)])),
    comments: new Map(rows.map(({ id, comments }) => [id, viewCommentPreview(comments, viewer)])),
  }
}

const gamesOf = (rows: readonly queries.ActivityRow[]) =>
  rows.flatMap(({ game_id }) => (game_id === null ? [] : [game_id as GameId]))

const secondsToWait = (
  config: ActivityDeps['config'],
  { same_at, oldest_at }: queries.SharingState,
  now: Date,
): number => Math.max(coolDownLeft(same_at, now, config.activityCooldownMinutes), hourlyLimitLeft(oldest_at, now))

function refuseTooSoon({ config }: ActivityDeps, { same_at, oldest_at }: queries.SharingState, now: Date): void {
  const seconds = coolDownLeft(same_at, now, config.activityCooldownMinutes)
  if (seconds > 0) refuse('too_many', 'activity_rate_limited', coolDownSentence(seconds), { retryAfter: seconds })
  const secondsOfHour = hourlyLimitLeft(oldest_at, now)
  if (secondsOfHour > 0)
    refuse('too_many', 'activity_rate_limited', hourlyLimitSentence(secondsOfHour), { retryAfter: secondsOfHour })
}

function truthfulDetails(
  { is_in_library, completion_percentage }: queries.SharingState,
  { type, details }: { type: SharedType; details: Record<string, unknown> },
): Record<string, unknown> {
  if (type !== 'progress' && !('progress' in details)) return details
  const truthful = is_in_library ? { ...details, progress: completion_percentage } : details
  const progress = progressOf(truthful)
  if (type === 'progress' && progress === null)
    refuse('invalid', 'progress_required', PROGRESS_RANGE_TEXT, {
      details: { 'details.progress': PROGRESS_RANGE_TEXT },
    })
  return { ...truthful, ...(progress !== null && { progress }) }
}
