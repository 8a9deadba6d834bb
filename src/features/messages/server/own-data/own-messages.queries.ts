import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the messages that the member has written and their recipients. Messages of others are their own data. */
export const ownMessages: OwnData = {
  ownTables(db: Db, userId: string) {
    const conversations = sql`
      select id, case when user_low = ${userId} then user_high else user_low end as with_id, last_message_at, created_at
      from conversations
      where user_low = ${userId} or user_high = ${userId}
      order by id`
    const messages = db
      .selectFrom('messages')
      .where('sender_id', '=', userId)
      .select(['id', 'conversation_id', 'recipient_id', 'content', 'read_at', 'deleted_at', 'created_at'])
      .orderBy('id')
    const waiting_messages = db
      .selectFrom('waiting_messages')
      .where('sender_id', '=', userId)
      .select(['id', 'recipient_id', 'content', 'created_at'])
      .orderBy('id')
    return { conversations, messages, waiting_messages }
  },
}
