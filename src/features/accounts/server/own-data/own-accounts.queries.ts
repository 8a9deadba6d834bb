import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'
import { PASSWORD_PROVIDER } from '../auth/provider-ids.ts'

/** Exports the account without anything that gives access to it: no hash, no token. */
async function exportOwn(db: Db, userId: string): Promise<Record<string, unknown>> {
  const user = await db
    .selectFrom('user')
    .where('id', '=', userId)
    .select(['id', 'name', 'email', 'emailVerified', 'image', 'createdAt', 'updatedAt'])
    .executeTakeFirst()
  const account = await db
    .selectFrom('account')
    .where('userId', '=', userId)
    .select((from) => [
      'id',
      'providerId',
      // The account id of a password is the member's own id.
      from
        .case()
        .when('providerId', '=', PASSWORD_PROVIDER)
        .then(null)
        .else(from.ref('accountId'))
        .end()
        .as('accountId'),
      'scope',
      'createdAt',
      'updatedAt',
    ])
    .orderBy('id')
    .execute()
  const session = await db
    .selectFrom('session')
    .where('userId', '=', userId)
    .select(['id', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'])
    .orderBy('id')
    .execute()
  const passkey = await db
    .selectFrom('passkey')
    .where('userId', '=', userId)
    .select(['id', 'name', 'deviceType', 'backedUp', 'transports', 'createdAt', 'lastUsedAt'])
    .orderBy('id')
    .execute()
  const twoFactor = await db
    .selectFrom('twoFactor')
    .where('userId', '=', userId)
    .select(['id', 'verified', 'createdAt'])
    .execute()
  const profiles = await db.selectFrom('profiles').where('id', '=', userId).selectAll().executeTakeFirst()
  return { user, account, session, passkey, twoFactor, profiles }
}

export const ownAccounts: OwnData = { exportOwn }
