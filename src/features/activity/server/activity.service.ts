import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import { fromCursor, type Keyset, keysetOfCreation, readKeysetPart, readPart } from '#db/keyset.ts'
import { partOf } from '#db/page-numbers.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { authorTags, viewCommentPreview } from '#features/comments/server/comments.service.ts'
import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import { hasAnyMute } from '#features/mutes/server/mutes.service.ts'
import { PROFILE_TEXTS } from '#features/profiles/profiles.texts.ts'
import {
  audienceOf,
  feedAudience,
  type ProfileRequest,
  requireVisibleSection,
} from '#features/profiles/server/profiles.service.ts'
import { viewReactionCounts } from '#features/reactions/server/reactions.service.ts'
import { REVIEW } from '#features/reviews/reviews.subject.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { OwnState } from '#server/own-state.ts'
import type { Shown } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { Purpose } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { ActivityId, GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { type FeedSource, GAME_PAGE_SIZE } from '../activity.contract.ts'
import { ACTIVITY } from '../activity.subject.ts'
import { ACTIVITY_NOT_FOUND } from '../activity.texts.ts'
import * as queries from './activity.queries.ts'
import { type ActivityRelations, viewActivity } from './activity.view.ts'
import { idOf, idsOfEveryone, idsOfGame, idsOfMember, idsOfOwn } from './lists/ids.queries.ts'

export { viewActivity } from './activity.view.ts'

export interface ActivityDeps extends WithCatalogue {
  clock: Clock
  ownState: OwnState
  /** A cool-down of 0 disables it. */
  config: Pick<Config, 'activityCooldownMinutes'>
}

/** Activities, newest first, with the cards of their games, their reactions and comments. */
export interface ActivityList extends ActivityRelations {
  rows: queries.ActivityRow[]
}

export type ActivityView = ReturnType<typeof viewActivity>

interface PageRequest {
  limit: number
  cursor?: string | undefined
}

const perspectiveOf = (viewer: Viewer | null): queries.Perspective => ({ viewer, audience: audienceOf(viewer) })
const feedPerspectiveOf = (viewer: Viewer | null): queries.Perspective => ({
  viewer,
  audience: feedAudience(viewer?.id ?? null),
})

/** The last page of a game's list, because an offset reads all rows that it skips. */
const MAX_GAME_PAGES = 200

/**
 * Lists the activities of the viewer, their friends and the members they follow, or of one of the three (C58); with
 * `everyone` all public activities, as a visitor sees them. With `kind` those of one kind. What the viewer has muted is left out.
 */
export async function listFeed(
  deps: ActivityDeps,
  viewer: Viewer | null,
  page: PageRequest & { from: FeedSource; kind?: FeedKind | undefined },
) {
  const { from, kind = null } = page
  if (viewer !== null && from === 'own') return listMine(deps, viewer, page)
  const perspective = feedPerspectiveOf(viewer)
  const filter = { kind, hasMutes: await hasAnyMute(deps, viewer) }
  return listRows(deps, perspective, page, (before, most) =>
    viewer === null || from === 'own' || from === 'everyone'
      ? queries.loadActivities(deps.db, idsOfEveryone(viewer?.id ?? null, before, most, filter), perspective)
      : queries.loadCircleActivities(deps.db, viewer, { part: from, ...filter, before, most }),
  )
}

export function listMine(deps: ActivityDeps, viewer: Viewer, page: PageRequest & { kind?: FeedKind | undefined }) {
  const { kind = null } = page
  return listPart(deps, perspectiveOf(viewer), page, (before, most) =>
    idsOfMember(viewer.id, before, most, { withHidden: true, kind }),
  )
}

/** The viewer's latest activities, as the viewer sees them. */
export async function listLatestOwnActivities(deps: ActivityDeps, viewer: Viewer, most: number) {
  const { rows, ...relations } = await listMine(deps, viewer, { limit: most })
  return rows.map((row) => viewActivity(row, relations, viewer))
}

/** Lists one member's activities if the viewer may see them (G22). Refuses like the profile. */
async function listOfMember(deps: ActivityDeps, request: ProfileRequest, page: PageRequest, reply: Shown) {
  const { id, audience: eye, isOwn, seenAs } = await requireVisibleSection(deps.db, request, 'activity', reply)
  reply.shows(tag.activitiesOf(id))
  const viewer = seenAs ? null : request.viewer
  const withHidden = isOwn || eye.seesAll
  return listPart(deps, { viewer, audience: eye }, page, (before, most) =>
    idsOfMember(id, before, most, { withHidden }),
  )
}

/** Lists one member's activities as the viewer receives them, and adds the tags of what they show. */
export async function listViewsOfMember(
  deps: ActivityDeps,
  request: ProfileRequest,
  page: PageRequest,
  reply: Shown,
): Promise<{ views: ActivityView[]; nextCursor: string | null }> {
  const { nextCursor, ...list } = await listOfMember(deps, request, page, reply)
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
  if (page > MAX_GAME_PAGES)
    return { rows: [], cards: new Map(), reactions: new Map(), comments: new Map(), hasMore: false }
  const perspective = feedPerspectiveOf(viewer)
  const { offset } = partOf({ page, limit: GAME_PAGE_SIZE })
  const hasMutes = await hasAnyMute(deps, viewer)
  const { rows, end } = await readPart(offset, GAME_PAGE_SIZE, (offset, most) =>
    page === 1
      ? queries.loadFirstOfGame(deps.db, viewer, { gameId, most, hasMutes })
      : queries.loadActivities(deps.db, idsOfGame(viewer?.id ?? null, gameId, { offset, most, hasMutes }), perspective),
  )
  return { ...(await withRelations(deps, perspective, rows)), hasMore: end !== undefined && page < MAX_GAME_PAGES }
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
  if (db.isTransaction) await queries.lockActivityForShare.send(db, { activityId })
  const eye = purpose === 'read' ? audienceOf(viewer) : feedAudience(viewer?.id ?? null)
  const access = await queries.findAccess(db, activityId, eye)
  if (!access) return refuseMissing()
  if (!access.is_open) refuse('forbidden', '42501', PROFILE_TEXTS.PERMISSION_DENIED)
  return { ownerId: access.user_id as UserId }
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

export const refuseMissing = () => refuse('not_found', 'activity_not_found', ACTIVITY_NOT_FOUND)

const listPart = (
  deps: ActivityDeps,
  perspective: queries.Perspective,
  page: PageRequest,
  idsOf: (before: Keyset | null, most: number) => RawBuilder<unknown>,
) =>
  listRows(deps, perspective, page, (before, most) => queries.loadActivities(deps.db, idsOf(before, most), perspective))

async function listRows(
  deps: ActivityDeps,
  perspective: queries.Perspective,
  page: PageRequest,
  load: (before: Keyset | null, most: number) => Promise<queries.ActivityRow[]>,
): Promise<ActivityList & { nextCursor: string | null }> {
  const { rows, nextCursor } = await readKeysetPart(fromCursor(page.cursor), page.limit, load, keysetOfCreation)
  return { ...(await withRelations(deps, perspective, rows)), nextCursor }
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
