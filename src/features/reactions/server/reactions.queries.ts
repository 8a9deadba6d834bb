import { type RawBuilder, sql } from 'kysely'
import { compiledOnce, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { type Sent, send } from '#db/transaction.ts'
import { isDisabled } from '#features/accounts/server/roles-and-status/roles-and-status.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import type { Emoji, EmojiCount } from '../reactions.rules.ts'

export interface ReactionRow {
  id: string
  user_id: string
  emoji: Emoji
  created_at: Date
  /** False when it replaced another one. */
  is_new: boolean
}

const isAbout = ({ subjectType, subjectId }: SubjectRef) =>
  sql`subject_id = ${subjectId} and subject_type = ${subjectType}`

/**
 * Locks one member's choices about one subject until the end of the transaction, so that calls run one after the other.
 */
export async function lockChoice(db: Db, { subjectType, subjectId }: SubjectRef, userId: UserId): Promise<void> {
  const key = `reaction:${subjectType}:${subjectId}:${userId}`
  await send(db, lock({ key }))
}

const lock = compiledOnce<{ key: string }>(
  (value) => sql`select pg_advisory_xact_lock(hashtextextended(${value('key')}, 0))`,
)

/** Deletes the reaction, and returns whether there was one. */
export async function deleteReaction(db: Db, subject: SubjectRef, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    delete from activity_reactions where ${isAbout(subject)} and user_id = ${userId} returning id`.execute(db)
  return rows.length > 0
}

/** Deletes the reaction if it is the same emoji, and returns null; otherwise inserts or replaces it. */
export async function toggleReaction(
  db: Db,
  subject: SubjectRef,
  reaction: { userId: UserId; emoji: Emoji; at: Date },
): Promise<ReactionRow | null> {
  const [row] = await rowsOf(db, toggled({ ...subject, ...reaction }))
  return row ?? null
}

const toggled = compiledOnce<SubjectRef & { userId: UserId; emoji: Emoji; at: Date }, ReactionRow>(
  (value) => sql<ReactionRow>`
    with same as (
      delete from activity_reactions
      where subject_id = ${value('subjectId')} and subject_type = ${value('subjectType')}
        and user_id = ${value('userId')} and emoji = ${value('emoji')}
      returning id
    )
    insert into activity_reactions (subject_type, subject_id, user_id, emoji, created_at)
    select ${value('subjectType')}, ${value('subjectId')}::uuid, ${value('userId')}::uuid, ${value('emoji')},
      ${value('at')}::timestamptz
    where not exists (select from same)
    on conflict (subject_id, subject_type, user_id) do update set emoji = excluded.emoji, created_at = excluded.created_at
    returning id, user_id, emoji, created_at, xmax = 0 as is_new`,
)

/**
 * Counts the reactions to one subject from their rows, without those of disabled members, as a value in a query that
 * has the subject (`subjectId` is an expression); null for none.
 */
export const countedReactions = (type: SubjectType, subjectId: RawBuilder<unknown>, viewerId: UserId | null) =>
  sql<EmojiCount[] | null>`(
    select json_agg(counted)
    from (
      select emoji, count(*)::int as count, coalesce(bool_or(user_id = ${viewerId}::uuid), false) as mine
      from activity_reactions
      where subject_id = ${subjectId} and subject_type = ${type} and not ${isDisabled(sql`user_id`)}
      group by emoji
    ) counted
  )`

/** Counts the reactions to one subject. */
export function sendCount(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  viewerId: UserId,
): Promise<Sent<{ counted: EmojiCount[] | null }>> {
  return send(
    db,
    sql<{ counted: EmojiCount[] | null }>`
      select ${countedReactions(subjectType, sql`${subjectId}::uuid`, viewerId)} as counted`,
  )
}

/** Counts the reactions of several subjects at once. */
export async function countReactions(
  db: Db,
  type: SubjectType,
  subjectIds: readonly string[],
  viewerId: UserId | null,
): Promise<{ subject_id: string; counted: EmojiCount[] | null }[]> {
  if (subjectIds.length === 0) return []
  const { rows } = await sql<{ subject_id: string; counted: EmojiCount[] | null }>`
    select subject.id as subject_id, ${countedReactions(type, sql`subject.id`, viewerId)} as counted
    from unnest(${subjectIds}::uuid[]) as subject(id)`.execute(db)
  return rows
}

/** Returns the subjects that the member has reacted to. */
export async function listSubjectsOf(db: Db, userId: string): Promise<SubjectRef[]> {
  const rows = await db
    .selectFrom('activity_reactions')
    .where('user_id', '=', userId)
    .select(['subject_type', 'subject_id'])
    .execute()
  return rows.map((row) => ({ subjectType: row.subject_type as SubjectType, subjectId: row.subject_id }))
}
