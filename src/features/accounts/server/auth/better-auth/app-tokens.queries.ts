import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { send } from '#db/transaction.ts'

/**
 * Locks everything that comes from one authorization code until the transaction ends. `secret` is the stored form of a
 * code or of a token: the code of a token is in its row, and in those of all its successors.
 */
export async function lockAppTokens(db: Db, secret: string): Promise<void> {
  const issued = (column: 'authorizationCodeId' | 'sessionId' | 'clientId' | 'userId') => sql`
    select ${sql.ref(column)} from "oauthRefreshToken" where "token" = ${secret}
    union all
    select ${sql.ref(column)} from "oauthAccessToken" where "token" = ${secret}`
  await send(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended(coalesce((${issued('authorizationCodeId')}), ${secret}), 0))`,
  )
  // What new tokens refer to, in the order in which a deletion takes it: a sign-out, the end of an app or of its access at
  // this moment waits, instead of meeting this transaction in a deadlock.
  await send(db, sql`select from "session" where "id" in (${issued('sessionId')}) for key share`)
  await send(db, sql`select from "oauthClient" where "clientId" in (${issued('clientId')}) for key share`)
  await sql`
    select from access_tokens where user_id in (${issued('userId')}) and client_id in (${issued('clientId')}) for key share
  `.execute(db)
}
