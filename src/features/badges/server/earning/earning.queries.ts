import { sql } from 'kysely'
import { compiledForShape } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import type { BadgeId, ChallengeId, UserId } from '#shared/ids.ts'
import type { RuleKind } from '../../badges.rules.ts'
import { amountOf } from './dated-amounts.queries.ts'

export interface NewRow {
  id: string
  name: string
  rule: unknown
}

/**
 * Stores the badges of these kinds whose rule the member has reached and that the member has never had, in one statement
 * (G14). It counts only the kinds of which a badge is left. A badge that another transaction has stored meanwhile is not
 * returned. Badges are inserted in the order of their ids, so that no two statements deadlock.
 */
export const insertReached = compiledForShape<{ kinds: readonly RuleKind[] }, { userId: UserId; at: Date }, NewRow>(
  ({ kinds }) =>
    (value) => {
      const member = sql`${value('userId')}::uuid`
      return sql<NewRow>`
    with open as materialized (
      select id, rule ->> 'kind' as kind, (rule ->> 'threshold')::numeric as threshold
      from badges
      where rule ->> 'kind' = any(${kinds}::text[])
        and not exists (select from user_badges where user_id = ${member} and badge_id = badges.id)
    ), reached as materialized (
      select kind, ${amountOf(member, kinds, { kind: sql`kind`, most: sql`most` })} as amount
      from (select kind, ceil(max(threshold))::bigint as most from open group by kind) needed
    ), earned as (
      insert into user_badges (user_id, badge_id, earned_at)
      select ${member}, open.id, ${value('at')}::timestamptz
      from open
      join reached using (kind)
      where reached.amount >= open.threshold
      order by open.id
      on conflict do nothing
      returning badge_id
    )
    select badge.id, badge.name, badge.rule
    from earned
    join badges badge on badge.id = earned.badge_id
    order by badge.display_order, badge.id`
    },
)

/** Returns those of these members who have reached a badge of these kinds that they never had. It compares the lowest thresholds. */
export async function listReaching(db: Db, userIds: readonly UserId[], kinds: readonly RuleKind[]): Promise<UserId[]> {
  const amount = amountOf(sql`member.id`, kinds, { kind: sql`open.kind`, most: sql`ceil(open.lowest)::bigint` })
  const { rows } = await sql<{ id: UserId }>`
    select member.id from unnest(${userIds}::uuid[]) member (id)
    where exists (
      select from (
        select rule ->> 'kind' as kind, min((rule ->> 'threshold')::numeric) as lowest
        from badges
        where rule ->> 'kind' = any(${kinds}::text[])
          and not exists (select from user_badges where user_id = member.id and badge_id = badges.id)
        group by rule ->> 'kind'
      ) open
      where ${amount} >= open.lowest
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores the reward of a challenge for a member who has completed it, unless the member has ever had the badge. */
export async function insertReward(
  db: Db,
  { userId, challengeId, at }: { userId: UserId; challengeId: ChallengeId; at: Date },
): Promise<NewRow[]> {
  const { rows } = await sql<NewRow>`
    with earned as (
      insert into user_badges (user_id, badge_id, earned_at, challenge_id)
      select ${userId}::uuid, badge_id, ${at}::timestamptz, id
      from challenges where id = ${challengeId} and badge_id is not null
      on conflict do nothing
      returning badge_id
    )
    select badge.id, badge.name, badge.rule from earned join badges badge on badge.id = earned.badge_id`.execute(db)
  return rows
}

/**
 * Stores the reward of a challenge, or of all challenges, for everybody who has completed it before it had one. Returns
 * the members who have a new badge.
 */
export async function insertEarlierRewards(db: Db, challengeId: ChallengeId | null): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    insert into user_badges (user_id, badge_id, earned_at, challenge_id)
    select distinct on (part.user_id, challenge.badge_id)
      part.user_id, challenge.badge_id, part.completed_at, challenge.id
    from challenge_participants part
    join challenges challenge on challenge.id = part.challenge_id
    where part.completed and challenge.badge_id is not null
      ${challengeId === null ? sql`` : sql`and challenge.id = ${challengeId}`}
    order by part.user_id, challenge.badge_id, part.completed_at
    on conflict do nothing
    returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Stores a badge that an admin gives, also one that an admin had taken away. Returns false when the member has it
 * already.
 */
export async function insertGiven(
  db: Db,
  { userId, badgeId, at }: { userId: UserId; badgeId: BadgeId; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into user_badges as earned (user_id, badge_id, earned_at)
    values (${userId}, ${badgeId}, ${at})
    on conflict (user_id, badge_id) do update
      set taken_at = null, earned_at = excluded.earned_at, challenge_id = null
      where earned.taken_at is not null
    returning badge_id`.execute(db)
  return rows.length > 0
}

/** Marks a badge as taken away. Returns false when the member does not have it. */
export async function markTaken(
  db: Db,
  { userId, badgeId, at }: { userId: UserId; badgeId: BadgeId; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_badges')
    .set({ taken_at: at })
    .where('user_id', '=', userId)
    .where('badge_id', '=', badgeId)
    .where('taken_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
