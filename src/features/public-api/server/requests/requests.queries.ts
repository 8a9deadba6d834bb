import type { Db } from '#db/db.ts'

interface RequestKey {
  token_id: string
  key: string
}

/**
 * Inserts the key of a write. Returns false when it is known. Of two simultaneous requests the second one waits for the
 * transaction of the first.
 */
export async function insertRequest(
  db: Db,
  request: RequestKey & { request_hash: Buffer; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('access_token_requests')
    .values(request)
    .onConflict((conflict) => conflict.columns(['token_id', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function storeAnswer(db: Db, { token_id, key }: RequestKey, answer: unknown): Promise<void> {
  await db
    .updateTable('access_token_requests')
    .set({ answer: JSON.stringify(answer) })
    .where('token_id', '=', token_id)
    .where('key', '=', key)
    .execute()
}

export function findRequest(db: Db, { token_id, key }: RequestKey) {
  return db
    .selectFrom('access_token_requests')
    .where('token_id', '=', token_id)
    .where('key', '=', key)
    .select(['request_hash', 'answer'])
    .executeTakeFirst()
}

export async function deleteRequestsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('access_token_requests').where('created_at', '<', before).execute()
}
