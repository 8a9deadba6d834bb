import { type RawBuilder, sql } from 'kysely'
import { compiledForShape } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isDisabled } from '#features/accounts/server/roles-and-status/roles-and-status.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type Audience, type AudienceOfRequest, feedAudience, isVisibleTo } from './visibility/visibility.queries.ts'

/** Reads public profiles, without disabled members. */
export function listProfiles(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('profiles')
    .where('id', 'in', ids)
    .where('disabled_at', 'is', null)
    .select(['id', 'username', 'display_name', 'avatar_url'])
    .execute()
}

export interface ProfileRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  bio: string | null
  location: string | null
  website: string | null
  pronouns: string | null
  pinned_line: string | null
  /** One address on each line. */
  more_links: string | null
  verified_links: string[]
  settings: unknown
  email: string
  created_at: Date
  updated_at: Date
  last_seen_at: Date | null
  is_open: boolean
  opens_library: boolean
  opens_activity: boolean
  opens_friends: boolean
  opens_badges: boolean
  /** Whether a visitor may see the profile, the library and the activity. */
  opens_to_visitors: boolean
  opens_library_to_visitors: boolean
  opens_activity_to_visitors: boolean
  /** Only if it was asked for. */
  recent?: RecentActivity
}

export type Handle = { id: string } | { username: string }

/** Which of a member's recent activity is read with the profile: at most so many active days, and a game played since `since`. */
export interface Recent {
  most: number
  since: Date
}

export interface RecentActivity {
  /** The newest active days, 'YYYY-MM-DD', newest first. */
  days: string[]
  /** The game that the member plays since `since`. */
  currentGame: { id: string; name: string } | null
}

/**
 * Reads a profile, with the sections that this audience may see, and with `recent` the member's recent activity in the
 * same statement, which is compiled once. The caller checks that the viewer may see the activity. Returns undefined when
 * the profile does not exist or its member is disabled.
 */
export async function findProfile(
  db: Db,
  handle: Handle,
  { viewerId, seesAll, isFriendOfAll = false }: AudienceOfRequest,
  recent: Recent | null = null,
): Promise<ProfileRow | undefined> {
  const isById = 'id' in handle
  const shape = { isById, isVisitor: viewerId === null, seesAll, isFriendOfAll, hasRecent: recent !== null }
  const values = { handle: isById ? handle.id : handle.username, viewerId, most: 0, since: null, ...recent }
  const [row] = await profiles(shape)(db, values)
  return row
}

const profiles = compiledForShape<
  { isById: boolean; isVisitor: boolean; seesAll: boolean; isFriendOfAll: boolean; hasRecent: boolean },
  ProfileValues,
  ProfileRow
>(
  ({ isById, isVisitor, seesAll, isFriendOfAll, hasRecent }) =>
    (value) =>
      profileSql(
        isById ? sql`p.id = ${value('handle')}::uuid` : sql`lower(p.username) = lower(${value('handle')})`,
        { viewerId: isVisitor ? null : (value('viewerId') as RawBuilder<UserId>), seesAll, isFriendOfAll },
        hasRecent ? recentActivity(sql`p.id`, value('most'), value('since')) : null,
      ),
)

interface ProfileValues {
  handle: string
  viewerId: UserId | null
  most: number
  since: Date | null
}

function profileSql(
  matchesHandle: RawBuilder<unknown>,
  audience: Audience,
  recent: RawBuilder<RecentActivity> | null,
): RawBuilder<ProfileRow> {
  const p = sql`p`
  return sql<ProfileRow>`
    select p.id, p.username, p.display_name, p.avatar_url, p.bio, p.location, p.website, p.pronouns,
      p.pinned_line, p.more_links, p.verified_links, p.settings, account.email,
      p.created_at, p.updated_at, p.last_seen_at,
      ${isVisibleTo(audience, p, 'profile')} as is_open,
      ${isVisibleTo(audience, p, 'library')} as opens_library,
      ${isVisibleTo(audience, p, 'activity')} as opens_activity,
      ${isVisibleTo(audience, p, 'friends')} as opens_friends,
      ${isVisibleTo(audience, p, 'badges')} as opens_badges,
      ${isVisibleTo(feedAudience(null), p, 'profile')} as opens_to_visitors,
      ${isVisibleTo(feedAudience(null), p, 'library')} as opens_library_to_visitors,
      ${isVisibleTo(feedAudience(null), p, 'activity')} as opens_activity_to_visitors
      ${recent ? sql`, ${recent} as recent` : sql``}
    from profiles p
    join "user" account on account.id = p.id
    where ${matchesHandle} and p.disabled_at is null`
}

const recentActivity = (userId: RawBuilder<unknown>, most: RawBuilder<number>, since: RawBuilder<unknown>) =>
  sql<RecentActivity>`json_build_object(
    'days', array(
      select to_char(day, 'YYYY-MM-DD') from user_active_days
      where user_id = ${userId}
      order by user_active_days.day desc
      limit ${most}::int
    ),
    'currentGame', (
      select json_build_object('id', games.id, 'name', games.name)
      from (${gameInPlay(userId, sql`${since}::timestamptz`)}) played
      join games on games.id = played.game_id
    )
  )`

