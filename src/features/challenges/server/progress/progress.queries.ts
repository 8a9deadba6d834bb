import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import type { ChallengeId, UserId } from '#shared/ids.ts'
import type { GoalType } from '../../challenges.rules.ts'

export interface RunningRow {
  challenge_id: string
  title: string
  progress: unknown
  remaining: number
  /** Progress counts from this time on. */
  since: Date
}

/**
 * Reads and locks the joined challenges that are running and not completed, in a fixed order until the transaction
 * ends. Of two concurrent library changes the second one counts what the first has written.
 */
export const lockRunning = compiledOnce<{ userId: UserId; now: Date; only: ChallengeId | null }, RunningRow>(
  (value) => sql<RunningRow>`
    select part.challenge_id, challenge.title, part.progress, part.remaining,
      greatest(part.joined_at, challenge.starts_at) as since
    from challenge_participants part
    join challenges challenge on challenge.id = part.challenge_id
    where part.user_id = ${value('userId')} and not part.completed
      and challenge.starts_at <= ${value('now')} and challenge.ends_at > ${value('now')}
      and (${value('only')}::uuid is null or part.challenge_id = ${value('only')}::uuid)
    order by part.challenge_id
    for no key update of part`,
)

export interface AmountRow {
  challenge_id: string
  goal_id: string
  target: number
  amount: number
}

/**
 * Measures how much of each goal the member has done since the start (decision 0043). Only entries and reviews that
 * were written since then can count; the indexes of the latest ones find them.
 */
export async function measureGoals(db: Db, userId: UserId, running: readonly RunningRow[]): Promise<AmountRow[]> {
  const since = running.map(({ challenge_id, since }) => ({ challenge_id, since }))
  const { rows } = await sql<AmountRow>`
    with part as (
      select * from jsonb_to_recordset(${JSON.stringify(since)}::jsonb) as given(challenge_id uuid, since timestamptz)
    )
    select goal.challenge_id, goal.id as goal_id, goal.target,
      coalesce(case goal.type
        when 'play_time' then (${over('play_time', userId)})
        when 'games_completed' then (${over('games_completed', userId)})
        when 'games_added' then (${over('games_added', userId)})
        when 'achievements' then (${over('achievements', userId)})
        when 'reviews_written' then (${reviewsWritten(userId)})
      end, 0) as amount
    from part
    join challenge_goals goal on goal.challenge_id = part.challenge_id
    order by goal.challenge_id, goal.position`.execute(db)
  return rows
}

/**
 * Detects a game that arrived since the start as one that was completed before it: only an import says that, and its hours
 * and achievements are of before, too. Sessions count by their own days.
 */
const IS_OF_BEFORE = sql`coalesce(entry.created_at >= part.since and entry.first_completed_at < part.since, false)`

const AMOUNTS: Record<Exclude<GoalType, 'reviews_written'>, RawBuilder<unknown>> = {
  games_added: sql`count(*) filter (where entry.created_at >= part.since)`,
  games_completed: sql`count(*) filter (
    where entry.status = 'completed' and entry.first_completed_at >= part.since
  )`,
  achievements: sql`sum(case when ${IS_OF_BEFORE} then 0 else greatest(0, entry.achievements_completed - coalesce((
    select point.achievements_completed from game_achievement_history point
    where point.user_id = entry.user_id and point.game_id = entry.game_id and point.created_at < part.since
    order by point.created_at desc, point.id desc
    limit 1
  ), 0)) end)`,
  // Adds the hours of sessions since the start and the growth of the undated balance (decision 0035). A negative
  // balance reduces at most the remaining earlier sessions; nothing counts more than the entry has.
  play_time: sql`sum(least(entry.play_time, dated.hours_since + case when ${IS_OF_BEFORE} then 0 else greatest(0, entry.undated_hours - greatest(
    coalesce((
      select point.undated_hours from game_progress_history point
      where point.user_id = entry.user_id and point.game_id = entry.game_id and point.created_at < part.since
      order by point.created_at desc, point.id desc
      limit 1
    ), 0),
    -dated.hours_before
  )) end))`,
}

const over = (type: keyof typeof AMOUNTS, userId: UserId) => sql`
  select ${AMOUNTS[type]}
  from user_games entry
  ${
    type === 'play_time'
      ? sql`cross join lateral (
          select
            round(coalesce(sum(minutes) filter (where ended_at >= part.since), 0) / 60.0, 2) as hours_since,
            round(coalesce(sum(minutes) filter (where ended_at < part.since), 0) / 60.0, 2) as hours_before
          from play_sessions session
          where session.user_id = entry.user_id and session.game_id = entry.game_id
        ) dated`
      : sql``
  }
  where entry.user_id = ${userId} and entry.updated_at >= part.since
    and (goal.game_id is null or entry.game_id = goal.game_id)`

/** Counts private reviews too, because the count does not reveal them. */
const reviewsWritten = (userId: UserId) => sql`
  select count(*)
  from reviews review
  where review.user_id = ${userId} and review.created_at >= part.since
    and (goal.game_id is null or review.game_id = goal.game_id)`

export interface ParticipantProgress {
  challenge_id: string
  progress: Readonly<Record<string, number>>
  remaining: number
}

/**
 * Saves all rows in one statement; the caller holds their locks. A participant without remaining goals is completed
 * now.
 */
export async function saveProgress(
  db: Db,
  userId: UserId,
  standings: readonly ParticipantProgress[],
  at: Date,
): Promise<void> {
  await sql`
    update challenge_participants
    set progress = given.progress, remaining = given.remaining, completed = given.remaining = 0,
      completed_at = case when given.remaining = 0 then ${at}::timestamptz end,
      reached_at = case
        when given.remaining = challenge_participants.remaining then challenge_participants.reached_at
        else ${at}::timestamptz
      end
    from jsonb_to_recordset(${JSON.stringify(standings)}::jsonb)
      as given(challenge_id uuid, progress jsonb, remaining numeric)
    where challenge_participants.user_id = ${userId}
      and challenge_participants.challenge_id = given.challenge_id`.execute(db)
}

/** Returns those of these members who take part in a challenge that runs and that they have not completed. */
export async function listRunningParticipants(db: Db, userIds: readonly UserId[], now: Date): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select distinct part.user_id
    from challenges challenge join challenge_participants part on part.challenge_id = challenge.id
    where challenge.starts_at <= ${now} and challenge.ends_at > ${now} and not part.completed
      and part.user_id = any(${userIds}::uuid[])`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

export async function listParticipants(db: Db): Promise<UserId[]> {
  const rows = await db.selectFrom('challenge_participants').select('user_id').distinct().execute()
  return rows.map(({ user_id }) => user_id as UserId)
}
