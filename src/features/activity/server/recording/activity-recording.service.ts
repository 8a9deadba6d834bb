import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { audienceOf, type Section } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { ActivityId, GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import type { SharedType } from '../../activity.contract.ts'
import {
  coolDownLeft,
  coolDownSentence,
  hourlyLimitLeft,
  hourlyLimitSentence,
  MAX_PER_HOUR,
  progressOf,
} from '../../activity.rules.ts'
import { ACTIVITY } from '../../activity.subject.ts'
import { DELETE_OWN_ACTIVITIES, PROGRESS_RANGE_TEXT } from '../../activity.texts.ts'
import { mayDelete } from '../activity.policy.ts'
import { findAccess, insertActivity } from '../activity.queries.ts'
import { type ActivityDeps, type ActivityList, refuseMissing, tagsOfActivity } from '../activity.service.ts'
import * as queries from './recording.queries.ts'

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
    await queries.lockMember.send(db, { userId: viewer.id })
    const { type, gameId } = update
    const state = await queries.findSharingState(db, { userId: viewer.id, gameId, type }, MAX_PER_HOUR)
    if (!state?.is_sharing) return null
    refuseTooSoon(deps, state, now)
    const details = truthfulDetails(state, update)
    const row = await insertActivity(db, { userId: viewer.id, gameId, type, details, at: now })
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
  await queries.lockMember.send(db, { userId })
  const state = await queries.findSharingState(db, { userId, ...update }, MAX_PER_HOUR)
  if (!state?.is_sharing || secondsToWait(config, state, at) > 0) return
  const { id } = await insertActivity(db, { userId, ...update, at })
  await announce(db, [...tagsOfActivity(userId, update.gameId), tag.newActivity(id)])
}

/** Deletes the viewer's own activity. Refuses with 403 for another member's, and with 404 when it is missing. */
export function deleteOwnActivity(deps: ActivityDeps, viewer: Viewer, activityId: ActivityId): Promise<void> {
  return inTransaction(deps, async ({ db }) => {
    const access = await findAccess(db, activityId, audienceOf(viewer))
    if (!access) return refuseMissing()
    if (!mayDelete(viewer, access)) refuse('forbidden', 'not_your_activity', DELETE_OWN_ACTIVITIES)
    await queries.deleteActivity(db, activityId)
    const subject = subjectRef(ACTIVITY, activityId)
    await withdrawAbout(db, subject)
    await announce(db, [...tagsOfActivity(viewer.id, access.game_id), tag.subject(subject)])
  })
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
export async function lockActivitiesOf(db: Db, userId: UserId): Promise<void> {
  await queries.lockMember.send(db, { userId })
}

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
