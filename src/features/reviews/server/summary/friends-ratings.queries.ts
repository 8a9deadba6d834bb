import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId } from '#shared/ids.ts'

export interface FriendRatingRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  /** Stars. */
  rating: number
  review_id: string | null
}

/** Considers only the newest follows of the viewer, who may follow tens of thousands of members. */
const MOST_FOLLOWED = 500
const MOST = 12

/**
 * Lists how friends and followed members rate a game, friends first: by their listed review, else by the stars in their
 * library if the viewer may see it.
 */
export async function listFriendsRatings(db: Db, viewer: Viewer, gameId: GameId): Promise<FriendRatingRow[]> {
  const { rows } = await sql<FriendRatingRow>`
    with known as (
      select id, min(place) as place
      from (
        select friend_id as id, 0 as place from friends where user_id = ${viewer.id} and status = 'accepted'
        union all
        select user_id, 0 from friends where friend_id = ${viewer.id} and status = 'accepted'
        union all
        (
          select following_id, 1 from followers where follower_id = ${viewer.id}
          order by created_at desc
          limit ${sql.lit(MOST_FOLLOWED)}
        )
      ) tie
      group by id
    ), rated as materialized (
      select known.id, known.place, review.id as review_id, coalesce(review.rating, entry.user_rating / 2.0) as rating,
        coalesce(review.created_at, entry.updated_at) as at
      from known
      left join reviews review on review.user_id = known.id and review.game_id = ${gameId} and review.is_listed
      left join user_games entry
        on review.id is null and entry.user_id = known.id and entry.game_id = ${gameId} and entry.user_rating is not null
      where review.id is not null or entry.id is not null
    )
    select member.id, member.username, member.display_name, member.avatar_url, rated.rating, rated.review_id
    from rated
    join profiles member on member.id = rated.id and member.disabled_at is null
    where not ${isBlockBetween(sql`member.id`, sql`${viewer.id}::uuid`)}
      and (rated.review_id is not null or ${isVisibleTo(feedAudience(viewer.id), sql`member`, 'library')})
    order by rated.place, rated.at desc, member.id
    limit ${sql.lit(MOST)}`.execute(db)
  return rows
}
