import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import { fromCursor, toCursor } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { BLOCKS_PAGE_SIZE } from '../blocks.contract.ts'
import { memberBlocked } from './blocks.events.ts'
import * as queries from './blocks.queries.ts'

export interface BlocksDeps {
  db: Db
  clock: Clock
  events: Events
}

/** Publishes a new or ended request to the two members only, because it changes no public count or list. */
export const announceRequest = (db: Db, a: string, b: string): Promise<void> =>
  announce(db, [tag.people(a), tag.people(b)])

/**
 * Publishes a changed friendship, follow or block, which changes the public counts and lists of both members as well.
 */
export const announceRelationship = (db: Db, a: string, b: string): Promise<void> =>
  announce(db, [tag.people(a), tag.people(b), tag.ties(a), tag.ties(b)])

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
  const members = await queries.lockBothMembers(db, viewer.id, otherId)
  if (!members.some(({ id }) => id === viewer.id)) refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
  const other = members.find(({ id }) => id === otherId)
  if (!other || other.is_disabled) return refuseMissingMember()
  if (other.is_blocked && sentences.blocked !== undefined) refuse('forbidden', 'blocked', sentences.blocked)
}

export const refuseMissingMember = () => refuse('not_found', 'member_not_found', 'Member not found')

/** Locks a pair in order to end something between the two. Refuses nothing. */
export const lockPair = (db: Db, viewer: Pick<Viewer, 'id'>, otherId: UserId): Promise<void> =>
  queries.lockPair(db, viewer.id, otherId)

export function blocksBetween(
  db: Db,
  viewerId: UserId,
  otherId: UserId,
): Promise<{ isBlocked: boolean; isBlockedByViewer: boolean }> {
  return queries.findBlocks(db, viewerId, otherId)
}

/** Returns an SQL condition for the queries of other features: one of the two has blocked the other. */
export function isBlockBetween(a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<boolean> {
  return queries.isBlockBetween(a, b)
}

/** Blocks a member (idempotent). Ends follows and friendship in the same transaction. */
export async function blockMember(deps: BlocksDeps, viewer: Viewer, otherId: UserId) {
  const pair = { blockerId: viewer.id, blockedId: otherId }
  return inTransaction(deps, async ({ db, clock, events }) => {
    await lockPairOrRefuse(db, viewer, otherId, { self: "You can't block yourself" })
    const isNew = await queries.insertBlock(db, { ...pair, at: clock() })
    if (isNew) {
      await events.publish(db, memberBlocked, pair)
      await announceRelationship(db, viewer.id, otherId)
    }
    return { block: await queries.findBlock(db, pair), isNew }
  })
}

export async function unblockMember(deps: BlocksDeps, viewer: Viewer, otherId: UserId): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    await lockPair(db, viewer, otherId)
    const wasThere = await queries.deleteBlock(db, { blockerId: viewer.id, blockedId: otherId })
    if (wasThere) await announceRelationship(db, viewer.id, otherId)
  })
}

export async function listBlocked({ db }: BlocksDeps, viewer: Viewer, cursor: string | undefined) {
  const rows = await queries.listBlockedBy(db, viewer.id, cursor ? fromCursor(cursor) : null, BLOCKS_PAGE_SIZE + 1)
  const page = rows.slice(0, BLOCKS_PAGE_SIZE)
  const last = page.at(-1)
  return {
    rows: page,
    nextCursor: rows.length > page.length && last ? toCursor({ at: last.blocked_at, id: last.id }) : null,
  }
}
