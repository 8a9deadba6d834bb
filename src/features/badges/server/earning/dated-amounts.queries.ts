import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { RuleKind } from '../../badges.rules.ts'

type Member = RawBuilder<unknown>

/**
 * The query of each kind of rule: the amounts of a member, each with its time. The amounts decide
 * whether the member has earned a badge, and their times its date. Played games are completed or playing (C03),
 * hours are those of the library (C04). Private reviews do not count, because the badge would reveal them.
 */
const DATED_AMOUNTS: Record<RuleKind, (member: Member) => RawBuilder<unknown>> = {
  games_played: (member) => sql`
    select created_at as at, 1 as amount from user_games where user_id = ${member} and status in ('playing', 'completed')`,
  games_completed: (member) => sql`
    select coalesce(first_completed_at, updated_at) as at, 1 as amount
    from user_games where user_id = ${member} and status = 'completed'`,
  reviews_written: (member) =>
    sql`select created_at as at, 1 as amount from reviews where user_id = ${member} and is_public`,
  friends: (member) => sql`
    select updated_at as at, 1 as amount from friends where user_id = ${member} and status = 'accepted'
    union all
    select updated_at, 1 from friends where friend_id = ${member} and status = 'accepted'`,
  hours_played: (member) => sql`
    select coalesce(last_played_at, updated_at) as at, play_time as amount
    from user_games where user_id = ${member} and play_time > 0`,
  challenges_completed: (member) => sql`
    select completed_at as at, 1 as amount from challenge_participants where user_id = ${member} and completed`,
  forum_posts: (member) => sql`
    select created_at as at, 1 as amount from forum_threads where author_id = ${member} and is_listed
    union all
    select created_at, 1 from forum_posts where author_id = ${member} and is_shown`,
}

/** Each row of these kinds counts one, so the threshold limits the rows that are read. */
const isLimited = (kind: RuleKind) => kind !== 'hours_played'

/** Returns the amounts of a member: rows of `at` and `amount`. */
export const datedAmountsOf = (kind: RuleKind, member: Member): RawBuilder<unknown> => DATED_AMOUNTS[kind](member)

/**
 * Returns the amount of a rule, as an expression. `kind` and `most` are expressions: the kind, and the highest amount
 * that matters.
 */
export function amountOf(
  member: Member,
  kinds: readonly RuleKind[],
  { kind, most }: { kind: RawBuilder<unknown>; most: RawBuilder<unknown> },
): RawBuilder<number> {
  const cases = kinds.map((one) => {
    const dated = datedAmountsOf(one, member)
    const read = isLimited(one) ? sql`(${dated}) dated limit ${most}` : sql`(${dated}) dated`
    return sql`when ${sql.lit(one)} then (select coalesce(sum(amount), 0) from (select amount from ${read}) counted)`
  })
  return sql<number>`(case ${kind} ${sql.join(cases, sql` `)} end)::numeric`
}

/** Computes how much of each kind the member has done. */
export async function sumAmounts(
  db: Db,
  userId: UserId,
  needed: readonly { kind: RuleKind; most: number }[],
): Promise<ReadonlyMap<RuleKind, number>> {
  if (needed.length === 0) return new Map()
  const kinds = needed.map(({ kind }) => kind)
  const { rows } = await sql<{ kind: RuleKind; amount: number }>`
    select kind, ${amountOf(sql`${userId}::uuid`, kinds, { kind: sql`needed.kind`, most: sql`needed.most` })} as amount
    from jsonb_to_recordset(${JSON.stringify(needed)}::jsonb) as needed(kind text, most bigint)`.execute(db)
  return new Map(rows.map(({ kind, amount }) => [kind, amount]))
}
