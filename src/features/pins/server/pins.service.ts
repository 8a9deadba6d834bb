import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { type ActivityDeps, loadOwnActivities } from '#features/activity/server/activity.service.ts'
import { loadSharedRows } from '#features/library/server/lists/library-lists.service.ts'
import { type ListsDeps, loadListsBy } from '#features/lists/server/lists.service.ts'
import {
  type ProfileRequest,
  requireVisibleSection,
  type VisibleProfile,
} from '#features/profiles/server/profiles.service.ts'
import { loadReviewsBy } from '#features/reviews/server/reviews.service.ts'
import { announce } from '#server/changes.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { PinTarget } from '../pins.contract.ts'
import { PIN_TYPES, PINS_CHANGED, type PinType } from '../pins.rules.ts'
import { PIN_OWN_ITEMS, PINS_CHANGED_ELSEWHERE } from '../pins.texts.ts'
import * as queries from './pins.queries.ts'

export type PinsDeps = ActivityDeps & ListsDeps

const idsOf = (items: readonly PinTarget[], type: PinType) =>
  items.filter(({ item_type }) => item_type === type).map(({ item_id }) => item_id)

/**
 * Lists a member's pins that are visible to the viewer: games with the library section, activities with the activity
 * section (G22), and reviews and lists that the viewer may read. Refuses as the profile does.
 */
export async function listPins(deps: PinsDeps, request: ProfileRequest, reply: Reply) {
  const profile = await requireVisibleSection(deps.db, request, 'profile', reply)
  reply.shows(tag.pins(profile.id), tag.shelf(profile.id), tag.activitiesOf(profile.id))
  reply.shows(tag.reviewsBy(profile.id), tag.listsBy(profile.id))
  const { pins, tags } = await loadPins(deps, profile, request.viewer)
  reply.shows(...tags)
  return pins
}

async function loadPins(deps: PinsDeps, profile: VisibleProfile, viewer: Viewer | null) {
  const { id, row, audience: eye, seenAs } = profile
  const items = await queries.listTargets(deps.db, id)
  const reader = seenAs ? null : viewer
  const [entries, activities, reviews, lists] = await Promise.all([
    loadSharedRows(deps, id, row.opens_library ? idsOf(items, 'entry') : []),
    loadOwnActivities(deps, { viewer: reader, audience: eye }, id, row.opens_activity ? idsOf(items, 'activity') : []),
    loadReviewsBy(deps, reader, id, idsOf(items, 'review')),
    loadListsBy(deps, reader, profile, idsOf(items, 'list')),
  ])
  const pins = items
    .map((item) => ({
      ...item,
      entry: item.item_type === 'entry' ? (entries.get(item.item_id) ?? null) : null,
      activity: item.item_type === 'activity' ? (activities.views.get(item.item_id) ?? null) : null,
      review: item.item_type === 'review' ? (reviews.views.get(item.item_id) ?? null) : null,
      list: item.item_type === 'list' ? (lists.views.get(item.item_id) ?? null) : null,
    }))
    .filter(({ entry, activity, review, list }) => entry ?? activity ?? review ?? list)
  return { pins, tags: [...activities.tags, ...reviews.tags, ...lists.tags] }
}

/**
 * Replaces the viewer's pins. Refuses with 404 when one of them is not the viewer's own, and with 409 when the current
 * pins differ from `seen`; nothing changes then. A pin that moderation has hidden may stay, but nobody sees it.
 */
export async function choosePins(
  deps: PinsDeps,
  viewer: Viewer,
  { items, seen }: { items: readonly PinTarget[]; seen?: readonly string[] | undefined },
  reply: Reply,
) {
  await inTransaction(deps, async ({ db }) => {
    await queries.lockOwner(db, viewer.id)
    if (seen && (await queries.listShownIds(db, viewer.id)).join() !== seen.map((id) => id.toLowerCase()).join())
      refuse('conflict', PINS_CHANGED, PINS_CHANGED_ELSEWHERE)
    await requireOwn(db, viewer.id, items)
    await queries.replacePins(db, viewer.id, items)
    await announce(db, [tag.pins(viewer.id)])
  })
  return listPins(deps, { handle: viewer.id, viewer }, reply)
}

async function requireOwn(db: Db, userId: UserId, items: readonly PinTarget[]): Promise<void> {
  for (const type of PIN_TYPES) {
    const ids = idsOf(items, type)
    if ((await queries.lockOwn(db, userId, type, ids)) < ids.length)
      refuse('not_found', 'item_not_found', PIN_OWN_ITEMS)
  }
}
