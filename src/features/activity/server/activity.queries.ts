import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type CommentPreviewRow, commentPreviewSql } from '#features/comments/server/comments.service.ts'
import { type Audience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { EmojiCount } from '#features/reactions/reactions.rules.ts'
import { countedReactions } from '#features/reactions/server/reactions.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ActivityType } from '../activity.contract.ts'
import { ACTIVITY } from '../activity.subject.ts'

/** An activity with its actor and what the actor's library says of the game. */
export interface ActivityRow {
  id: string
  user_id: string
  game_id: string | null
  activity_type: string
  details: unknown
  hidden_at: Date | null
  created_at: Date
  username: string | null
  display_name: string | null
  avatar_url: string | null
  /** 1 to 10. */
  user_rating: number | null
  /** Hours, as the library has them today. */
  play_time: number | null
  completion_percentage: number | null
  /** What was chosen and said: `shownReactions` and `shownComments` tell what these mean. */
  reactions: EmojiCount[] | null
  said: CommentPreviewRow | null
}

/** Who reads, and with whose eyes: they differ where an owner looks as somebody else, or an admin at a feed. */
export interface Look {
  viewer: Viewer | null
  eye: Audience
}

/** What an activity's row takes from its actor and the actor's library, where that is open to this eye. */
const companyOf = (eye: Audience) => sql`
  join profiles on profiles.id = activity.user_id
  left join user_games entry
    on entry.user_id = activity.user_id and entry.game_id = activity.game_id and ${isVisibleTo(eye, sql`profiles`, 'library')}`
const columns = sql`
  activity.id, activity.user_id, activity.game_id, activity.activity_type, activity.details, activity.hidden_at,
  activity.created_at, profiles.username, profiles.display_name, profiles.avatar_url,
  entry.user_rating, entry.play_time, entry.completion_percentage`

/**
 * The activities whose ids `found` selects, newest first, with all that is shown of them but their games: one statement for
 * which and what, because the way to the database and back costs as much as what it does there.
 */
export async function loadActivities(
  db: Db,
  found: RawBuilder<unknown>,
  { viewer, eye }: Look,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select ${columns},
      ${countedReactions(ACTIVITY.type, sql`activity.id`, viewer?.id ?? null)} as reactions,
      ${commentPreviewSql(ACTIVITY.type, sql`activity.id`, viewer)} as said
    from (${found}) found
    join friend_activities activity on activity.id = found.id
    ${companyOf(eye)}
    order by activity.created_at desc, activity.id desc`.execute(db)
  return rows
}

/** Whose it is and whether the viewer may see it; undefined when there is none, or it is hidden from this eye (G21). */
export async function findAccess(
  db: Db,
  activityId: string,
  eye: Audience,
): Promise<{ user_id: string; game_id: string | null; is_open: boolean } | undefined> {
  const { rows } = await sql<{ user_id: string; game_id: string | null; is_open: boolean }>`
    select activity.user_id, activity.game_id,
      ${isVisibleTo(eye, sql`p`, 'activity')} as is_open
    from friend_activities activity
    join profiles p on p.id = activity.user_id
    where activity.id = ${activityId}
      and (activity.hidden_at is null or activity.user_id = ${eye.viewerId}::uuid or ${eye.seesAll})`.execute(db)
  return rows[0]
}

/**
 * Lets the calls of one member pass one after the other until the end of the transaction: cool-down and hourly limit
 * are then read and the activity is written without another call in between.
 */
export async function lockMember(db: Db, userId: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`activity:${userId}`}, 0))`.execute(db)
}

/** "Share my activity" (G25): on, unless it was switched off. */
const sharesActivity = (profile: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${profile}.settings ->> 'shareActivity', 'true') <> 'false'`

/** What decides whether an update is shared, and what it says. */
export interface SharingState {
  is_sharing: boolean
  /** When this update was last shared, and when the 60th latest of any kind was; null where there is none. */
  same_at: Date | null
  oldest_at: Date | null
  /** What the library says; the activity's percentage is taken from it (G25). */
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

/** Answers it as its author sees it. Nothing can have been said to it yet. */
export async function insertActivity(
  db: Db,
  activity: { userId: UserId; gameId: GameId; type: ActivityType; details: object; at: Date },
): Promise<ActivityRow> {
  const { userId, gameId, type, details, at } = activity
  const { rows } = await sql<ActivityRow>`
    with made as (
      insert into friend_activities (user_id, game_id, activity_type, details, created_at)
      values (${userId}, ${gameId}, ${type}, ${JSON.stringify(details)}, ${at})
      returning *
    )
    select ${columns}, null as reactions, null as said
    from made activity
    ${companyOf({ viewerId: userId, seesAll: false })}`.execute(db)
  return rows[0] as ActivityRow
}

/** One for each of these members who shares and has none since `since`. */
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

/** What a member did about a challenge, once for each challenge, unless they do not share; undefined then. */
export async function insertChallengeActivity(
  db: Db,
  told: { userId: UserId; details: { challenge_id: string; title: string; completed: boolean }; at: Date },
): Promise<string | undefined> {
  const { challenge_id, completed } = told.details
  const { rows } = await sql<{ id: string }>`
    insert into friend_activities (user_id, activity_type, details, created_at)
    select p.id, 'joined_challenge', ${JSON.stringify(told.details)}::jsonb, ${told.at}::timestamptz
    from profiles p
    where p.id = ${told.userId}
      and ${sharesActivity(sql`p`)}
      and not exists (
        select from friend_activities
        where user_id = p.id and activity_type = 'joined_challenge' and details ->> 'challenge_id' = ${challenge_id}
          and (details -> 'completed')::boolean = ${completed}
      )
    returning id`.execute(db)
  return rows[0]?.id
}

/** What was told of a challenge no longer names it; answers whose that was. */
export async function unlinkChallenge(db: Db, challengeId: string): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    update friend_activities set details = details - 'challenge_id'
    where activity_type = 'joined_challenge' and details ->> 'challenge_id' = ${challengeId}
    returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Keeps the activity from going away until the end of the transaction. */
export async function lockActivityForShare(db: Db, activityId: string): Promise<void> {
  await sql`
    with author as materialized (
      select id from profiles where id = (select user_id from friend_activities where id = ${activityId}) for key share
    )
    select id from friend_activities
    where id = ${activityId} and user_id = (select id from author)
    for key share`.execute(db)
}

export async function deleteActivity(db: Db, activityId: string): Promise<void> {
  await db.deleteFrom('friend_activities').where('id', '=', activityId).execute()
}
