import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import { RULE_KINDS, type Rule } from '../../badges.rules.ts'
import { datedAmountsOf } from '../earning/dated-amounts.queries.ts'

export interface PendingRow {
  id: string
  rule: unknown
  backfilled_to: string | null
}

/**
 * Locks the first badge with a rule whose backfill is not finished. Another node that runs the job skips it. A rule of a
 * newer version of the app is left to that version.
 */
export async function lockPending(db: Db): Promise<PendingRow | undefined> {
  const { rows } = await sql<PendingRow>`
    select id, rule, backfilled_to from badges
    where rule ->> 'kind' = any(${RULE_KINDS}::text[]) and backfilled_at is null
    order by display_order, id
    limit 1
    for no key update skip locked`.execute(db)
  return rows[0]
}

/**
 * Examines the next members, in the order of their ids, and stores the badge for those who have reached its rule. The
 * badge was earned when the last amount that it takes was added, as far as the rows say. Returns the last examined
 * member, and the members who have a new badge.
 */
export async function backfillMembers(
  db: Db,
  { badgeId, rule, after, most }: { badgeId: string; rule: Rule; after: string | null; most: number },
): Promise<{ last: string | null; earned: UserId[] }> {
  const { rows } = await sql<{ last: string | null; earned: UserId[] }>`
    with batch as materialized (
      select id from profiles ${after === null ? sql`` : sql`where id > ${after}::uuid`} order by id limit ${most}
    ), earned as (
      insert into user_badges (user_id, badge_id, earned_at)
      select batch.id, ${badgeId}::uuid, reached.at
      from batch
      cross join lateral (
        select at
        from (
          select at, sum(amount) over (order by at rows unbounded preceding) as total
          from (${datedAmountsOf(rule.kind, sql`batch.id`)}) dated
        ) counted
        where total >= ${rule.threshold}
        order by at
        limit 1
      ) reached
      where not exists (select from user_badges where user_id = batch.id and badge_id = ${badgeId})
      order by batch.id
      on conflict do nothing
      returning user_id
    )
    select (select id from batch order by id desc limit 1) as last,
      coalesce((select array_agg(user_id) from earned), '{}') as earned`.execute(db)
  return rows[0] as { last: string | null; earned: UserId[] }
}

/** Stores how far the backfill of a badge has come; without a member it is finished. */
export async function saveBackfill(db: Db, badgeId: string, to: string | null, at: Date): Promise<void> {
  const change = to === null ? { backfilled_at: at } : { backfilled_to: to }
  await db.updateTable('badges').set(change).where('id', '=', badgeId).execute()
}
