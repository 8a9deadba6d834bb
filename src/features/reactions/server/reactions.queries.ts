import { type RawBuilder, sql } from 'kysely'
import { lockName } from '#db/advisory-lock.ts'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
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

interface Choice extends SubjectRef {
  userId: UserId
}

/**
 * Locks one member's choices about one subject until the end of the transaction, so that calls run one after the other.
 */
export const lockChoice = compiledOnce<Choice>((value) =>
  lockName(
    sql`concat_ws(':', 'reaction', ${value('subjectType')}::text, ${value('subjectId')}::text, ${value('userId')}::text)`,
  ),
)

/** Deletes the reaction, and returns its id if there was one. */
export const deleteReaction = compiledOnce<Choice, { id: string }>(
  (value) => sql`
    delete from activity_reactions
    where subject_id = ${value('subjectId')} and subject_type = ${value('subjectType')} and user_id = ${value('userId')}
    returning id`,
)

/** Reads the emoji that a member has chosen, after `lockChoice`. */
export const findChoice = compiledOnce<Choice, { emoji: Emoji }>(
  (value) => sql`
    select emoji from activity_reactions
    where subject_id = ${value('subjectId')} and subject_type = ${value('subjectType')} and user_id = ${value('userId')}`,
)

/** Inserts the reaction, or gives it another emoji. */
export const storeReaction = compiledOnce<Choice & { emoji: Emoji; at: Date }, ReactionRow>(
  (value) => sql`
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

/** Counts the reactions to one subject, for this member. */
export const countOfSubject = compiledOnce<Choice, { counted: EmojiCount[] | null }>(
  (value) => sql`
    select ${countedReactions(value('subjectType'), sql`${value('subjectId')}::uuid`, value('userId'))} as counted`,
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

/** Moves the reactions to subjects of a type to others, by their ids. Who has reacted to both keeps the one to the other. */
export async function moveReactions(
  db: Db,
  type: SubjectType,
  moves: readonly { from: string; to: string }[],
): Promise<void> {
  await sql`
    update activity_reactions reaction set subject_id = given."to"
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as given ("from" uuid, "to" uuid)
    where reaction.subject_id = given."from" and reaction.subject_type = ${type} and not exists (
      select from activity_reactions other
      where other.subject_id = given."to" and other.subject_type = ${type} and other.user_id = reaction.user_id
    )`.execute(db)
}

/** Moves reactions to other subjects, each to its own, and inserts some that were removed, as they were. */
export async function putReactionsBack(
  db: Db,
  { moved, removed }: { moved: readonly { id: string; to: string }[]; removed: readonly object[] },
): Promise<void> {
  await sql`
    update activity_reactions reaction set subject_id = given."to"
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given (id uuid, "to" uuid)
    where reaction.id = given.id`.execute(db)
  await sql`
    insert into activity_reactions (id, subject_id, subject_type, user_id, emoji, created_at)
    select id, subject_id, subject_type, user_id, emoji, created_at
    from jsonb_populate_recordset(null::activity_reactions, ${JSON.stringify(removed)}::jsonb)
    on conflict do nothing`.execute(db)
}
