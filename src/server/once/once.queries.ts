import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Whose keys: of an access token, or of a member whose own device sends a write later. */
export type OnceOwner =
  | { table: 'access_token_requests'; column: 'token_id'; id: string }
  | { table: 'member_requests'; column: 'user_id'; id: string }

export interface RequestKey {
  owner: OnceOwner
  key: string
}

/**
 * Inserts the key of a write. Returns false when it is known. Of two simultaneous requests the second one waits for the
 * transaction of the first.
 */
export async function insertRequest(
  db: Db,
  { owner, key, request_hash, created_at }: RequestKey & { request_hash: Buffer; created_at: Date },
): Promise<boolean> {
  const { table, column, id } = owner
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (${sql.ref(column)}, key, request_hash, created_at)
    values (${id}, ${key}, ${request_hash}, ${created_at})
    on conflict (${sql.ref(column)}, key) do nothing`.execute(db)
  return numAffectedRows > 0n
}

export async function storeAnswer(db: Db, { owner, key }: RequestKey, answer: unknown): Promise<void> {
  const { table, column, id } = owner
  await sql`
    update ${sql.table(table)} set answer = ${JSON.stringify(answer ?? null)}
    where ${sql.ref(column)} = ${id} and key = ${key}`.execute(db)
}

export async function findRequest(
  db: Db,
  { owner, key }: RequestKey,
): Promise<{ request_hash: Buffer; answer: unknown } | undefined> {
  const { table, column, id } = owner
  const { rows } = await sql<{ request_hash: Buffer; answer: unknown }>`
    select request_hash, answer from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and key = ${key}`.execute(db)
  return rows[0]
}

export async function deleteRequestsBefore(db: Db, table: OnceOwner['table'], before: Date): Promise<void> {
  await sql`delete from ${sql.table(table)} where created_at < ${before}`.execute(db)
}
