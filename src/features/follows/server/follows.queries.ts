import { type Selectable, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db, Tables } from '#db/db.ts'
import { type Guesses, sendGuess } from '#db/guesses.ts'
import { type Sent, send } from '#db/transaction.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'

interface Pair {
  followerId: string
  followingId: string
}

const FOLLOW = ['follower_id', 'following_id', 'created_at'] as const
type FollowColumn = (typeof FOLLOW)[number]

type FollowRow = Selectable<Pick<Tables['followers'], FollowColumn>>

/** Reads a follow, and does not wait for the row. */
export const sendFind = (db: Db, pair: Pair): Promise<Sent<FollowRow>> => send(db, found(pair))

const found = compiledOnce<Pair, FollowRow>((value, db) =>
  db
    .selectFrom('followers')
    .select(FOLLOW)
    .where('follower_id', '=', value('followerId'))
    .where('following_id', '=', value('followingId')),
)

/** Guesses that there is no such follow. The caller has locked the pair. */
export const guessNoFollow = (db: Db, guesses: Guesses | null, pair: Pair): Promise<boolean> =>
  sendGuess(db, guesses, anyFollow(pair))

const anyFollow = compiledOnce<Pair>(
  (value) => sql`
    select wrong_guess() from followers
    where follower_id = ${value('followerId')} and following_id = ${value('followingId')}`,
)

/** Inserts a follow, which must not exist: the caller has locked the pair. */
export const sendFollow = (db: Db, follow: Pair & { at: Date }): Promise<Sent<FollowRow>> => send(db, newFollow(follow))

const newFollow = compiledOnce<Pair & { at: Date }, FollowRow>((value, db) =>
  db
    .insertInto('followers')
    .values({ follower_id: value('followerId'), following_id: value('followingId'), created_at: value('at') })
    .returning(FOLLOW),
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
