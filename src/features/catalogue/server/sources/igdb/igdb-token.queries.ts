import type { Db } from '#db/db.ts'

export interface StoredToken {
  token: string
  expiresAt: Date
}

export async function findToken(db: Db): Promise<StoredToken | null> {
  const row = await db
    .selectFrom('source_tokens')
    .select(['token', 'expires_at'])
    .where('source', '=', 'igdb')
    .executeTakeFirst()
  return row ? { token: row.token, expiresAt: row.expires_at } : null
}

export async function storeToken(db: Db, { token, expiresAt }: StoredToken, now: Date): Promise<void> {
  const row = { token, expires_at: expiresAt, updated_at: now }
  await db
    .insertInto('source_tokens')
    .values({ source: 'igdb', ...row })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(row))
    .execute()
}