export interface Totals {
  want_to_play: number
  playing: number
  completed: number
  dropped: number
  played_this_year: number
  hours: number
  achievements: number
  friends: number
  followers: number
  following: number
  /** Listed reviews; a member's own count includes private and hidden ones. */
  reviews: number
}

/** When the current year began for a member: the instant, and the date of 1 January. */
export interface YearStart {
  at: Date
  day: string
}

/**
 * True when an entry counts for the year: it was added this year (R-STAT-05) and was played this year (decision 0052).
 */
export const isOfYear = ({ at, day }: YearStart) => sql<boolean>`
  user_games.created_at >= ${at} and was_played_since(user_games, ${at}, ${day}::date)`

/** Computes all counts of a member in one statement. With `isOwn` it also counts private and hidden reviews. */
export async function countProfileTotals(db: Db, userId: UserId, year: YearStart, isOwn: boolean): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select shelf.*,
      ties.friends, ties.followers, ties.following,
      (
        select count(*)::int from reviews
        where user_id = ${userId} ${isOwn ? sql`` : sql`and is_listed`}
      ) as reviews
    from (
      select
        count(*) filter (where status = 'want_to_play') as want_to_play,
        count(*) filter (where status = 'playing') as playing,
        count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'dropped') as dropped,
        count(*) filter (where status in ('playing', 'completed') and ${isOfYear(year)}) as played_this_year,
        coalesce(sum(play_time), 0) as hours,
        coalesce(sum(achievements_completed), 0) as achievements
      from user_games
      -- Others see no game of the member's own (decision 0086).
      where user_id = ${userId} ${isOwn ? sql`` : sql`and not is_own_game(game_id)`}
    ) shelf, (${countRelationshipsOf(userId)}) ties`.execute(db)
  return rows[0] as Totals
}

/**
 * Counts a member's relationships, without disabled and deleted members (decision 0050). Follows come from stored
 * counts (decision 0037), because counting the followers of a famous member would read all of them. A member has at
 * most a thousand friends.
 */
const countRelationshipsOf = (userId: UserId) => sql`
  select
    (select count(*)::int from friends where user_id = ${userId} and status = 'accepted' and not ${isDisabled(sql`friend_id`)})
      + (select count(*)::int from friends where friend_id = ${userId} and status = 'accepted' and not ${isDisabled(sql`user_id`)})
      as friends,
    coalesce(sum(followers), 0)::int as followers, coalesce(sum(following), 0)::int as following
  from follow_counts where user_id = ${userId}`

type RelationshipCounts = Pick<Totals, 'friends' | 'followers' | 'following'>

export async function countRelationships(db: Db, userId: UserId): Promise<RelationshipCounts> {
  const { rows } = await sql<RelationshipCounts>`${countRelationshipsOf(userId)}`.execute(db)
  return rows[0] as RelationshipCounts
}

/**
 * Returns, as a query of one id, the game that a member started or progressed last since `since` (G49), unless it was
 * completed, dropped or moved back to the backlog after that. `memberId` is an expression.
 */
export const gameInPlay = (memberId: RawBuilder<unknown>, since: Date | RawBuilder<unknown>) => sql`
  select latest.game_id
  from (
    select game_id, created_at
    from friend_activities
    where user_id = ${memberId} and hidden_at is null and created_at > ${since}
      and activity_type in ('started_playing', 'progress')
    order by created_at desc, id desc
    limit 1
  ) latest
  where not exists (
    select from user_games entry
    where entry.user_id = ${memberId} and entry.game_id = latest.game_id
      and entry.status <> 'playing' and entry.updated_at >= latest.created_at
  )`

export async function findTimeZone(db: Db, userId: UserId): Promise<string | null> {
  const { rows } = await sql<{ zone: string | null }>`
    select settings ->> 'timezone' as zone from profiles where id = ${userId}`.execute(db)
  return rows[0]?.zone ?? null
}

export async function findTimeZones(db: Db, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, string | null>> {
  const { rows } = await sql<{ id: UserId; zone: string | null }>`
    select id, settings ->> 'timezone' as zone from profiles where id = any(${userIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, zone }) => [id, zone]))
}

export async function insertActiveDay(db: Db, userId: UserId, day: string): Promise<void> {
  await db
    .insertInto('user_active_days')
    .values({ user_id: userId, day })
    .onConflict((conflict) => conflict.columns(['user_id', 'day']).doNothing())
    .execute()
}

export async function listFavouriteIds(db: Db, userId: UserId): Promise<GameId[]> {
  const rows = await db
    .selectFrom('profile_favourites')
    .select('game_id')
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()
  return rows.map(({ game_id }) => game_id as GameId)
}

/** Locks the member's row until the transaction ends, so that simultaneous changes of the favourites wait for each other. */
export async function lockFavourites(db: Db, userId: UserId): Promise<void> {
  await db.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Replaces the favourites; the caller has locked them. */
export async function replaceFavourites(db: Db, userId: UserId, gameIds: readonly GameId[]): Promise<void> {
  await db.deleteFrom('profile_favourites').where('user_id', '=', userId).execute()
  if (gameIds.length === 0) return
  await db
    .insertInto('profile_favourites')
    .values(gameIds.map((game_id, at) => ({ user_id: userId, position: at + 1, game_id })))
    .execute()
}
