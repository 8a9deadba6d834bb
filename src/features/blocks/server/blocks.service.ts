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

/** A request changes no public count or list, so only the two members are told. */
export const announceRequest = (db: Db, a: string, b: string): Promise<void> =>
  announce(db, [tag.people(a), tag.people(b)])

/** A friendship, follow or block changes the two members' public counts and lists as well. */
export const announceRelationship = (db: Db, a: string, b: string): Promise<void> =>
  announce(db, [tag.people(a), tag.people(b), tag.ties(a), tag.ties(b)])

/**
 * The first step of whatever is made or ended between two members, in its transaction: all of that waits here for one
 * another, pair by pair, so a request, its acceptance and a block of the same moment have one order, and nothing is
 * decided by what another call is about to change. Nobody waits for a pair while holding anything else, so there is no
 * deadlock. Neither member can be deleted meanwhile.
 *
 * Refuses with 400 when it is the viewer, with 404 when there is no such member, and where a sentence for it is given,
 * with 403 when one of the two has blocked the other.
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

/** For ending what is there: nothing is refused, only waited for. */
export const lockPair = (db: Db, viewer: Pick<Viewer, 'id'>, otherId: UserId): Promise<void> =>
  queries.lockPair(db, viewer.id, otherId)

export function blocksBetween(
  db: Db,
  viewerId: UserId,
  otherId: UserId,
): Promise<{ isBlocked: boolean; isBlockedByViewer: boolean }> {
  return queries.findBlocks(db, viewerId, otherId)
}

/** For a query of another feature: whether one of the two has blocked the other. */
export function isBlockBetween(a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<boolean> {
  return queries.isBlockBetween(a, b)
}

/** Idempotent. Ends follows and friendship in the same transaction. */
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
