import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import type { Emoji } from '../reactions.rules.ts'

export interface ReactionRow {
  id: string
  user_id: string
  emoji: Emoji
  created_at: Date
  /** False where it took the place of another one. */
  is_new: boolean
}

export interface CountRow {
  subject_id: string
  emoji: Emoji
  count: number
  mine: boolean
}

/** Where the reactions to each kind of subject are kept (decision 0031), and the column that names the subject. */
const TABLES: Record<SubjectType, { table: string; subject: string }> = {
  activity: { table: 'activity_reactions', subject: 'activity_id' },
}
const tableOf = (type: SubjectType) => sql.table(TABLES[type].table)
const subjectOf = (type: SubjectType) => sql.ref(TABLES[type].subject)

/** Lets the calls of one member about one subject pass one after the other, until the end of the transaction. */
export async function lockChoice(db: Db, { subjectType, subjectId }: SubjectRef, userId: UserId): Promise<void> {
  const key = `reaction:${subjectType}:${subjectId}:${userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** Answers whether there was one; with `emoji` only that one is removed. */
export async function deleteReaction(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  userId: UserId,
  emoji?: Emoji,
): Promise<boolean> {
  const { rows } = await sql`
    delete from ${tableOf(subjectType)}
    where ${subjectOf(subjectType)} = ${subjectId} and user_id = ${userId}
      ${emoji === undefined ? sql`` : sql`and emoji = ${emoji}`}
    returning id`.execute(db)
  return rows.length > 0
}

export async function upsertReaction(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  reaction: { userId: UserId; emoji: Emoji; at: Date },
): Promise<ReactionRow> {
  const { rows } = await sql<ReactionRow>`
    insert into ${tableOf(subjectType)} (${subjectOf(subjectType)}, user_id, emoji, created_at)
    values (${subjectId}, ${reaction.userId}, ${reaction.emoji}, ${reaction.at})
    on conflict (${subjectOf(subjectType)}, user_id) do update set emoji = excluded.emoji, created_at = excluded.created_at
    returning id, user_id, emoji, created_at, xmax = 0 as is_new`.execute(db)
  return rows[0] as ReactionRow
}

/** Counted from the rows, for all of these subjects at once. */
export async function countReactions(
  db: Db,
  type: SubjectType,
  subjectIds: readonly string[],
  viewerId: UserId | null,
): Promise<CountRow[]> {
  if (subjectIds.length === 0) return []
  const { rows } = await sql<CountRow>`
    select ${subjectOf(type)} as subject_id, emoji, count(*)::int as count,
      coalesce(bool_or(user_id = ${viewerId}::uuid), false) as mine
    from ${tableOf(type)}
    where ${subjectOf(type)} = any(${subjectIds}::uuid[])
    group by 1, 2`.execute(db)
  return rows
}
