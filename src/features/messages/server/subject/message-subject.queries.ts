import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Copies the text of a message for the admins, once. */
export async function insertReported(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    insert into reported_messages (message_id, content, created_at)
    select id, content, ${at} from messages where id = ${id} and content is not null
    on conflict (message_id) do nothing`.execute(db)
}

/** Lists reported messages and those that wait: this module has no access to other messages. */
export function listReportedMessages(db: Db, ids: readonly string[]) {
  const waiting = db
    .selectFrom('waiting_messages')
    .where('id', 'in', ids)
    .select(['id', 'sender_id', 'content', sql<boolean>`true`.as('is_hidden')])
  return db
    .selectFrom('reported_messages as reported')
    .innerJoin('messages as message', 'message.id', 'reported.message_id')
    .where('message.id', 'in', ids)
    .select(['message.id', 'message.sender_id', 'reported.content'])
    .select(sql<boolean>`message.hidden_at is not null or message.deleted_at is not null`.as('is_hidden'))
    .unionAll(waiting)
    .execute()
}

/** Returns sender and recipient of a message. */
export function findBetween(db: Db, id: string) {
  return db.selectFrom('messages').where('id', '=', id).select(['sender_id', 'recipient_id']).executeTakeFirst()
}

/**
 * Hides a message from `at` on; null shows it again. Returns false when the message was not reported, is deleted, or
 * has this state already.
 */
export async function setHidden(db: Db, id: string, at: Date | null): Promise<boolean> {
  const row = await db
    .updateTable('messages')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .where('hidden_at', at === null ? 'is not' : 'is', null)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('reported_messages').whereRef('message_id', '=', 'messages.id').select('message_id')),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
