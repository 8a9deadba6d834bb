import { type RawBuilder, sql } from 'kysely'
import { type Compilable, compiledOnce, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isoOfJson } from '#db/json-instant.ts'
import type { Keyset } from '#db/keyset.ts'
import { send } from '#db/transaction.ts'
import { type CommentPreviewRow, commentPreviewSql } from '#features/comments/server/comments.service.ts'
import {
  type Audience,
  feedAudience,
  isNoStricter,
  isVisibleTo,
  type Section,
} from '#features/profiles/server/profiles.service.ts'
import type { EmojiCount } from '#features/reactions/reactions.rules.ts'
import { countedReactions } from '#features/reactions/server/reactions.service.ts'
import { type ExtractRow, reviewOfActivitySql } from '#features/reviews/server/reviews.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ActivityType } from '../activity.contract.ts'
import { ACTIVITY } from '../activity.subject.ts'
import { type CirclePart, circleIds } from './lists/feed-circle.queries.ts'
import { mostBound } from './lists/ids.queries.ts'

/** An activity with its actor, and the game's facts from the actor's library. */
export interface ActivityRow {
  id: string
  user_id: string
  game_id: string | null
  activity_type: string
  details: unknown
  is_hidden: boolean
  /** ISO 8601 in UTC with milliseconds. */
  created_at: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  /** 1 to 10. */
  user_rating: number | null
  /** Hours in the library today. */
  play_time: number | null
  completion_percentage: number | null
  /** Reactions and comments in the form of the database; `viewReactionCounts` and `viewCommentPreview` convert them. */
  reactions: EmojiCount[] | null
  comments: CommentPreviewRow | null
  /** A database row, which `viewExtract` converts. */
  review: ExtractRow | null
}

/** The viewer and the audience. They differ when an owner previews the profile, or when an admin reads a feed. */
export interface Perspective {
  viewer: Viewer | null
  audience: Audience
}

/** Joins the actor, and the entry of the actor's library if this audience may see it. */
const joinActor = (audience: Audience) => sql`
  join profiles on profiles.id = activity.user_id
  left join user_games entry
    on entry.user_id = activity.user_id and entry.game_id = activity.game_id and ${isVisibleTo(audience, sql`profiles`, 'library')}`
/** The values of a row without its relations, in the order in which PostgreSQL sends them. */
const columns = sql`
  activity.id, activity.user_id, activity.game_id, activity.activity_type, activity.details,
  activity.hidden_at is not null, activity.created_at, profiles.username, profiles.display_name, profiles.avatar_url,
  entry.user_rating, entry.play_time, entry.completion_percentage`
type Names = [
  'id',
  'user_id',
  'game_id',
  'activity_type',
  'details',
  'is_hidden',
  'created_at',
  'username',
  'display_name',
  'avatar_url',
  'user_rating',
  'play_time',
  'completion_percentage',
  'reactions',
  'comments',
  'review',
]
type ValuesOf<N extends readonly (keyof ActivityRow)[]> = { [At in keyof N]: ActivityRow[N[At]] }
type Values = ValuesOf<Names>

/** A list of activities as one JSON text; its values one by one would each be read and converted (decision 0091). */
interface Listed {
  activities: Values[] | null
}

function rowOf(values: Values): ActivityRow {
  const [id, user_id, game_id, activity_type, details, is_hidden, created_at, username, ...others] = values
  const [display_name, avatar_url, user_rating, play_time, completion_percentage, reactions, comments, review] = others
  return {
    id,
    user_id,
    game_id,
    activity_type,
    details,
    is_hidden,
    created_at: isoOfJson(created_at),
    username,
    display_name,
    avatar_url,
    user_rating,
    play_time,
    completion_percentage,
    reactions,
    comments,
    review,
  }
}

async function activityRows(db: Db, query: Compilable<Listed>): Promise<ActivityRow[]> {
  const [listed] = await rowsOf(db, query)
  return listed?.activities?.map(rowOf) ?? []
}

const COMMENTED = { type: ACTIVITY.type, id: sql`activity.id`, gameId: sql`activity.game_id` }

