import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import {
  feedAudience,
  isVisibleTo,
  isVisibleToFriends,
  type Section,
} from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import { SHELF_MOST } from '../../people.contract.ts'

export interface SuggestionRow {
  id: string
  /** 1 friends in common, 2 games in common, 3 active. */
  kind: number
  /** How many they have in common; of who is active, how many games they have, SHELF_MOST at most. */
  shared: number
}

/** Of the viewer's friends, games and those who play these, so many are looked at: bounded, however many there are. */
const FRIENDS = 100
const FRIENDS_OF_EACH = 50
const GAMES = 30
const PLAYERS_OF_EACH = 100
/** So many of those who were here last are ranked by their shelves, of which so many games are counted. */
const ACTIVE = 100
/** Of all who have something in common, those who have most are looked up. */
const LOOKED_UP = 200

/**
 * Whom the viewer may like to know (G45): friends of friends, then who has the same games, then of those who were
 * here last who has most games; within each, the more in common the earlier. Nobody without a name to be known by. Without the viewer, friends, requests, who was declined, and blocks either way;
 * without who is disabled or keeps to themselves. Why somebody is suggested says something of them: it is looked for only in
 * what the viewer may see (decision 0030), that is in friends who show theirs, and in what guests see of everybody else; a tie is
 * told by both who have it (decision 0045).
 */
export async function listSuggestedIds(db: Db, viewerId: UserId, most: number): Promise<SuggestionRow[]> {
  // Nobody who is suggested is a friend or in a block with the viewer.
  const isOpen = (section: Section) => isVisibleTo(feedAudience(null), sql`p`, section)
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
      select player.user_id as id
      from (
        select game_id from user_games where user_id = ${viewerId} order by updated_at desc limit ${GAMES}
      ) own
      cross join lateral (
        select user_id from user_games where game_id = own.game_id order by updated_at desc limit ${PLAYERS_OF_EACH}
      ) player
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
      where id not in (select id from known)
      order by id, kind
    ),
    active as (
      select here.id, count(*)::int as shelf
      from (
        select id from profiles p
        where last_seen_at is not null
          and (select count(*) from near) < ${most}
          and username is not null
          and id not in (select id from known)
          and coalesce(settings ->> 'presence', 'true') <> 'false'
          and ${isOpen('library')}
        order by last_seen_at desc
        limit ${ACTIVE}
      ) here
      cross join lateral (select from user_games where user_id = here.id limit ${SHELF_MOST}) game
      group by here.id
    ),
    best as (
      select * from near
      union all
      select id, 3, shelf from active where id not in (select id from near)
    ),
    foremost as (select id, kind, shared from best order by kind, shared desc, id limit ${LOOKED_UP})
    select best.id, best.kind, best.shared
    from foremost best
    join profiles p on p.id = best.id
    where ${isVisibleToFriends(sql`p`, 'profile')} and p.username is not null
    order by best.kind, best.shared desc, p.last_seen_at desc nulls last, p.id
    limit ${most}`.execute(db)
  return rows
}
