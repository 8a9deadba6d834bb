import { type Insertable, sql } from 'kysely'
import { lockName } from '#db/advisory-lock.ts'
import type { Db, Tables } from '#db/db.ts'
import { send } from '#db/transaction.ts'

/** What a code or a token gives to an app. `codeId` names the code from which it comes. */
export interface Grant {
  clientId: string
  userId: string
  sessionId: string | null
  codeId: string | null
  scopes: string[]
}

/** Finds an app as the addresses for apps need it. */
export function findClient(db: Db, clientId: string) {
  return db
    .selectFrom('oauthClient')
    .where('clientId', '=', clientId)
    .select(['clientId', 'clientSecret', 'tokenEndpointAuthMethod', 'disabled'])
    .executeTakeFirst()
}

/**
 * Gives an app the access that its member allows, and stores a code for it. A trigger writes the row of `access_tokens`.
 * Returns false when the session of the member has ended.
 */
export async function insertCode(
  db: Db,
  {
    sessionToken,
    now,
    ...code
  }: Omit<Insertable<Tables['oauth_codes']>, 'session_id'> & { sessionToken: string; now: Date },
): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .where('token', '=', sessionToken)
    .where('userId', '=', code.user_id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!session) return false
  const scopes = JSON.stringify(code.scopes)
  await db
    .insertInto('oauthConsent')
    .values({ clientId: code.client_id, userId: code.user_id, scopes, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'clientId']).doUpdateSet({ scopes, updatedAt: now }))
    .execute()
  await db
    .insertInto('oauth_codes')
    .values({ ...code, session_id: session.id })
    .execute()
  return true
}

/**
 * Locks everything that comes from one code until the transaction ends. `secret` is the stored form of a code or of a
 * token: the code of a token is in its row, and in those of all its successors. So a second use of a code or of a refresh
 * token ends what the first use creates at this moment.
 */
export async function lockAppTokens(db: Db, secret: string): Promise<void> {
  const issued = (column: 'authorizationCodeId' | 'sessionId' | 'clientId' | 'userId', ofCode: string) => sql`
    select ${sql.ref(column)} from "oauthRefreshToken" where "token" = ${secret}
    union all
    select ${sql.ref(column)} from "oauthAccessToken" where "token" = ${secret}
    union all
    select ${sql.ref(ofCode)} from oauth_codes where code = ${secret}`
  await send(db, lockName(sql`coalesce((${issued('authorizationCodeId', 'code')}), ${secret})`))
  // What new tokens refer to, in the order in which a deletion takes it: a sign-out, the end of an app or of its access at
  // this moment waits, instead of meeting this transaction in a deadlock.
  await send(db, sql`select from "session" where "id" in (${issued('sessionId', 'session_id')}) for key share`)
  await send(db, sql`select from "oauthClient" where "clientId" in (${issued('clientId', 'client_id')}) for key share`)
  await sql`
    select from access_tokens
    where user_id in (${issued('userId', 'user_id')}) and client_id in (${issued('clientId', 'client_id')})
    for key share`.execute(db)
}

/** Takes a code of an app: it can be used once, also when the exchange fails. */
export function takeCode(db: Db, code: string, clientId: string) {
  return db
    .deleteFrom('oauth_codes')
    .where('code', '=', code)
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirst()
}

export function findRefreshToken(db: Db, token: string, clientId: string) {
  return db
    .selectFrom('oauthRefreshToken')
    .where('token', '=', token)
    .where('clientId', '=', clientId)
    .select(['id', 'clientId', 'userId', 'sessionId', 'authorizationCodeId', 'scopes', 'expiresAt', 'revoked'])
    .executeTakeFirst()
}

/** Marks a refresh token as used. Its row stays, so that a second use is noticed. */
export async function useRefreshToken(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('oauthRefreshToken').set({ revoked: now }).where('id', '=', id).execute()
}

type StoredToken = Grant & { token: string; createdAt: Date; expiresAt: Date }
const columnsOf = ({ codeId, scopes, ...token }: StoredToken) => ({
  ...token,
  authorizationCodeId: codeId,
  scopes: JSON.stringify(scopes),
})

/** Returns the id of the row. */
export async function insertRefreshToken(db: Db, token: StoredToken): Promise<string> {
  const { id } = await db
    .insertInto('oauthRefreshToken')
    .values(columnsOf(token))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertAccessToken(db: Db, token: StoredToken & { refreshId: string | null }): Promise<void> {
  const { refreshId, ...stored } = token
  await db
    .insertInto('oauthAccessToken')
    .values({ ...columnsOf(stored), refreshId })
    .execute()
}

/** Ends all tokens of an app that come from a code. */
export async function endTokensOfCode(db: Db, codeId: string, clientId: string): Promise<void> {
  for (const table of ['oauthAccessToken', 'oauthRefreshToken'] as const)
    await db.deleteFrom(table).where('authorizationCodeId', '=', codeId).where('clientId', '=', clientId).execute()
}

export async function endAccessToken(db: Db, token: string, clientId: string): Promise<void> {
  await db.deleteFrom('oauthAccessToken').where('token', '=', token).where('clientId', '=', clientId).execute()
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

/** Deletes expired codes and tokens of apps. A refresh token that was used stays until it expires. */
export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oauth_codes').where('expires_at', '<', now).execute()
  await db.deleteFrom('oauthAccessToken').where('expiresAt', '<', now).execute()
  await db.deleteFrom('oauthRefreshToken').where('expiresAt', '<', now).execute()
}
