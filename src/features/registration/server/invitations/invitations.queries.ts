import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { CLAIM_MINUTES } from '../../registration.rules.ts'

export interface Inviter {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
}

export interface InvitationRow {
  id: string
  uses: number
  used: number
  note: string | null
  created_at: Date
  ends_at: Date
  revoked_at: Date | null
  by: Inviter | null
  guests: Inviter[]
}

/**
 * True for a use that counts: the account exists or has existed, or it is being created. A use without member and address is
 * that of a member who has left.
 */
const counts = (now: Date) => sql<boolean>`(
  use.user_id is not null or use.email is null
  or use.used_at > ${now}::timestamptz - ${`${CLAIM_MINUTES} minutes`}::interval
  or exists (select from "user" where "user".email = use.email)
)`

const memberAsJson = sql`json_build_object(
  'id', member.id, 'username', member.username, 'display_name', member.display_name, 'avatar_url', member.avatar_url
)`

/** Lists invitations, the newest first: of one member, or of all. */
export async function listInvitations(
  db: Db,
  { memberId, id = null }: { memberId: string | null; id?: string | null },
  before: Keyset | null,
  most: number,
  now: Date,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select invitation.id, uses, note, invitation.created_at, ends_at, revoked_at,
      (select count(*)::int from invitation_uses use where invitation_id = invitation.id and ${counts(now)}) as used,
      (
        select ${memberAsJson} from profiles member where member.id = created_by and member.disabled_at is null
      ) as by,
      coalesce((
        select json_agg(${memberAsJson} order by latest.used_at desc, latest.id)
        from (
          select id, user_id, used_at from invitation_uses
          where invitation_id = invitation.id and user_id is not null order by used_at desc, id limit 20
        ) latest
        join profiles member on member.id = latest.user_id
      ), '[]') as guests
    from invitations invitation
    where (${memberId}::uuid is null or created_by = ${memberId}::uuid)
      and (${id}::uuid is null or invitation.id = ${id}::uuid)
      and ${isBefore(before, 'invitation.created_at', 'invitation.id')}
    order by invitation.created_at desc, invitation.id desc
    limit ${most}`.execute(db)
  return rows
}

export async function findInvitationId(db: Db, tokenHash: string): Promise<string | null> {
  const row = await db.selectFrom('invitations').where('token_hash', '=', tokenHash).select('id').executeTakeFirst()
  return row?.id ?? null
}

/** Locks the invitation until the transaction ends, so that of two accounts the second sees the place of the first. */
export async function lockInvitation(db: Db, id: string): Promise<void> {
  await db.selectFrom('invitations').where('id', '=', id).select('id').forUpdate().execute()
}

/** How many people the member's invitations since this time are for; a revoked one counts by those who came. */
export async function countInvitedSince(db: Db, memberId: string, since: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ invited: number }>`
    select coalesce(sum(case when revoked_at is null and ends_at > ${now} then uses else (
      select count(*) from invitation_uses use where invitation_id = invitations.id and ${counts(now)}
    ) end), 0)::int as invited
    from invitations where created_by = ${memberId} and created_at >= ${since}`.execute(db)
  return rows[0]?.invited ?? 0
}

export async function lockMember(db: Db, memberId: string): Promise<void> {
  await db.selectFrom('profiles').where('id', '=', memberId).select('id').forNoKeyUpdate().execute()
}

export interface NewInvitation {
  tokenHash: string | null
  memberId: string
  uses: number
  note: string | null
  at: Date
  endsAt: Date
}

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<string> {
  const { tokenHash, memberId, uses, note, at, endsAt } = invitation
  const row = await db
    .insertInto('invitations')
    .values({ token_hash: tokenHash, created_by: memberId, uses, note, created_at: at, ends_at: endsAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function setToken(db: Db, id: string, tokenHash: string): Promise<void> {
  await db.updateTable('invitations').set({ token_hash: tokenHash }).where('id', '=', id).execute()
}

/** Returns whether there was such an invitation; `memberId` limits it to the member's own. */
export async function revoke(db: Db, id: string, memberId: string | null, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(at)) }))
    .where('id', '=', id)
    .$if(memberId !== null, (query) => query.where('created_by', '=', memberId))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Holds a place for an account that is being created. An earlier attempt with the same address gives its place up. */
export async function claim(db: Db, invitationId: string, email: string, at: Date): Promise<void> {
  await db
    .insertInto('invitation_uses')
    .values({ invitation_id: invitationId, email, used_at: at })
    .onConflict((conflict) =>
      conflict.column('email').where('email', 'is not', null).doUpdateSet({ invitation_id: invitationId, used_at: at }),
    )
    .execute()
}

/** Notes who took the place that was held for this address. Returns who had created the invitation. */
export async function settle(db: Db, email: string, userId: string): Promise<{ inviterId: string | null } | null> {
  const row = await db
    .updateTable('invitation_uses')
    .from('invitations')
    .whereRef('invitations.id', '=', 'invitation_uses.invitation_id')
    .where('email', '=', email)
    .set({ user_id: userId, email: null })
    .returning('invitations.created_by')
    .executeTakeFirst()
  return row ? { inviterId: row.created_by } : null
}

export async function findInviter(db: Db, userId: string): Promise<Inviter | null> {
  const row = await db
    .selectFrom('invitation_uses')
    .innerJoin('invitations', 'invitations.id', 'invitation_uses.invitation_id')
    .innerJoin('profiles', 'profiles.id', 'invitations.created_by')
    .where('invitation_uses.user_id', '=', userId)
    .where('profiles.disabled_at', 'is', null)
    .select(['profiles.id', 'profiles.username', 'profiles.display_name', 'profiles.avatar_url'])
    .executeTakeFirst()
  return row ?? null
}

/** Deletes invitations that nobody has used and that ended before this time, and claims that came to nothing. */
export async function deleteUnused(db: Db, time: Date): Promise<void> {
  await sql`delete from invitation_uses use where used_at < ${time} and email is not null
    and not exists (select from "user" where "user".email = use.email)`.execute(db)
  await sql`delete from invitations where coalesce(revoked_at, ends_at) < ${time} and ends_at < ${time}
    and not exists (select from invitation_uses where invitation_id = invitations.id)`.execute(db)
}
