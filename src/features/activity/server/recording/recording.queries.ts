import { type RawBuilder, sql } from 'kysely'
import { lockName } from '#db/advisory-lock.ts'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isNoStricter, type Section } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ActivityType } from '../../activity.contract.ts'

/**
 * Locks the member's activities until the end of the transaction, so that no other call of the member runs between the
 * check of cool-down and hourly limit and the insert.
 */
export const lockMember = compiledOnce<{ userId: UserId }>((value) =>
  lockName(sql`'activity:' || ${value('userId')}::text`),
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
