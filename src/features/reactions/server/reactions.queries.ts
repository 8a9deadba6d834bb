import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
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
}

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
export const deleteReaction = async (db: Db, subject: SubjectRef, userId: UserId): Promise<boolean> =>
  (await (await sendDeletion(db, subject, userId)).rows()).length > 0

/** Does the same, and does not wait for the row. */
export const sendDeletion = (db: Db, subject: SubjectRef, userId: UserId): Promise<Sent<{ id: string }>> =>
  send(db, deletion({ ...subject, userId }))

const deletion = compiledOnce<SubjectRef & { userId: UserId }, { id: string }>(
  (value) => sql<{ id: string }>`
    delete from activity_reactions
    where subject_id = ${value('subjectId')} and subject_type = ${value('subjectType')} and user_id = ${value('userId')}
    returning id`,
)

/** Reads the emoji that a member has chosen, after `lockChoice`. */
export const sendChoice = (db: Db, subject: SubjectRef, userId: UserId): Promise<Sent<{ emoji: Emoji }>> =>
  send(db, choice({ ...subject, userId }))

const choice = compiledOnce<SubjectRef & { userId: UserId }, { emoji: Emoji }>(
  (value) => sql<{ emoji: Emoji }>`
    select emoji from activity_reactions
    where subject_id = ${value('subjectId')} and subject_type = ${value('subjectType')} and user_id = ${value('userId')}`,
)

/** Inserts the reaction, or gives it another emoji. */
export const sendReaction = (
  db: Db,
  subject: SubjectRef,
  reaction: { userId: UserId; emoji: Emoji; at: Date },
): Promise<Sent<ReactionRow>> => send(db, chosen({ ...subject, ...reaction }))

const chosen = compiledOnce<SubjectRef & { userId: UserId; emoji: Emoji; at: Date }, ReactionRow>(
  (value) => sql<ReactionRow>`
    insert into activity_reactions (subject_type, subject_id, user_id, emoji, created_at)
    values (${value('subjectType')}, ${value('subjectId')}, ${value('userId')}, ${value('emoji')}, ${value('at')})
    on conflict (subject_id, subject_type, user_id) do update set emoji = excluded.emoji, created_at = excluded.created_at
    returning id, user_id, emoji, created_at`,
)

/**
 * Counts the reactions to one subject from their rows, without those of disabled members, as a value in a query that
 * has the subject (`subjectId` is an expression); null for none.
 */
export const countedReactions = (
  type: SubjectType | RawBuilder<SubjectType>,
  subjectId: RawBuilder<unknown>,
  viewerId: UserId | RawBuilder<UserId> | null,
) =>
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
export const sendCount = (db: Db, subject: SubjectRef, viewerId: UserId): Promise<Sent<CountRow>> =>
  send(db, count({ ...subject, viewerId }))

interface CountRow {
  counted: EmojiCount[] | null
}

const count = compiledOnce<SubjectRef & { viewerId: UserId }, CountRow>(
  (value) => sql<CountRow>`
    select ${countedReactions(value('subjectType'), sql`${value('subjectId')}::uuid`, value('viewerId'))} as counted`,
)

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
