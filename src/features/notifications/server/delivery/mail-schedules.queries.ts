import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/** Stores which mails the member wants: a digest from `digestAt` on (null: none), and these types soon. */
export async function storeSchedule(
  db: Db,
  userId: UserId,
  { digestAt, soonTypes, now }: { digestAt: Date | null; soonTypes: readonly string[]; now: Date },
): Promise<void> {
  if (digestAt === null && soonTypes.length === 0) {
    await db.deleteFrom('mail_schedules').where('user_id', '=', userId).execute()
    return
  }
  await sql`
    insert into mail_schedules as known (user_id, digest_at, digest_since, soon_types, soon_since)
    values (${userId}, ${digestAt}, ${now}, ${[...soonTypes]}, ${now})
    on conflict (user_id) do update set
      digest_at = excluded.digest_at,
      digest_since = case when known.digest_at is null then excluded.digest_since else known.digest_since end,
      soon_types = excluded.soon_types,
      soon_at = case when excluded.soon_types = '{}' then null else known.soon_at end,
      soon_since = case when known.soon_types = '{}' then excluded.soon_since else known.soon_since end`.execute(db)
}

export interface DueMails {
  user_id: UserId
  is_digest: boolean
  is_soon: boolean
  digest_since: Date
  soon_since: Date
  settings: unknown
}

/** Locks the schedules of the members who are due a mail, the longest due first. */
export async function lockDue(db: Db, now: Date, most: number): Promise<DueMails[]> {
  const { rows } = await sql<DueMails>`
    select schedule.user_id, coalesce(digest_at <= ${now}, false) as is_digest, coalesce(soon_at <= ${now}, false) as is_soon,
      digest_since, soon_since, member.settings
    from mail_schedules schedule
    join profiles member on member.id = schedule.user_id
    where least(digest_at, soon_at) <= ${now}
    order by least(digest_at, soon_at), schedule.user_id
    limit ${most}
    for update of schedule skip locked`.execute(db)
  return rows
}

/** Plans the next mails of members: what came until now is in the mails that are being sent. */
export async function storeNext(
  db: Db,
  rows: readonly (Pick<DueMails, 'user_id' | 'is_digest' | 'is_soon'> & { digestAt: Date | null })[],
  now: Date,
): Promise<void> {
  await sql`
    update mail_schedules schedule set
      digest_at = case when next.is_digest then next.digest_at else schedule.digest_at end,
      digest_since = case when next.is_digest then ${now} else digest_since end,
      soon_at = case when next.is_soon then null else soon_at end,
      soon_since = case when next.is_soon then ${now} else soon_since end
    from unnest(
      ${rows.map(({ user_id }) => user_id)}::uuid[], ${rows.map(({ is_digest }) => is_digest)}::boolean[],
      ${rows.map(({ is_soon }) => is_soon)}::boolean[], ${rows.map(({ digestAt }) => digestAt)}::timestamptz[]
    ) next (user_id, is_digest, is_soon, digest_at)
    where schedule.user_id = next.user_id`.execute(db)
}

/** Finds the address and the settings of a member; undefined if nothing may be sent to that address. */
export const findRecipient = (db: Db, userId: string) =>
  db
    .selectFrom('user')
    .innerJoin('profiles', 'profiles.id', 'user.id')
    .where('user.id', '=', userId)
    .where('user.emailVerified', '=', true)
    .where('profiles.disabled_at', 'is', null)
    .select(['user.email', 'profiles.settings'])
    .executeTakeFirst()
