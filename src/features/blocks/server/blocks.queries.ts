import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'

/** True when one of the two has blocked the other. Both directions use the primary key. */
export function isBlockBetween(a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from user_blocks where blocker_id = ${a} and blocked_id = ${b})
    or exists (select from user_blocks where blocker_id = ${b} and blocked_id = ${a})
  )`
}

/** Selects the members who have blocked this one or are blocked by them, for `not in`: PostgreSQL hashes it once. */
export const idsInBlockWith = (memberId: RawBuilder<unknown>) => sql`
  select blocked_id from user_blocks where blocker_id = ${memberId}
  union all
  select blocker_id from user_blocks where blocked_id = ${memberId}`

export async function findBlocks(
  db: Db,
  viewerId: string,
  otherId: string,
): Promise<{ isBlocked: boolean; isBlockedByViewer: boolean }> {
  const rows = await db
    .selectFrom('user_blocks')
    .select('blocker_id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('blocker_id', '=', viewerId), eb('blocked_id', '=', otherId)]),
        and([eb('blocker_id', '=', otherId), eb('blocked_id', '=', viewerId)]),
      ]),
    )
    .execute()
  return { isBlocked: rows.length > 0, isBlockedByViewer: rows.some((row) => row.blocker_id === viewerId) }
}

/** Inserts a block. Returns whether it is new. */
export async function insertBlock(db: Db, block: { blockerId: string; blockedId: string; at: Date }): Promise<boolean> {
  const row = await db
    .insertInto('user_blocks')
    .values({ blocker_id: block.blockerId, blocked_id: block.blockedId, created_at: block.at })
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .returning('blocker_id')
    .executeTakeFirst()
  return row !== undefined
}

export function findBlock(db: Db, block: { blockerId: string; blockedId: string }) {
  return db
    .selectFrom('user_blocks')
    .select(['blocker_id', 'blocked_id', 'created_at'])
    .where('blocker_id', '=', block.blockerId)
    .where('blocked_id', '=', block.blockedId)
    .executeTakeFirstOrThrow()
}

export async function deleteBlock(db: Db, block: { blockerId: string; blockedId: string }): Promise<boolean> {
  const row = await db
    .deleteFrom('user_blocks')
    .where('blocker_id', '=', block.blockerId)
    .where('blocked_id', '=', block.blockedId)
    .returning('blocker_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists blocked members, newest first, including disabled ones, who could otherwise not be unblocked. */
export function listBlockedBy(db: Db, blockerId: string, before: Keyset | null, most: number) {
  return db
    .selectFrom('user_blocks as block')
    .innerJoin('profiles', 'profiles.id', 'block.blocked_id')
    .select(['profiles.id', 'profiles.username', 'profiles.display_name', 'profiles.avatar_url'])
    .select('block.created_at as blocked_at')
    .where('block.blocker_id', '=', blockerId)
    .where(isBefore(before, 'block.created_at', 'block.blocked_id'))
    .orderBy('block.created_at', 'desc')
    .orderBy('block.blocked_id', 'desc')
    .limit(most)
    .execute()
}
