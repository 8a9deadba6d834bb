import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/**
 * Exports follows in both directions, friendships and blocks, with the names of the other members and nothing else
 * about them.
 */
export const ownRelationships: OwnData = {
  ownTables(db: Db, userId: string) {
    const followers = db
      .selectFrom('followers')
      .leftJoin('profiles as follower', (on) =>
        on.onRef('follower.id', '=', 'followers.follower_id').on('follower.disabled_at', 'is', null),
      )
      .leftJoin('profiles as followed', (on) =>
        on.onRef('followed.id', '=', 'followers.following_id').on('followed.disabled_at', 'is', null),
      )
      .where((is) => is.or([is('follower_id', '=', userId), is('following_id', '=', userId)]))
      .select([
        'follower_id',
        'follower.username as follower_username',
        'following_id',
        'followed.username as following_username',
        'followers.created_at',
      ])
      .orderBy('followers.created_at')
      .orderBy('follower_id')
      .orderBy('following_id')
    const friends = db
      .selectFrom('friends')
      .leftJoin('profiles as asker', (on) =>
        on.onRef('asker.id', '=', 'friends.user_id').on('asker.disabled_at', 'is', null),
      )
      .leftJoin('profiles as asked', (on) =>
        on.onRef('asked.id', '=', 'friends.friend_id').on('asked.disabled_at', 'is', null),
      )
      .where((is) => is.or([is('user_id', '=', userId), is('friend_id', '=', userId)]))
      .select([
        'friends.id',
        'user_id',
        'asker.username as username',
        'friend_id',
        'asked.username as friend_username',
        'status',
        'friends.created_at',
        'friends.updated_at',
      ])
      .orderBy('friends.id')
    // Only the member's own blocks: a block by another member is that member's data.
    const user_blocks = db
      .selectFrom('user_blocks')
      .leftJoin('profiles as blocked', (on) =>
        on.onRef('blocked.id', '=', 'user_blocks.blocked_id').on('blocked.disabled_at', 'is', null),
      )
      .where('blocker_id', '=', userId)
      .select(['blocked_id', 'blocked.username as blocked_username', 'user_blocks.created_at'])
      .orderBy('blocked_id')
    return { followers, friends, user_blocks }
  },
}
