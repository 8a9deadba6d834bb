import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * `isOn` counts; a row alone is a setup that no code has confirmed yet. Both parts say so: better-auth writes them one after
 * the other, and a crash may have come between.
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
 * Turns off for good what a crash has left half off: the member has no factor, but its secret still lies there, and would
 * keep another from taking its place.
 */
export async function deleteHalfDisabledFactor(db: Db, userId: string): Promise<void> {
  await sql`
    delete from "twoFactor" using "user"
    where "twoFactor"."userId" = ${userId} and "user".id = "twoFactor"."userId"
      and "twoFactor".verified and not "user"."twoFactorEnabled"`.execute(db)
}

/**
 * Turns off what a crash has left half on: the member is asked for codes that no secret accepts yet. They have never been
 * told that it is on, nor seen a recovery code.
 */
export async function disableHalfEnabledFactors(db: Db): Promise<void> {
  await sql`
    update "user" set "twoFactorEnabled" = false
    from "twoFactor"
    where "twoFactor"."userId" = "user".id and not "twoFactor".verified and "user"."twoFactorEnabled"`.execute(db)
}

/** Says so in both places: what mends may have come between better-auth's two steps. */
export async function markSecondFactorEnabled(db: Db, userId: string): Promise<void> {
  await db.updateTable('user').set({ twoFactorEnabled: true }).where('id', '=', userId).execute()
}

/** Whether this very code was the last one that was accepted. */
export async function isLastCode(db: Db, userId: string, codeHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('twoFactor')
    .where('userId', '=', userId)
    .where('lastCode', '=', codeHash)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Answers false when this very code was the last one that was accepted: of simultaneous uses one counts. */
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
 * The devices that a member trusts, and sign-ins that wait for their second step: better-auth keeps both as verifications
 * with the bare id of the member.
 */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute()
}

/** A session that is not remembered lives a day, also when turning the factor on or off has renewed it. */
export async function endSessionAt(db: Db, token: string, at: Date): Promise<void> {
  await db.updateTable('session').set({ expiresAt: at }).where('token', '=', token).execute()
}
