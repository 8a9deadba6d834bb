import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { feedAudience, isVisibleTo } from '../visibility/visibility.queries.ts'

export interface MemberRow {
  id: UserId
  username: string | null
  display_name: string | null
  avatar_url: string | null
  last_seen_at: Date
}

/** Whether the library of `p` has a game that others see (decision 0086): one lookup for each member. */
const HAS_GAMES = sql`coalesce((
  select true from user_games where user_id = p.id and not is_own_game(game_id) limit 1
), false)`

/** Members to list for a viewer: others than the viewer, with a name, whose library the viewer may see. */
const isListed = (viewerId: UserId | null) => sql`
  p.username is not null
  ${viewerId === null ? sql`` : sql`and p.id <> ${viewerId}`}
  and ${isVisibleTo(feedAudience(viewerId), sql`p`, 'library')}`

/** Lists members who show their presence (G49), the last here first. Their index has this order. */
export async function listActive(
  db: Db,
  viewerId: UserId | null,
  before: Keyset | null,
  most: number,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select p.id, p.username, p.display_name, p.avatar_url, p.last_seen_at
    from profiles p
    where p.disabled_at is null and p.last_seen_at is not null
      and coalesce(p.settings ->> 'presence', 'true') <> 'false'
      and ${isListed(viewerId)} and ${HAS_GAMES}
      and ${isBefore(before, 'p.last_seen_at', 'p.id')}
    order by p.last_seen_at desc, p.id desc
    limit ${sql.lit(most)}`.execute(db)
  return rows
}

/** Limits on the viewer's games and the players of each, so that the query is bounded for everybody. */
const GAMES = 30
const PLAYERS_OF_EACH = 100

/**
 * Selects the latest players of the viewer's latest games: `id`, once for each of these games. A sample: members who
 * share many games with the viewer are likely among them.
 */
export const playersOfSameGames = (viewerId: RawBuilder<UserId> | UserId): RawBuilder<unknown> => sql`
  select player.user_id as id
  from (
    select game_id from user_games where user_id = ${viewerId} order by updated_at desc limit ${sql.lit(GAMES)}
  ) own
  cross join lateral (
    select user_id from user_games
    where game_id = own.game_id order by updated_at desc limit ${sql.lit(PLAYERS_OF_EACH)}
  ) player`

/** Limits how many of the sample are looked up. */
const LOOKED_UP = 200

/** Lists the members of that sample with the most games of it, who may be similar. */
export async function listAlike(db: Db, viewerId: UserId, most: number): Promise<Omit<MemberRow, 'last_seen_at'>[]> {
  const { rows } = await sql<MemberRow>`
    with players as materialized (
      select id, count(*) as shared
      from (${playersOfSameGames(viewerId)}) player
      group by id
      order by count(*) desc, id
      limit ${sql.lit(LOOKED_UP)}
    )
    select p.id, p.username, p.display_name, p.avatar_url
    from players
    join profiles p on p.id = players.id
    where ${isListed(viewerId)}
    order by players.shared desc, p.id
    limit ${sql.lit(most)}`.execute(db)
  return rows
}

export interface ShelfCount {
  games: number
  /** The games that are in the viewer's library, too. */
  common: number
}

/** Counts the games of these members that others see, and those of them that the viewer also has. */
export async function countShelves(
  db: Db,
  ids: readonly UserId[],
  viewerId: UserId | null,
): Promise<ReadonlyMap<UserId, ShelfCount>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ShelfCount & { id: UserId }>`
    select theirs.user_id as id, count(*)::int as games, count(own.game_id)::int as common
    from user_games theirs
    left join user_games own on own.user_id = ${viewerId}::uuid and own.game_id = theirs.game_id
    where theirs.user_id = any(${ids}::uuid[]) and not is_own_game(theirs.game_id)
    group by theirs.user_id`.execute(db)
  return new Map(rows.map(({ id, games, common }) => [id, { games, common }]))
}

const GAMES_SHOWN = 4

/** Lists the favourite games of these members in their order, or of a member without any those with the most stars. */
export async function listBestGames(db: Db, ids: readonly UserId[]): Promise<{ user_id: UserId; game_id: GameId }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ user_id: UserId; game_id: GameId }>`
    select member.id as user_id, best.game_id
    from unnest(${ids}::uuid[]) member (id)
    cross join lateral (
      (
        select game_id, position, 0 as of_stars from profile_favourites
        where user_id = member.id
      )
      union all
      (
        select game_id, row_number() over (order by user_rating desc, updated_at desc), 1
        from (
          select game_id, user_rating, updated_at from user_games
          where user_id = member.id and user_rating is not null and not is_own_game(game_id)
            and not exists (select from profile_favourites where user_id = member.id)
          order by user_rating desc nulls last, updated_at desc
          limit ${sql.lit(GAMES_SHOWN)}
        ) rated
      )
    ) best
    order by member.id, best.of_stars, best.position`.execute(db)
  return rows
}
