import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the apps that the member has registered, without their secrets. */
export const ownApps: OwnData = {
  ownTables(db: Db, userId: string) {
    const oauthClient = db
      .selectFrom('oauthClient')
      .where('userId', '=', userId)
      .select(['clientId', 'name', 'redirectUris', 'tokenEndpointAuthMethod', 'createdAt'])
      .orderBy('createdAt')
      .orderBy('id')
    return { oauthClient }
  },
}
