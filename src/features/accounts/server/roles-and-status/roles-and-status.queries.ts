import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Role } from '#shared/roles.ts'

export interface RoleAndStatus {
  id: string
  role: string
  disabled_at: Date | null
}

/**
 * Locks the rows of all active admins, ordered by id, until the transaction ends. Of two admins who remove each other's
 * role simultaneously the second sees the first change.
 */
export async function lockActiveAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** True for a disabled or deleted member. The query needs only the small index of disabled members. */
export const isDisabled = (memberId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from profiles gone where gone.id = ${memberId} and gone.disabled_at is not null)`

/** Reads role and status, and locks the row until the transaction ends. */
export async function lockRoleAndStatus(db: Db, id: string): Promise<RoleAndStatus | null> {
  const row = await db
    .selectFrom('profiles')
    .where('id', '=', id)
    .select(['id', 'role', 'disabled_at'])
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Reads the role of an enabled member. */
export async function findRole(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('profiles')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .select('role')
    .executeTakeFirst()
  return row?.role
}

export async function setDisabled(db: Db, id: string, disabled: (Suspension & { at: Date }) | null) {
  await db
    .updateTable('profiles')
    .set({
      disabled_at: disabled?.at ?? null,
      disabled_reason: disabled?.reason ?? null,
      disabled_until: disabled?.until ?? null,
      disabled_message: disabled?.message ?? null,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Why an account is disabled and until when. */
export interface Suspension {
  /** For admins. */
  reason: string | null
  /** For the member, at the sign-in. */
  message?: string | null
  /** Null for good. */
  until?: Date | null
}

export interface SuspensionRow {
  at: Date
  until: Date | null
  words: string | null
  /** The member has deleted the account as well. */
  is_deleted: boolean
  /** The member's appeal against it. */
  appeal: { state: 'waiting' | 'accepted' | 'declined'; created_at: string; answer: string | null } | null
}

/** Finds what a disabled member reads at the sign-in. */
export async function findSuspension(db: Db, userId: string): Promise<SuspensionRow | undefined> {
  const { rows } = await sql<SuspensionRow>`
    select member.disabled_at as at, member.disabled_until as until, member.disabled_message as words,
      member.deleted_at is not null as is_deleted,
      (
        select json_build_object('state', appeal.state, 'created_at', appeal.created_at, 'answer', appeal.answer)
        from appeals appeal
        where appeal.user_id = member.id and appeal.subject_id is null and appeal.kind = 'suspension'
          and appeal.decided_at = member.disabled_at
      ) as appeal
    from profiles member
    where member.id = ${userId} and member.disabled_at is not null`.execute(db)
  return rows[0]
}

/** Locks a suspended member until the transaction ends, and returns the suspension with who has decided it. */
export async function lockSuspension(
  db: Db,
  userId: string,
): Promise<{ at: Date; reason: string | null; by: string | null } | undefined> {
  const { rows } = await sql<{ at: Date; reason: string | null; by: string | null }>`
    select member.disabled_at as at, member.disabled_reason as reason, (
      select admin_id from audit_log
      where item_type = 'user' and item_id = member.id::text and action = 'disable'
      order by created_at desc, id desc limit 1
    ) as by
    from profiles member
    where member.id = ${userId} and member.disabled_at is not null and member.deleted_at is null
    for update of member`.execute(db)
  return rows[0]
}

/** Lists members whose suspension has ended, not those who have deleted the account meanwhile. */
export async function listEndedSuspensions(db: Db, now: Date, only: string | null, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .where('disabled_until', '<=', now)
    .where('deleted_at', 'is', null)
    .$if(only !== null, (query) => query.where('id', '=', only as string))
    .select('id')
    .orderBy('disabled_until')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export async function setRole(db: Db, id: string, role: Role): Promise<void> {
  await db.updateTable('profiles').set({ role, updated_at: sql`now()` }).where('id', '=', id).execute()
}

export function listAdmins(db: Db) {
  return db
    .selectFrom('profiles')
    .innerJoin('user', 'user.id', 'profiles.id')
    .where('role', '=', 'admin')
    .select(['user.email', 'profiles.username', 'profiles.disabled_at'])
    .orderBy('user.email')
    .execute()
}