/**
 * Loads the activities that `found` selects, newest first, with everything that a list shows except their games. One
 * statement finds and loads them, because a round trip to the database costs as much as the work there.
 */
export async function loadActivities(
  db: Db,
  found: RawBuilder<unknown>,
  perspective: Perspective,
): Promise<ActivityRow[]> {
  return activityRows(db, activitiesOf(found, perspective))
}

const activitiesOf = (found: RawBuilder<unknown>, { viewer, audience }: Perspective) => sql<Listed>`
    select json_agg(
      json_build_array(
        ${columns},
        ${countedReactions(ACTIVITY.type, sql`activity.id`, viewer?.id ?? null)},
        ${commentPreviewSql(COMMENTED, viewer)},
        ${reviewOfActivitySql(viewer)}
      )
      order by activity.created_at desc, activity.id desc
    ) as activities
    from (${found}) found
    join friend_activities activity on activity.id = found.id
    ${joinActor(audience)}`

/** Loads the next activities of a part of the viewer's circle, as `loadActivities` does. */
export async function loadCircleActivities(
  db: Db,
  viewer: Viewer,
  { part, before, most }: { part: CirclePart; before: Keyset | null; most: number },
): Promise<ActivityRow[]> {
  const isOlder = before !== null
  const key = `${part} ${isOlder} ${mostBound(most)} ${viewer.role}`
  let query = circleQueries.get(key)
  if (!query) {
    query = compiledOnce((value) => {
      const id = value('viewerId') as unknown as UserId
      const place = isOlder ? { at: value('at') as unknown as Date, id: value('id') as unknown as string } : null
      return activitiesOf(circleIds(id, place, most, part), { viewer: { ...viewer, id }, audience: feedAudience(id) })
    })
    circleQueries.set(key, query)
  }
  return activityRows(db, query({ viewerId: viewer.id, at: before?.at ?? null, id: before?.id ?? null }))
}

/** The largest statement of the app, compiled once for what changes its text (decision 0091). */
const circleQueries = new Map<
  string,
  ReturnType<typeof compiledOnce<{ viewerId: UserId; at: Date | null; id: string | null }, Listed>>
>()

/**
 * Finds the activity's owner and whether the viewer may see it; undefined when it is missing or hidden from this
 * audience (G21).
 */
export async function findAccess(db: Db, activityId: string, audience: Audience): Promise<AccessRow | undefined> {
  const { viewerId, seesAll } = audience
  // A member who reacts or comments, which is often.
  const query =
    typeof viewerId === 'string' && !seesAll
      ? accessOfMember({ activityId, viewerId })
      : accessOf(sql`${activityId}`, audience)
  const [row] = await rowsOf(db, query)
  return row
}

interface AccessRow {
  user_id: string
  game_id: string | null
  is_open: boolean
}

const accessOf = (activityId: RawBuilder<unknown>, audience: Audience) => sql<AccessRow>`
  select activity.user_id, activity.game_id, ${isVisibleTo(audience, sql`p`, 'activity')} as is_open
  from friend_activities activity
  join profiles p on p.id = activity.user_id
  where activity.id = ${activityId}
    and (activity.hidden_at is null or activity.user_id = ${audience.viewerId}::uuid or ${audience.seesAll})`

const accessOfMember = compiledOnce<{ activityId: string; viewerId: UserId }, AccessRow>((value) =>
  accessOf(value('activityId'), { viewerId: value('viewerId'), seesAll: false }),
)

/**
 * Locks the member's activities until the end of the transaction, so that no other call of the member runs between the
 * check of cool-down and hourly limit and the insert.
 */
export async function lockMember(db: Db, userId: UserId): Promise<void> {
  await send(db, lock({ key: `activity:${userId}` }))
}

const lock = compiledOnce<{ key: string }>(
  (value) => sql`select pg_advisory_xact_lock(hashtextextended(${value('key')}, 0))`,
)

