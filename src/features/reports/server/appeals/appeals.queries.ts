import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isAfter, type Keyset } from '#db/keyset.ts'
import type { SubjectRef } from '#shared/subject.ts'
import type { AppealKind, AppealState } from '../../appeals.rules.ts'

/** A decision about a text or an account. */
export interface Decision {
  kind: AppealKind
  at: Date
  by: string | null
  reason: string | null
}

/**
 * Finds the decision by which a text of this author is hidden or declined, and locks it until the transaction ends: who
 * reverses it meanwhile waits.
 */
export async function lockDecision(
  db: Db,
  authorId: string,
  { subjectType, subjectId }: SubjectRef,
): Promise<Decision | undefined> {
  const { rows: declined } = await sql<Decision>`
    select 'declined' as kind, decided_at as at, decided_by as by, note as reason
    from held_texts
    where subject_id = ${subjectId} and subject_type = ${subjectType} and author_id = ${authorId} and state = 'declined'
    for update`.execute(db)
  if (declined[0]) return declined[0]
  const { rows: hidden } = await sql<Decision>`
    select 'hidden' as kind, handled_at as at, handled_by as by, note as reason
    from reports
    where item_type = ${subjectType} and item_id = ${subjectId} and author_id = ${authorId} and status = 'removed'
      and outcome = 'hide'
    order by handled_at desc, id desc limit 1
    for update`.execute(db)
  return hidden[0]
}

export interface AppealRow {
  state: AppealState
  created_at: Date
  answer: string | null
}

/** Inserts an appeal. Returns false if the member has appealed against this decision before. */
export async function insertAppeal(
  db: Db,
  {
    userId,
    item,
    decision,
    text,
    at,
  }: { userId: string; item: SubjectRef | null; decision: Decision; text: string; at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('appeals')
    .values({
      user_id: userId,
      kind: decision.kind,
      subject_type: item?.subjectType ?? null,
      subject_id: item?.subjectId ?? null,
      decided_at: decision.at,
      decided_by: decision.by,
      reason: decision.reason,
      text,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'subject_id', 'kind', 'decided_at']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface OwnDecisionRow {
  type: string
  id: string
  /** The values in their JSON representation. */
  appeal: { state: AppealState; created_at: string; answer: string | null } | null
}

/** Lists the latest decisions by which texts of a member are hidden or declined, with the appeal against each. */
export async function listOwnDecisions(db: Db, userId: string, most: number): Promise<OwnDecisionRow[]> {
  const { rows } = await sql<OwnDecisionRow>`
    select decision.type, decision.id, (
      select json_build_object('state', appeal.state, 'created_at', appeal.created_at, 'answer', appeal.answer)
      from appeals appeal
      where appeal.user_id = ${userId} and appeal.subject_id = decision.id and appeal.kind = decision.kind
        and appeal.decided_at = decision.at
    ) as appeal
    from (
      select 'declined' as kind, subject_type as type, subject_id as id, decided_at as at
      from held_texts where author_id = ${userId} and state = 'declined'
      union
      select 'hidden', item_type, item_id, max(handled_at)
      from reports where author_id = ${userId} and status = 'removed' and outcome = 'hide'
      group by item_type, item_id
    ) decision
    order by decision.at desc, decision.id
    limit ${most}`.execute(db)
  return rows
}

export interface WaitingRow {
  id: string
  kind: AppealKind
  subject_type: string | null
  subject_id: string | null
  text: string
  created_at: Date
  decided_at: Date
  decided_by: string | null
  reason: string | null
  decider: string | null
  user_id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
}

/**
 * Lists the appeals that wait, the longest waiting first: those about these types of texts, or for null all with those against
 * suspensions. Not those of members who have deleted the account.
 */
export async function listWaiting(
  db: Db,
  types: readonly string[] | null,
  after: Keyset | null,
  most: number,
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select appeal.id, appeal.kind, appeal.subject_type, appeal.subject_id, appeal.text, appeal.created_at,
      appeal.decided_at, appeal.decided_by, appeal.reason, coalesce(decider.display_name, decider.username) as decider,
      author.id as user_id, author.username, author.display_name, author.avatar_url
    from appeals appeal
    join profiles author on author.id = appeal.user_id
    left join profiles decider on decider.id = appeal.decided_by
    where appeal.state = 'waiting' and author.deleted_at is null
      ${types === null ? sql`` : sql`and appeal.subject_type = any(${types}::text[])`} and ${isAfter(after, 'appeal.created_at', 'appeal.id')}
    order by appeal.created_at, appeal.id
    limit ${most}`.execute(db)
  return rows
}

/** Finds an appeal with the name of who has answered it. */
export async function findAppeal(db: Db, id: string) {
  return db
    .selectFrom('appeals')
    .leftJoin('profiles as answerer', 'answerer.id', 'appeals.answered_by')
    .where('appeals.id', '=', id)
    .select(['appeals.id', 'kind', 'subject_type', 'subject_id', 'user_id', 'state', 'answerer.username as answerer'])
    .executeTakeFirst()
}

/** Declines an appeal that waits. Returns false if it does not. */
export async function declineAppeal(
  db: Db,
  id: string,
  { answer, by, at }: { answer: string; by: string; at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('appeals')
    .set({ state: 'declined', answer, answered_by: by, answered_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores who has accepted an appeal that the reversal of its decision has just closed. Returns false if somebody else has. */
export async function claimAccepted(db: Db, id: string, by: string): Promise<boolean> {
  const row = await db
    .updateTable('appeals')
    .set({ answered_by: by })
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .where('answered_by', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes the appeals about a text that others see again, as accepted. */
export async function closeForText(db: Db, { subjectType, subjectId }: SubjectRef, at: Date): Promise<void> {
  await db
    .updateTable('appeals')
    .set({ state: 'accepted', answered_at: at })
    .where('subject_id', '=', subjectId)
    .where('subject_type', '=', subjectType)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Closes the appeals against suspensions that have ended, as accepted. A new suspension replaces the one before, and takes its
 * appeal along: the member can appeal against the new one.
 */
export async function closeForMember(db: Db, userId: string, at: Date): Promise<void> {
  await sql`
    delete from appeals appeal using profiles member
    where appeal.user_id = ${userId} and appeal.subject_id is null and appeal.state = 'waiting'
      and member.id = appeal.user_id and member.disabled_at is not null
      and member.disabled_at <> appeal.decided_at`.execute(db)
  await sql`
    update appeals appeal set state = 'accepted', answered_at = ${at}
    from profiles member
    where appeal.user_id = ${userId} and appeal.subject_id is null and appeal.state = 'waiting'
      and member.id = appeal.user_id and member.disabled_at is null`.execute(db)
}
