import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

const APP = ['id', 'clientId', 'name', 'tokenEndpointAuthMethod', 'redirectUris', 'createdAt'] as const
export type AppRow = Pick<Selectable<Tables['oauthClient']>, (typeof APP)[number]>

export function listApps(db: Db, userId: UserId): Promise<AppRow[]> {
  return db
    .selectFrom('oauthClient')
    .where('userId', '=', userId)
    .select(APP)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function countApps(db: Db, userId: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('oauthClient')
    .where('userId', '=', userId)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Locks the member until the transaction ends, so that simultaneous registrations count each other. */
export async function lockMember(db: Db, userId: UserId): Promise<void> {
  await db.selectFrom('profiles').where('id', '=', userId).select('id').forUpdate().execute()
}

/** Finds an app of the member by its id, or by its client id. */
export function findOwnApp(
  db: Db,
  userId: UserId,
  by: { id: string } | { clientId: string },
): Promise<AppRow | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['clientId', by.clientId] as const)
  return db
    .selectFrom('oauthClient')
    .where(column, '=', value)
    .where('userId', '=', userId)
    .select(APP)
    .executeTakeFirst()
}

/** Finds an app with the member who has registered it. */
export function findApp(db: Db, clientId: string) {
  return db
    .selectFrom('oauthClient')
    .innerJoin('profiles', 'profiles.id', 'oauthClient.userId')
    .where('oauthClient.clientId', '=', clientId)
    .select(['oauthClient.name', 'profiles.username'])
    .executeTakeFirst()
}

/** Deletes an app of the member, with every access to it. Returns its client id, or null when there was none. */
export async function deleteApp(db: Db, userId: UserId, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('oauthClient')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('clientId')
    .executeTakeFirst()
  return row?.clientId ?? null
}

/** Turns the apps of a member off while the member is disabled, and on again after it. */
export async function turnAppsOfMember(db: Db, userId: string): Promise<void> {
  await sql`
    update "oauthClient" app set "disabled" = member.disabled_at is not null
    from profiles member
    where app."userId" = ${userId} and member.id = app."userId"
      and app."disabled" <> (member.disabled_at is not null)`.execute(db)
}

/** Deletes expired tokens of apps. A refresh token that was used stays until then, so that a second use is noticed. */
export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oauthAccessToken').where('expiresAt', '<', now).execute()
  await db.deleteFrom('oauthRefreshToken').where('expiresAt', '<', now).execute()
}

/**
 * Finds an access token of an app by its stored form, with its member; a disabled or deleted member has none. It opens no
 * more than what the member sees in the settings: a code from before a revocation may name more.
 */
export async function findAppToken(db: Db, token: string) {
  const row = await db
    .selectFrom('oauthAccessToken as issued')
    .innerJoin('access_tokens as access', (join) =>
      join.onRef('access.user_id', '=', 'issued.userId').onRef('access.client_id', '=', 'issued.clientId'),
    )
    .innerJoin('oauthClient as app', 'app.clientId', 'issued.clientId')
    .innerJoin('profiles', 'profiles.id', 'issued.userId')
    .where('issued.token', '=', token)
    .where('profiles.disabled_at', 'is', null)
    .where('app.disabled', '=', false)
    .select([
      'access.id',
      'access.name',
      'access.last_used_at',
      'issued.scopes',
      'access.scopes as allowed',
      'issued.expiresAt as expires_at',
      'profiles.id as user_id',
      'profiles.username',
      'profiles.display_name',
      'profiles.avatar_url',
    ])
    .executeTakeFirst()
  return row && { ...row, scopes: (row.scopes as string[]).filter((scope) => row.allowed.includes(scope)) }
}
