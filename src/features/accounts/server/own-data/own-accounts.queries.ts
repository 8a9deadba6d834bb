import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'
import { PASSWORD_PROVIDER } from '../auth/provider-ids.ts'

/** Exports the account without anything that gives access to it: no hash, no token. */
function ownTables(db: Db, userId: string) {
  const user = db
    .selectFrom('user')
    .where('id', '=', userId)
    .select(['id', 'name', 'email', 'emailVerified', 'image', 'createdAt', 'updatedAt'])
  const account = db
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
  const session = db
    .selectFrom('session')
    .where('userId', '=', userId)
    .select(['id', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'])
    .orderBy('id')
  const passkey = db
    .selectFrom('passkey')
    .where('userId', '=', userId)
    .select(['id', 'name', 'deviceType', 'backedUp', 'transports', 'createdAt', 'lastUsedAt'])
    .orderBy('id')
  const twoFactor = db.selectFrom('twoFactor').where('userId', '=', userId).select(['id', 'verified', 'createdAt'])
  const profiles = db.selectFrom('profiles').where('id', '=', userId).selectAll()
  return {
    user: { query: user, isOne: true },
    account,
    session,
    passkey,
    twoFactor,
    profiles: { query: profiles, isOne: true },
  }
}

export const ownAccounts: OwnData = { ownTables }
