import { type Selectable, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db, Tables } from '#db/db.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'

interface Pair {
  followerId: string
  followingId: string
}

const FOLLOW = ['follower_id', 'following_id', 'created_at'] as const
type FollowColumn = (typeof FOLLOW)[number]

type FollowRow = Selectable<Pick<Tables['followers'], FollowColumn>>

/**
 * Inserts a follow unless it is there, and returns its row. The caller has locked the pair. The update changes nothing: it
 * returns the row that is there.
 */
export const insertFollow = compiledOnce<Pair & { at: Date }, FollowRow & { isNew: boolean }>((value, db) =>
  db
    .insertInto('followers')
    .values({ follower_id: value('followerId'), following_id: value('followingId'), created_at: value('at') })
    .onConflict((conflict) =>
      conflict.columns(['follower_id', 'following_id']).doUpdateSet({ follower_id: value('followerId') }),
    )
    .returning(FOLLOW)
    .returning(sql<boolean>`old.follower_id is null`.as('isNew')),
)

/** Deletes a follow. Returns whether there was one. */
export async function deleteFollow(db: Db, { followerId, followingId }: Pair): Promise<boolean> {
  const row = await db
    .deleteFrom('followers')
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .returning('follower_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes both directions in one statement, so that the triggers update the stored counts in a fixed order (decision
 * 0037).
 */
export async function deleteFollowsBetween(db: Db, a: string, b: string): Promise<void> {
  await db
    .deleteFrom('followers')
    .where(({ or, and, eb }) =>
      or([
        and([eb('follower_id', '=', a), eb('following_id', '=', b)]),
        and([eb('follower_id', '=', b), eb('following_id', '=', a)]),
      ]),
    )
    .execute()
}

export async function isFollowing(db: Db, { followerId, followingId }: Pair): Promise<boolean> {
  const row = await db
    .selectFrom('followers')
    .select('follower_id')
    .where('follower_id', '=', followerId)
    .where('following_id', '=', followingId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether all these members exist and the viewer may see their relationships (G22). */
export async function isFollowListVisible(db: Db, viewerId: UserId | null, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ id: string }>`
    select p.id
    from profiles p
    where p.id = any(${wanted}::uuid[]) and ${isVisibleTo(feedAudience(viewerId), sql`p`, 'friends')}`.execute(db)
  return rows.length === wanted.length
}
