import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import { BLOCKS_PAGE_SIZE } from '../blocks.contract.ts'
import { memberBlocked } from './blocks.events.ts'
import * as queries from './blocks.queries.ts'
import { announceRelationship, lockPair, lockPairOrRefuse } from './pair/pair.service.ts'

export interface BlocksDeps {
  db: Db
  clock: Clock
  events: Events
}

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

// Queries of long lists use it; otherwise they would look up each row.
export { idsInBlockWith } from './blocks.queries.ts'

/** Blocks a member (idempotent), and ends in the same transaction what `memberBlocked` lists. */
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
  return readKeysetPart(
    fromCursor(cursor),
    BLOCKS_PAGE_SIZE,
    (before, most) => queries.listBlockedBy(db, viewer.id, before, most),
    ({ blocked_at, id }) => ({ at: blocked_at, id }),
  )
}
