import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'

export type RequestStatus = 'open' | 'accepted' | 'declined'

export interface AccountRequestRow {
  id: string
  email: string
  message: string
  status: RequestStatus
  created_at: Date
  decided_at: Date | null
  decided_by: string | null
}

/**
 * Stores a request. Does nothing for an address that has an account or an open request, or whose request was declined since
 * `since`. Returns whether it was stored.
 */
export async function insertRequest(
  db: Db,
  { email, message, at, since }: { email: string; message: string; at: Date; since: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_requests (email, message, created_at)
    select ${email}, ${message}, ${at}
    where not exists (select from "user" where email = ${email})
      and not exists (
        select from account_requests where email = ${email} and status = 'declined' and decided_at > ${since}
      )
    on conflict (email) where status = 'open' do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Lists the requests with this status, the newest first. */
export async function listRequests(
  db: Db,
  status: RequestStatus,
  before: Keyset | null,
  most: number,
): Promise<AccountRequestRow[]> {
  const { rows } = await sql<AccountRequestRow>`
    select request.id, request.email, message, status, request.created_at, decided_at, admin.username as decided_by
    from account_requests request left join profiles admin on admin.id = decided_by
    where status = ${status} and ${isBefore(before, 'request.created_at', 'request.id')}
    order by request.created_at desc, request.id desc
    limit ${most}`.execute(db)
  return rows
}

export async function countOpenRequests(db: Db): Promise<number> {
  const { rows } = await sql<{ requests: number }>`
    select count(*)::int as requests from account_requests where status = 'open'`.execute(db)
  return rows[0]?.requests ?? 0
}

/** Reads a request, and locks it until the transaction ends. */
export function lockRequest(db: Db, id: string) {
  return db
    .selectFrom('account_requests')
    .where('id', '=', id)
    .select(['email', 'status'])
    .forUpdate()
    .executeTakeFirst()
}

export async function decide(
  db: Db,
  id: string,
  decision: { status: RequestStatus; at: Date; by: string; invitationId: string | null },
): Promise<void> {
  await db
    .updateTable('account_requests')
    .set({
      status: decision.status,
      decided_at: decision.at,
      decided_by: decision.by,
      invitation_id: decision.invitationId,
    })
    .where('id', '=', id)
    .execute()
}

/** Reads what the mail about a decision says. */
export function findDecided(db: Db, id: string) {
  return db
    .selectFrom('account_requests')
    .where('id', '=', id)
    .where('status', '<>', 'open')
    .select(['email', 'status', 'invitation_id'])
    .executeTakeFirst()
}

export async function deleteDecidedBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('account_requests').where('decided_at', '<', time).execute()
}
