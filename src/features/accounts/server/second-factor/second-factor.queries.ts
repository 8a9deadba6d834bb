import type { Db } from '#db/db.ts'

/** `isOn` counts; a row alone is a setup that no code has confirmed yet. */
export async function findSecondFactor(db: Db, userId: string): Promise<{ isOn: boolean; isBegun: boolean }> {
  const row = await db
    .selectFrom('user')
    .leftJoin('twoFactor', 'twoFactor.userId', 'user.id')
    .where('user.id', '=', userId)
    .select(['user.twoFactorEnabled', 'twoFactor.id as factor_id'])
    .executeTakeFirst()
  return { isOn: row?.twoFactorEnabled ?? false, isBegun: (row?.factor_id ?? null) !== null }
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
