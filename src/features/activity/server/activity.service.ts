import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import { fromCursor, toCursor } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame, loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { authorTags, viewCommentPreview } from '#features/comments/server/comments.service.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { PROFILE_TEXTS } from '#features/profiles/profiles.messages.ts'
import {
  audienceOf,
  feedAudience,
  type ProfileRequest,
  requireVisibleSection,
} from '#features/profiles/server/profiles.service.ts'
import { viewReactionCounts } from '#features/reactions/server/reactions.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Reply } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { Purpose } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { ActivityId, GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { type FeedSource, GAME_PAGE_SIZE, type SharedType } from '../activity.contract.ts'
import {
  coolDownLeft,
  coolDownSentence,
  hourlyLimitLeft,
  hourlyLimitSentence,
  MOST_PER_HOUR,
  PROGRESS_RANGE_TEXT,
  progressOf,
} from '../activity.rules.ts'
import { mayDelete } from './activity.policy.ts'
import * as queries from './activity.queries.ts'
import { type ActivityRelations, viewActivity } from './activity.view.ts'
import { circleIds, listMostRecentlyActive, listPlayedBy, listPopularWith } from './lists/circle.queries.ts'
import { idOf, idsOfEveryone, idsOfGame, idsOfMember, idsOfOwn } from './lists/ids.queries.ts'

export interface ActivityDeps extends WithCatalogue {
  clock: Clock
  /** A cool-down of 0 is none. */
  config: Pick<Config, 'activityCooldownMinutes'>
}

/** Activities, newest first, with the cards of their games and what was said to them. */
export interface ActivityList extends ActivityRelations {
  rows: queries.ActivityRow[]
}

interface Place {
  limit: number
  cursor?: string | undefined
}

const lookOf = (viewer: Viewer | null): queries.Look => ({ viewer, eye: audienceOf(viewer) })
const feedLookOf = (viewer: Viewer | null): queries.Look => ({ viewer, eye: feedAudience(viewer?.id ?? null) })

/** Of a circle, those who were active last are looked at. */
const FOREMOST = 40
const PEOPLE = 5
const POPULAR = 9
const POPULAR_DAYS = 30
/** A game's list is for looking back a while, not for reading it all: an offset costs what it skips. */
const MOST_GAME_PAGES = 200

/**
 * A member sees themselves, friends and whom they follow, or one of the three (C58); with `everyone` what a visitor sees:
 * all that is public.
 */
export function listFeed(deps: ActivityDeps, viewer: Viewer | null, place: Place & { from: FeedSource }) {
  const { from } = place
  if (viewer !== null && from === 'own') return listMine(deps, viewer, place)
  return listPart(deps, feedLookOf(viewer), place, (before, most) =>
    viewer === null || from === 'own' || from === 'everyone'
      ? idsOfEveryone(viewer?.id ?? null, before, most)
      : circleIds(viewer.id, before, most, from),
  )
}

export function listMine(deps: ActivityDeps, viewer: Viewer, place: Place) {
  return listPart(deps, lookOf(viewer), place, (before, most) => idsOfMember(viewer.id, before, most, true))
}

/** What one member did, where that is open to the viewer (G22); refuses as the profile does. */
export async function listOfMember(deps: ActivityDeps, looking: ProfileRequest, place: Place, reply: Reply) {
  const { id, audience: eye, isOwn, seenAs } = await requireVisibleSection(deps.db, looking, 'activity', reply)
  reply.shows(tag.done(id))
  const viewer = seenAs ? null : looking.viewer
  const withHidden = isOwn || eye.seesAll
  return listPart(deps, { viewer, eye }, place, (before, most) => idsOfMember(id, before, most, withHidden))
}

