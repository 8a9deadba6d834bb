import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isMemberMuted } from '#features/mutes/server/mutes.service.ts'
import {
  feedAudience,
  isVisibleTo,
  isVisibleToFriends,
  playersOfSameGames,
  type Section,
} from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import { COUNTED_GAMES_MAX } from '../../people.endpoints.ts'

export interface SuggestionRow {
  id: string
  /** 1: friends in common, 2: games in common, 3: active. */
  kind: number
  /** How many friends or games they have in common; for an active member their number of games, at most COUNTED_GAMES_MAX. */
  shared: number
}

/** Limits on the viewer's friends and on theirs, so that the query is bounded for everybody. */
const FRIENDS = 100
const FRIENDS_OF_EACH = 50
/** Limits how many of the most recently active members are ranked by their games. */
const ACTIVE = 100
/** Limits how many of the best candidates are looked up. */
const LOOKED_UP = 200

/**
 * Lists members that the viewer may know (G45): friends of friends, then members with the same games, then recently
 * active members with the most games; more in common ranks higher. It excludes members without a username; the viewer,
 * friends, requests, declined requests, blocks in either direction, and muted members; disabled members and private profiles. The
 * reason of a suggestion reveals something about the member, so only visible data count (decision 0030): friends who
 * show their friends, and what visitors see of everybody else; a relationship is visible only if both members show it
 * (decision 0045).
 */
export async function listSuggestedIds(db: Db, viewerId: UserId, most: number): Promise<SuggestionRow[]> {
  // Suggested members are never friends or in a block with the viewer.
  const isOpen = (section: Section) => isVisibleTo(feedAudience(null), sql`p`, section)
  const isMuted = (id: RawBuilder<unknown>) => isMemberMuted(sql`${viewerId}::uuid`, id)
  const { rows } = await sql<SuggestionRow>`
    with known as materialized (
      select friend_id as id from friends where user_id = ${viewerId}
      union all select user_id from friends where friend_id = ${viewerId}
      union all select blocked_id from user_blocks where blocker_id = ${viewerId}
      union all select blocker_id from user_blocks where blocked_id = ${viewerId}
      union all select ${viewerId}::uuid
    ),
    own_friends as (
      (
        select friend_id as id from friends
        where user_id = ${viewerId} and status = 'accepted' order by updated_at desc limit ${FRIENDS}
      )
      union all
      (
        select user_id from friends
        where friend_id = ${viewerId} and status = 'accepted' order by updated_at desc limit ${FRIENDS}
      )
    ),
    theirs as (
      select theirs.id
      from own_friends
      join profiles p on p.id = own_friends.id and ${isVisibleToFriends(sql`p`, 'friends')}
      cross join lateral (
        (
          select friend_id as id from friends
          where user_id = own_friends.id and status = 'accepted'
          order by updated_at desc limit ${FRIENDS_OF_EACH}
        )
        union all
        (
          select user_id from friends
          where friend_id = own_friends.id and status = 'accepted'
          order by updated_at desc limit ${FRIENDS_OF_EACH}
        )
      ) theirs
    ),
    players as (
      ${playersOfSameGames(viewerId)}
    ),
    scored as (
      select id, 1 as kind, shared
      from (select id, count(*)::int as shared from theirs group by id) theirs
      join profiles p using (id)
      where ${isOpen('friends')}
      union all
      select id, 2, count(*)::int from players join profiles p using (id) where ${isOpen('library')} group by id
    ),
    near as materialized (
      select distinct on (id) id, kind, shared
      from scored
      where id not in (select id from known) and not ${isMuted(sql`scored.id`)}
      order by id, kind
    ),
    active as (
      select here.id, count(*)::int as shelf
      from (
        select id from profiles p
        where last_seen_at is not null
          and (select count(*) from near) < ${most}
          and username is not null
          and id not in (select id from known) and not ${isMuted(sql`p.id`)}
          and coalesce(settings ->> 'presence', 'true') <> 'false'
          and ${isOpen('library')}
        order by last_seen_at desc
        limit ${ACTIVE}
      ) here
      cross join lateral (select from user_games where user_id = here.id limit ${COUNTED_GAMES_MAX}) game
      group by here.id
    ),
    best as (
      select * from near
      union all
      select id, 3, shelf from active where id not in (select id from near)
    ),
    top as (select id, kind, shared from best order by kind, shared desc, id limit ${LOOKED_UP})
    select best.id, best.kind, best.shared
    from top best
    join profiles p on p.id = best.id
    where ${isVisibleToFriends(sql`p`, 'profile')} and p.username is not null
    order by best.kind, best.shared desc, p.last_seen_at desc nulls last, p.id
    limit ${most}`.execute(db)
  return rows
}