/** The setting "Share my activity" (G25), which is on by default. */
const sharesActivity = (profile: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${profile}.settings ->> 'shareActivity', 'true') <> 'false'`

/** The facts that decide whether an update is shared, and with which content. */
export interface SharingState {
  is_sharing: boolean
  /** The time when this update was last shared, and that of the 60th latest activity of any type; null for none. */
  same_at: Date | null
  oldest_at: Date | null
  /** The facts from the library, which also provide the activity's percentage (G25). */
  is_in_library: boolean
  completion_percentage: number | null
}

export async function findSharingState(
  db: Db,
  update: { userId: UserId; gameId: GameId; type: ActivityType },
  mostPerHour: number,
): Promise<SharingState | undefined> {
  const { rows } = await sql<SharingState>`
    select ${sharesActivity(sql`p`)} as is_sharing,
      (
        select created_at from friend_activities
        where user_id = p.id and game_id = ${update.gameId} and activity_type = ${update.type}
        order by created_at desc limit 1
      ) as same_at,
      (
        select created_at from friend_activities
        where user_id = p.id and hidden_at is null
        order by created_at desc, id desc offset ${sql.lit(mostPerHour - 1)} limit 1
      ) as oldest_at,
      entry.id is not null as is_in_library, entry.completion_percentage
    from profiles p
    left join user_games entry on entry.user_id = p.id and entry.game_id = ${update.gameId}
    where p.id = ${update.userId}`.execute(db)
  return rows[0]
}

/** Inserts an activity and returns it as its author sees it. It has no reactions or comments yet. */
export async function insertActivity(
  db: Db,
  activity: { userId: UserId; gameId: GameId; type: ActivityType; details: object; at: Date },
): Promise<ActivityRow> {
  const { userId, gameId, type, details, at } = activity
  const [row] = await activityRows(
    db,
    sql<Listed>`
    with made as (
      insert into friend_activities (user_id, game_id, activity_type, details, created_at)
      values (${userId}, ${gameId}, ${type}, ${JSON.stringify(details)}, ${at})
      returning *
    )
    select json_agg(json_build_array(${columns}, null, null, null)) as activities
    from made activity
    ${joinActor({ viewerId: userId, seesAll: false })}`,
  )
  return row as ActivityRow
}

/** Inserts a friendship activity for each of these members who shares activities and has none since `since`. */
export async function insertFriendAdded(
  db: Db,
  { members, at, since }: { members: readonly UserId[]; at: Date; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into friend_activities (user_id, activity_type, created_at)
    select p.id, 'friend_added', ${at}::timestamptz
    from profiles p
    where p.id = any(${members}::uuid[])
      and ${sharesActivity(sql`p`)}
      and not exists (
        select from friend_activities
        where user_id = p.id and game_id is null and activity_type = 'friend_added' and created_at > ${since}
      )
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Inserts a member's activity about a challenge, once per challenge. Returns undefined when the member does not share
 * activities.
 */
export async function insertChallengeActivity(
  db: Db,
  joined: { userId: UserId; details: { challenge_id: string; title: string; completed: boolean }; at: Date },
): Promise<string | undefined> {
  const { challenge_id, completed } = joined.details
  const { rows } = await sql<{ id: string }>`
    insert into friend_activities (user_id, activity_type, details, created_at)
    select p.id, 'joined_challenge', ${JSON.stringify(joined.details)}::jsonb, ${joined.at}::timestamptz
    from profiles p
    where p.id = ${joined.userId}
      and ${sharesActivity(sql`p`)}
      and not exists (
        select from friend_activities
        where user_id = p.id and activity_type = 'joined_challenge' and details ->> 'challenge_id' = ${challenge_id}
          and (details -> 'completed')::boolean = ${completed}
      )
    returning id`.execute(db)
  return rows[0]?.id
}

/** The sections that a badge may reveal. */
const REVEALED = ['library', 'activity', 'friends'] as const satisfies Section[]

/**
 * Inserts a member's activities about badges, once per badge. Inserts none for a member who does not share activities or
 * who shows badges to fewer people than activities, and no badge that `reveals` a section that fewer people may see.
 */
export async function insertBadgeActivities(
  db: Db,
  {
    userId,
    badges,
    at,
  }: { userId: UserId; badges: readonly { badge_id: string; name: string; reveals: readonly Section[] }[]; at: Date },
): Promise<string[]> {
  const p = sql`p`
  const isOpen = REVEALED.map(
    (section) => sql`(${isNoStricter(p, section, 'activity')} or not badge.reveals ? ${sql.lit(section)})`,
  )
  const { rows } = await sql<{ id: string }>`
    insert into friend_activities (user_id, activity_type, details, created_at)
    select p.id, 'badge', jsonb_build_object('badge_id', badge.badge_id, 'name', badge.name), ${at}::timestamptz
    from profiles p
    cross join jsonb_to_recordset(${JSON.stringify(badges)}::jsonb) as badge(badge_id text, name text, reveals jsonb)
    where p.id = ${userId}
      and ${sharesActivity(p)}
      and ${isNoStricter(p, 'badges', 'activity')}
      and ${sql.join(isOpen, sql` and `)}
      and not exists (
        select from friend_activities
        where user_id = p.id and activity_type = 'badge' and details ->> 'badge_id' = badge.badge_id
      )
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Inserts or updates a member's activity about an import. Returns its id, and whether it is new; undefined when there is
 * none and the member does not share activities.
 */
