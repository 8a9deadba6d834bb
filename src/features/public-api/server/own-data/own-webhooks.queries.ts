import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's webhooks, without the secrets of their signatures. */
export const ownWebhooks: OwnData = {
  ownTables(db: Db, userId: string) {
    const webhooks = db
      .selectFrom('webhooks')
      .where('user_id', '=', userId)
      .select(['url', 'events', 'created_at', 'paused_at'])
      .orderBy('created_at')
      .orderBy('id')
    return { webhooks }
  },
}
