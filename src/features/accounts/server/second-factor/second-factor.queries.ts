import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * Returns the state of the second factor. `isOn` means that it is required; a row alone is a setup that no code has
 * confirmed. Both flags must be set: better-auth writes them one after the other, and a crash may come between.
 */
export async function findSecondFactor(db: Db, userId: string): Promise<{ isOn: boolean; isBegun: boolean }> {
  const row = await db
    .selectFrom('user')
    .leftJoin('twoFactor', 'twoFactor.userId', 'user.id')
    .where('user.id', '=', userId)
    .select(['user.twoFactorEnabled', 'twoFactor.id as factor_id', 'twoFactor.verified'])
    .executeTakeFirst()
  return { isOn: row?.twoFactorEnabled === true && row.verified !== false, isBegun: (row?.factor_id ?? null) !== null }
}

/**
 * Deletes the secret that a crash has left behind while the factor was being turned off. The member has no factor then,
 * but the old secret would prevent a new one.
 */
export async function deleteHalfDisabledFactor(db: Db, userId: string): Promise<void> {
  await sql`
    delete from "twoFactor" using "user"
    where "twoFactor"."userId" = ${userId} and "user".id = "twoFactor"."userId"
      and "twoFactor".verified and not "user"."twoFactorEnabled"`.execute(db)
}

/**
 * Turns off factors that a crash has left half enabled: sign-in requires a code, but no secret is confirmed. These
 * members have never seen the factor as enabled, nor a recovery code.
 */
export async function disableHalfEnabledFactors(db: Db): Promise<void> {
  await sql`
    update "user" set "twoFactorEnabled" = false
    from "twoFactor"
    where "twoFactor"."userId" = "user".id and not "twoFactor".verified and "user"."twoFactorEnabled"`.execute(db)
}

/** Sets both flags again, because the repair may have run between better-auth's two writes. */
export async function markSecondFactorEnabled(db: Db, userId: string): Promise<void> {
  await db.updateTable('user').set({ twoFactorEnabled: true }).where('id', '=', userId).execute()
}

/** Returns what the database stores of a code that was used. */
export const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')

/** Returns whether this code was the last one that was accepted. */
export async function isLastCode(db: Db, userId: string, codeHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('twoFactor')
    .where('userId', '=', userId)
    .where('lastCode', '=', codeHash)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records the code as accepted. Returns false when it was the last accepted one: of simultaneous uses one succeeds. */
export async function acceptCode(db: Db, userId: string, codeHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('twoFactor')
    .set({ lastCode: codeHash })
    .where('userId', '=', userId)
    .where('lastCode', 'is distinct from', codeHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Sets the end of a session. A session that is not remembered ends after a day, also when turning the factor on or off
 * has renewed it.
 */
export async function endSessionAt(db: Db, token: string, at: Date): Promise<void> {
  await db.updateTable('session').set({ expiresAt: at }).where('token', '=', token).execute()
}
