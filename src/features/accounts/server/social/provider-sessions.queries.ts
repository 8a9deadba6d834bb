import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ProviderSession } from '../auth/authenticator.ts'
import { OIDC_PROVIDER } from '../auth/provider-ids.ts'

/** Notes that the member has opened this session through the provider, and in which session of it. */
export async function setProviderSession(db: Db, token: string, { provider, sid }: ProviderSession): Promise<void> {
  await db.updateTable('session').set({ provider_id: provider, provider_sid: sid }).where('token', '=', token).execute()
}

/** Returns the provider's session of this session, and null for a session from a password or a passkey. */
export async function findProviderSession(db: Db, token: string): Promise<ProviderSession | null> {
  const row = await db
    .selectFrom('session')
    .where('token', '=', token)
    .select(['provider_id', 'provider_sid'])
    .executeTakeFirst()
  return row?.provider_sid == null ? null : { provider: row.provider_id ?? OIDC_PROVIDER, sid: row.provider_sid }
}

/** Returns whether this is the first time that the provider sends the logout token with this id. */
export async function insertLogout(db: Db, jti: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('provider_logouts')
    .values({ jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Ends sessions that were opened through the provider: that of the provider's session `sid`, or without it all of the person
 * `sub`. Returns the ids of their members.
 */
export async function endProviderSessions(
  db: Db,
  provider: string,
  { sid, sub }: { sid: string | null; sub: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    delete from session
    where provider_sid is not null and coalesce(provider_id, ${OIDC_PROVIDER}) = ${provider}
      and (${sid}::text is null or provider_sid = ${sid})
      and (${sub}::text is null or "userId" in (
        select "userId" from account where "providerId" = ${provider} and "accountId" = ${sub}
      ))
    returning "userId"`.execute(db)
  return [...new Set(rows.map(({ userId }) => userId))]
}

export async function deleteExpiredLogouts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('provider_logouts').where('expires_at', '<', now).execute()
}

/** Finds the member who signs in as this person at a provider. */
export async function findMemberAt(db: Db, provider: string, sub: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select "userId" from account where "providerId" = ${provider} and "accountId" = ${sub}`.execute(db)
  return rows[0]?.userId ?? null
}
