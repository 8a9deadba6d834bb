import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import * as queries from './pair.queries.ts'

/** Publishes a new or ended request to the two members only, because it changes no public count or list. */
export const announceRequest = (db: Db, a: string, b: string): Promise<void> =>
  announce(db, [tag.relationships(a), tag.relationships(b)])

/**
 * Publishes a changed friendship, follow or block, which changes the public counts and lists of both members as well.
 */
export const announceRelationship = (db: Db, a: string, b: string): Promise<void> =>
  announce(db, [tag.relationships(a), tag.relationships(b), tag.relationshipCounts(a), tag.relationshipCounts(b)])

/**
 * Locks a pair of members. Every change between two members begins with this, in its transaction. Changes of one pair
 * therefore run in sequence: a request, its acceptance and a simultaneous block have one order, and none decides on
 * outdated data. There is no deadlock, because nobody waits for a pair while holding another lock. Neither member can
 * be deleted meanwhile.
 * Refuses with 400 when the other member is the viewer, with 404 when that member does not exist, and with 403 when one
 * of the two has blocked the other and `sentences.blocked` is given.
 */
export async function lockPairOrRefuse(
  db: Db,
  viewer: Viewer,
  otherId: UserId,
  sentences: { self: string; blocked?: string },
): Promise<void> {
  if (viewer.id === otherId) refuse('invalid', 'self', sentences.self)
  await queries.lockPair(db, viewer.id, otherId)
  const members = await queries.lockBothMembers(db, { a: viewer.id, b: otherId })
  if (!members.some(({ id }) => id === viewer.id)) refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
  const other = members.find(({ id }) => id === otherId)
  if (!other || other.is_disabled) return refuseMissingMember()
  if (other.is_blocked && sentences.blocked !== undefined) refuse('forbidden', 'blocked', sentences.blocked)
}

export const refuseMissingMember = () => refuse('not_found', 'member_not_found', 'Member not found')

/** Locks a pair in order to end something between the two. Refuses nothing. */
export const lockPair = (db: Db, viewer: Pick<Viewer, 'id'>, otherId: UserId): Promise<void> =>
  queries.lockPair(db, viewer.id, otherId)
