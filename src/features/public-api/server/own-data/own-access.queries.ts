import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's access tokens, apps and webhooks, without their secrets. */
export const ownAccess: OwnData = {
  ownTables(db: Db, userId: string) {
    const access_tokens = db
      .selectFrom('access_tokens')
      .where('user_id', '=', userId)
      .select(['name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
      .orderBy('created_at')
      .orderBy('id')
    const oauthClient = db
      .selectFrom('oauthClient')
      .where('userId', '=', userId)
      .select(['clientId', 'name', 'redirectUris', 'tokenEndpointAuthMethod', 'createdAt'])
      .orderBy('createdAt')
      .orderBy('id')
    const webhooks = db
      .selectFrom('webhooks')
      .where('user_id', '=', userId)
      .select(['url', 'events', 'created_at', 'paused_at'])
      .orderBy('created_at')
      .orderBy('id')
    return { access_tokens, oauthClient, webhooks }
  },
}
