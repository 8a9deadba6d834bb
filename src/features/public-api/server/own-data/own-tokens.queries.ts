import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's access tokens, without what gives access. */
export const ownTokens: OwnData = {
  ownTables(db: Db, userId: string) {
    const access_tokens = db
      .selectFrom('access_tokens')
      .where('user_id', '=', userId)
      .select(['name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
      .orderBy('created_at')
      .orderBy('id')
    return { access_tokens }
  },
}