/** Views of one member's activities by id, and what they show; the caller has asked whether the section is open. */
export async function loadOwnActivities(
  deps: ActivityDeps,
  look: queries.Look,
  memberId: UserId,
  ids: readonly string[],
) {
  const rows = ids.length === 0 ? [] : await queries.loadActivities(deps.db, idsOfOwn(memberId, ids), look)
  const list = await withCompany(deps, look, rows)
  const views = new Map(list.rows.map((row) => [row.id, viewActivity(row, list, look.viewer)]))
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
  const look = feedLookOf(viewer)
  const rows = await queries.loadActivities(deps.db, idsOfGame(viewer?.id ?? null, gameId, part), look)
  const list = await withCompany(deps, look, rows.slice(0, GAME_PAGE_SIZE))
  return { ...list, hasMore: rows.length > GAME_PAGE_SIZE && page < MOST_GAME_PAGES }
}

export async function requireActivity(
  deps: ActivityDeps,
  viewer: Viewer | null,
  activityId: ActivityId,
): Promise<ActivityList> {
  await requireAccess(deps.db, viewer, activityId, 'read')
  const look = lookOf(viewer)
  const rows = await queries.loadActivities(deps.db, idOf(activityId), look)
  return rows.length === 0 ? refuseMissing() : withCompany(deps, look, rows)
}

/**
 * Whose it is. Refuses with 404 when there is none, or it is hidden, and 403 when its author keeps it from the viewer (G22).
 * In a transaction the activity and its author then stay until its end. Admins read all, but answer to it like anybody else.
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
 * Shares an update (C57, G25). The percentage is the library's where there is an entry, so nobody posts invented
 * numbers. The same update of the same game waits for the cool-down, and 60 an hour are enough: 429 with
 * `retryAfter` in seconds. Null, and nothing is recorded, for a member who does not share.
 */
export async function shareActivity(
  deps: ActivityDeps,
  viewer: Viewer,
  update: { type: SharedType; gameId: GameId; details: Record<string, unknown> },
): Promise<ActivityList | null> {
  const now = deps.clock()
  // May ask a source, so it stands before the transaction.
  const game = await ensureGame(deps, update.gameId, now)
  const row = await inTransaction(deps, async ({ db }) => {
    await queries.lockMember(db, viewer.id)
    const { type, gameId } = update
    const standing = await queries.findSharingState(db, { userId: viewer.id, gameId, type }, MOST_PER_HOUR)
    if (!standing?.is_sharing) return null
    refuseTooSoon(deps, standing, now)
    const details = truthfulDetails(standing, update)
    const row = await queries.insertActivity(db, { userId: viewer.id, gameId, type, details, at: now })
    await announce(db, [...tagsOfActivity(viewer.id, gameId), tag.shared(row.id)])
    return row
  })
  return row && { rows: [row], cards: new Map([[update.gameId, game]]), reactions: new Map(), comments: new Map() }
}

/** Deleting one's own activity; 403 for another's, 404 where there is none. */
export function deleteOwnActivity(deps: ActivityDeps, viewer: Viewer, activityId: ActivityId): Promise<void> {
  return inTransaction(deps, async ({ db }) => {
    const access = await queries.findAccess(db, activityId, audienceOf(viewer))
    if (!access) return refuseMissing()
    if (!mayDelete(viewer, access)) refuse('forbidden', 'not_your_activity', 'You can only delete your own activities')
    await queries.deleteActivity(db, activityId)
    await withdrawAbout(db, { subjectType: 'activity', subjectId: activityId })
    const subject = tag.subject({ subjectType: 'activity', subjectId: activityId })
    await announce(db, [...tagsOfActivity(viewer.id, access.game_id), subject])
  })
}

/**
 * What the member's friends and followed are playing, and what is popular with them lately. Looks at those who were
 * active last: bounded, whatever the size of the circle.
 */
