import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { GameFriend } from '../../game-friends.contract.ts'
import type { Status } from '../../library.rules.ts'

/** A member has at most as many friends as this shows of them, except for a few. */
const MAX = 200

interface FriendRow {
  id: UserId
  username: string | null
  display_name: string | null
  avatar_url: string | null
  status: Status
  user_rating: number | null
}

/**
 * Lists the viewer's friends who have a game in their library and show it to friends: who plays it, who has finished it, who has
 * dropped it, who wants it, the latest first. A block hides both from one another.
 */
export async function listFriendsWith(db: Db, viewerId: UserId, gameId: GameId): Promise<{ friends: GameFriend[] }> {
  const { rows } = await sql<FriendRow>`
    select profile.id, profile.username, profile.display_name, profile.avatar_url, entry.status, entry.user_rating
    from (
      select friend_id as id from friends where user_id = ${viewerId} and status = 'accepted'
      union all
      select user_id from friends where friend_id = ${viewerId} and status = 'accepted'
    ) friend
    join user_games entry on entry.user_id = friend.id and entry.game_id = ${gameId}
    join profiles profile on profile.id = friend.id
    where ${isVisibleTo(feedAudience(viewerId), sql`profile`, 'library', sql<boolean>`true`)}
    order by array_position(array['playing', 'completed', 'dropped', 'want_to_play'], entry.status),
      entry.updated_at desc, profile.id
    limit ${MAX}`.execute(db)
  return { friends: rows.map(({ status, user_rating, ...user }) => ({ user, status, user_rating })) }
}
