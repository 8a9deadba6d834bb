import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#shared/ids.ts'

/** Considers only the newest follows of the viewer, who may follow tens of thousands of members. */
const MAX_FOLLOWED = 500

/**
 * Selects the members that the viewer knows: `id`, and `place`, 0 for a friend and 1 for a followed member. The subquery
 * bounds what lists of the circle cost; it checks neither visibility nor blocks.
 */
export const knownTo = (viewerId: RawBuilder<UserId> | UserId): RawBuilder<unknown> => sql`
  select id, min(place) as place
  from (
    select friend_id as id, 0 as place from friends where user_id = ${viewerId} and status = 'accepted'
    union all
    select user_id, 0 from friends where friend_id = ${viewerId} and status = 'accepted'
    union all
    (
      select following_id, 1 from followers where follower_id = ${viewerId}
      order by created_at desc
      limit ${sql.lit(MAX_FOLLOWED)}
    )
  ) tie
  group by id`