export async function loadCircle(deps: ActivityDeps, viewer: Viewer) {
  const { db } = deps
  const now = deps.clock()
  const since = new Date(now.getTime() - POPULAR_DAYS * 86_400_000)
  const foremost = await listMostRecentlyActive(db, viewer.id, FOREMOST)
  const ids = foremost.map(({ id }) => id)
  const [played, popularIds] = await Promise.all([
    listPlayedBy(db, viewer.id, ids),
    listPopularWith(db, ids, { since, each: 15, most: POPULAR }),
  ])
  const gameOf = new Map(played.map((row) => [row.user_id, row.game_id as GameId]))
  const people = foremost
    .map((person) => ({ person, gameId: gameOf.get(person.id) }))
    .filter(({ gameId }) => gameId !== undefined)
    .slice(0, PEOPLE)
  const cards = await loadGameCards(
    deps,
    [...people.map(({ gameId }) => gameId as GameId), ...(popularIds as GameId[])],
    now,
  )
  return {
    people: people.flatMap(({ person, gameId }) => {
      const game = cards.get(gameId as GameId)
      return game ? [{ person, game }] : []
    }),
    popular: popularIds.flatMap((id) => cards.get(id as GameId) ?? []),
  }
}

/**
 * That a member has joined a challenge or completed it (G13), each once for a challenge, however often they leave and join;
 * nothing of who does not share (G25).
 */
export async function recordChallengeActivity(
  db: Db,
  told: { userId: UserId; challengeId: string; title: string; completed: boolean; at: Date },
): Promise<void> {
  const { userId, challengeId, title, completed, at } = told
  const details = { challenge_id: challengeId, title, completed }
  const id = await queries.insertChallengeActivity(db, { userId, details, at })
  if (id !== undefined) await announce(db, [...tagsOfActivity(userId, null), tag.shared(id)])
}

/** A challenge is gone: what was told of it stays, without leading there. */
export async function unlinkDeletedChallenge(db: Db, challengeId: string): Promise<void> {
  const members = await queries.unlinkChallenge(db, challengeId)
  if (members.length > 0) await announce(db, [tag.feed, ...members.map(tag.done)])
}

/** What a page shows that lists these activities: what is said to them, their games and the members' names. */
export function tagsOfList({ rows, comments }: ActivityList): Tag[] {
  const tags = rows.flatMap((row) => [
    tag.subject({ subjectType: 'activity', subjectId: row.id }),
    tag.member(row.user_id),
    ...(row.game_id === null ? [] : [tag.game(row.game_id)]),
  ])
  return [...tags, ...authorTags(comments.values())]
}

/** Where an activity is shown. */
export const tagsOfActivity = (userId: string, gameId: string | null): Tag[] => [
  tag.feed,
  tag.done(userId),
  ...(gameId === null ? [] : [tag.played(gameId)]),
]

const refuseMissing = () => refuse('not_found', 'activity_not_found', 'Activity not found')

async function listPart(
  deps: ActivityDeps,
  look: queries.Look,
  place: Place,
  idsOf: (before: ReturnType<typeof fromCursor>, most: number) => RawBuilder<unknown>,
): Promise<ActivityList & { nextCursor: string | null }> {
  // One more than asked for tells whether there is a next part.
  const ids = idsOf(place.cursor ? fromCursor(place.cursor) : null, place.limit + 1)
  const rows = await queries.loadActivities(deps.db, ids, look)
  const list = await withCompany(deps, look, rows.slice(0, place.limit))
  const last = list.rows.at(-1)
  const nextCursor = rows.length > place.limit && last ? toCursor({ at: last.created_at, id: last.id }) : null
  return { ...list, nextCursor }
}

/** Their games are mostly in memory already; all else has come with them. */
async function withCompany(
  deps: ActivityDeps,
  { viewer }: queries.Look,
  rows: queries.ActivityRow[],
): Promise<ActivityList> {
  return {
    rows,
    cards: await loadGameCards(deps, gamesOf(rows), deps.clock()),
    reactions: new Map(rows.map(({ id, reactions }) => [id, viewReactionCounts(reactions)])),
    comments: new Map(rows.map(({ id, said }) => [id, viewCommentPreview(said, viewer)])),
  }
}

const gamesOf = (rows: readonly queries.ActivityRow[]) =>
  rows.flatMap(({ game_id }) => (game_id === null ? [] : [game_id as GameId]))

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