export async function saveImportActivity(
  db: Db,
  { userId, importId, games, at }: { userId: UserId; importId: string; games: number; at: Date },
): Promise<{ id: string; is_new: boolean } | undefined> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into friend_activities as activity (user_id, activity_type, details, created_at)
    select p.id, 'imported', jsonb_build_object('import_id', ${importId}::text, 'games', ${games}::int), ${at}::timestamptz
    from profiles p
    where p.id = ${userId} and ${sharesActivity(sql`p`)}
    on conflict ((details ->> 'import_id')) where activity_type = 'imported'
    do update set details = excluded.details
    returning activity.id, old.id is null as is_new`.execute(db)
  return rows[0]
}

/** Deletes the activity about an import. Returns its id. */
export async function deleteImportActivity(db: Db, userId: UserId, importId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    delete from friend_activities
    where user_id = ${userId} and activity_type = 'imported' and details ->> 'import_id' = ${importId}
    returning id`.execute(db)
  return rows[0]?.id
}

/** Deletes the activities of a member about these badges. Returns their ids. */
export async function deleteBadgeActivities(db: Db, userId: UserId, badgeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from friend_activities
    where user_id = ${userId} and activity_type = 'badge' and details ->> 'badge_id' = any(${badgeIds}::text[])
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface ReviewKey {
  userId: UserId
  gameId: GameId
  reviewId: string
}

const isOfReview = ({ userId, gameId, reviewId }: ReviewKey) => sql`
  user_id = ${userId} and game_id = ${gameId} and activity_type = 'review' and details ->> 'review_id' = ${reviewId}`

export async function deleteReviewActivity(db: Db, review: ReviewKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from friend_activities where ${isOfReview(review)} returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes the challenge from its activities and returns their authors. */
export async function unlinkChallenge(db: Db, challengeId: string): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    update friend_activities set details = details - 'challenge_id'
    where activity_type = 'joined_challenge' and details ->> 'challenge_id' = ${challengeId}
    returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Locks the activity against deletion until the end of the transaction. */
export async function lockActivityForShare(db: Db, activityId: string): Promise<void> {
  await send(db, lockForShare({ activityId }))
}

const lockForShare = compiledOnce<{ activityId: string }>(
  (value) => sql`
    with author as materialized (
      select id from profiles
      where id = (select user_id from friend_activities where id = ${value('activityId')})
      for key share
    )
    select id from friend_activities
    where id = ${value('activityId')} and user_id = (select id from author)
    for key share`,
)

export async function deleteActivity(db: Db, activityId: string): Promise<void> {
  await db.deleteFrom('friend_activities').where('id', '=', activityId).execute()
}

/** Returns the games that the member has activities about. */
export async function listActivityGames(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('friend_activities')
    .where('user_id', '=', userId)
    .where('game_id', 'is not', null)
    .select('game_id')
    .distinct()
    .execute()
  return rows.map(({ game_id }) => game_id as string)
}
