import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Role, readRole } from '#shared/roles.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import type { HoldReason, HoldState } from '../../moderation.rules.ts'

/** The values in their JSON representation. */
export interface HoldRow {
  state: HoldState
  reason: HoldReason
  note: string | null
}

/** Returns the SQL expression for where a text stands; `isKept` says that others do not see it, and saves the lookup. */
export const holdSql = (type: SubjectType, id: RawBuilder<unknown>, isKept: RawBuilder<unknown>) => sql<HoldRow | null>`
  case when ${isKept} then (
    select json_build_object('state', held.state, 'reason', held.reason, 'note', held.note)
    from held_texts held where held.subject_id = ${id} and held.subject_type = ${type}
  ) end`

export async function insertHeld(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  { authorId, reason, at }: { authorId: string; reason: HoldReason; at: Date },
): Promise<void> {
  await sql`
    insert into held_texts (subject_type, subject_id, author_id, reason, held_at)
    values (${subjectType}, ${subjectId}, ${authorId}, ${reason}, ${at})
    on conflict (subject_id, subject_type) do update
      set reason = excluded.reason, state = 'waiting', note = null, held_at = excluded.held_at, decided_at = null,
        decided_by = null`.execute(db)
}

export async function findAuthor(db: Db, userId: string): Promise<{ joinedAt: Date; role: Role }> {
  const query = db.selectFrom('profiles').where('id', '=', userId).select(['created_at', 'role'])
  const { created_at, role } = await query.executeTakeFirstOrThrow()
  return { joinedAt: created_at, role: readRole(role) }
}

/**
 * Returns whether a member has fewer than `most` texts that others see: threads, posts, comments, public reviews and shared
 * lists, without the one that is edited. Each part stops at that number.
 */
export async function hasFewerTexts(db: Db, userId: string, except: string | null, most: number): Promise<boolean> {
  const { rows } = await sql<{ texts: number }>`
    select count(*)::int as texts from (
      (select from forum_threads where author_id = ${userId} and is_listed and id is distinct from ${except}::uuid
        limit ${most})
      union all
      (select from forum_posts where author_id = ${userId} and is_shown and id is distinct from ${except}::uuid
        limit ${most})
      union all
      (select from activity_comments where user_id = ${userId} and hidden_at is null and id is distinct from ${except}::uuid
        limit ${most})
      union all
      (select from reviews where user_id = ${userId} and is_listed and id is distinct from ${except}::uuid
        limit ${most})
      union all
      (select from lists
        where user_id = ${userId} and is_shared and hidden_at is null and id is distinct from ${except}::uuid
        limit ${most})
    ) texts`.execute(db)
  return (rows[0]?.texts ?? 0) < most
}
