import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

const SHOWN = ['id', 'name', 'createdAt', 'lastUsedAt'] as const

export function listPasskeys(db: Db, userId: string) {
  return db.selectFrom('passkey').where('userId', '=', userId).select(SHOWN).orderBy('createdAt').limit(100).execute()
}
export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

export async function findOwner(db: Db, credentialId: string): Promise<string | null> {
  const row = await db
    .selectFrom('passkey')
    .select('userId')
    .where('credentialID', '=', credentialId)
    .executeTakeFirst()
  return row?.userId ?? null
}

export async function touchPasskey(db: Db, credentialId: string, now: Date): Promise<void> {
  await db.updateTable('passkey').set({ lastUsedAt: now }).where('credentialID', '=', credentialId).execute()
}

/** Renames a passkey. Returns undefined when it does not belong to the member. */
export function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkey')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirst()
}

/** Counts the member's other sign-in methods: a password, the configured providers, other passkeys. */
export async function countOtherSignInMethods(
  db: Db,
  userId: string,
  passkeyId: string,
  providerIds: readonly string[],
): Promise<number> {
  const { ways } = await db
    .selectNoFrom(({ selectFrom }) => [
      sql<number>`${selectFrom('account')
        .where('userId', '=', userId)
        .where('providerId', 'in', providerIds)
        .select(({ fn }) => fn.countAll().as('count'))} + ${selectFrom('passkey')
        .where('userId', '=', userId)
        .where('id', '<>', passkeyId)
        .select(({ fn }) => fn.countAll().as('count'))}`.as('ways'),
    ])
    .executeTakeFirstOrThrow()
  return ways
}

/** Deletes a passkey. Returns false when it does not belong to the member. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
