import { type Selectable, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db, Tables } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { TokenScope } from '#shared/token-scopes.ts'

const TOKEN = ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'client_id'] as const
/** `made_by` is the username of the member who has registered the token's app, and `app_name` what the app is called now. */
export type TokenRow = Pick<Selectable<Tables['access_tokens']>, (typeof TOKEN)[number]> & {
  made_by?: string | null
  app_name?: string | null
}

export function listTokens(db: Db, userId: UserId): Promise<TokenRow[]> {
  return db
    .selectFrom('access_tokens')
    .leftJoin('oauthClient as app', 'app.clientId', 'access_tokens.client_id')
    .leftJoin('profiles as maker', 'maker.id', 'app.userId')
    .where('access_tokens.user_id', '=', userId)
    .select(TOKEN.map((column) => `access_tokens.${column}` as const))
    .select(['maker.username as made_by', 'app.name as app_name'])
    .orderBy('access_tokens.created_at', 'desc')
    .orderBy('access_tokens.id', 'desc')
    .execute()
}

/** Counts the member's own tokens. Locks the member until the transaction ends, so that simultaneous creations count each other. */
export async function lockAndCount(db: Db, userId: UserId): Promise<number> {
  await db.selectFrom('profiles').where('id', '=', userId).select('id').forUpdate().execute()
  const { total } = await db
    .selectFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('client_id', 'is', null)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export interface NewToken {
  user_id: UserId
  name: string
  hash: Buffer
  scopes: TokenScope[]
  created_at: Date
  expires_at: Date | null
}

export function insertToken(db: Db, token: NewToken): Promise<TokenRow> {
  return db.insertInto('access_tokens').values(token).returning(TOKEN).executeTakeFirstOrThrow()
}

/** Deletes a token of the member. Returns false when there was none. */
export async function deleteToken(db: Db, userId: UserId, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).execute()
}

/** Deletes the tokens of a member who is disabled or deleted. */
export async function deleteTokensOfDisabled(db: Db, userId: string): Promise<void> {
  await sql`
    delete from access_tokens using profiles member
    where access_tokens.user_id = ${userId} and member.id = access_tokens.user_id and member.disabled_at is not null`.execute(
    db,
  )
}

type FoundToken = Pick<
  Selectable<Tables['access_tokens']>,
  'id' | 'name' | 'scopes' | 'expires_at' | 'last_used_at' | 'user_id'
> &
  Pick<Selectable<Tables['profiles']>, 'username' | 'display_name' | 'avatar_url'>

/**
 * Finds a token by its hash, with its member; a disabled or deleted member has none. Compiled once, because every request with
 * a token asks it.
 */
export const findByHash = compiledOnce<{ hash: Buffer }, FoundToken>((value, db) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('profiles', 'profiles.id', 'access_tokens.user_id')
    .where('access_tokens.hash', '=', value('hash'))
    .where('profiles.disabled_at', 'is', null)
    .select([
      'access_tokens.id',
      'access_tokens.name',
      'access_tokens.scopes',
      'access_tokens.expires_at',
      'access_tokens.last_used_at',
      'access_tokens.user_id',
      'profiles.username',
      'profiles.display_name',
      'profiles.avatar_url',
    ]),
)

/** Writes the time of the last use, unless another request has written one since. */
export async function touchToken(db: Db, id: string, now: Date, since: Date): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', since)]))
    .execute()
}
