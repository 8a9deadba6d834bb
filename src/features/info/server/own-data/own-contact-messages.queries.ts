import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the messages that the member sent to the operator while signed in. */
export const ownContactMessages: OwnData = {
  ownTables(db: Db, userId: string) {
    const contact_messages = db
      .selectFrom('contact_messages')
      .where('user_id', '=', userId)
      .select(['id', 'name', 'email', 'topic', 'message', 'status', 'created_at'])
      .orderBy('id')
    return { contact_messages }
  },
}
