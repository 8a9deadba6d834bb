import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { ContactTopic } from '../../info.rules.ts'

export interface NewMessage {
  userId: string | null
  name: string
  email: string
  topic: ContactTopic
  message: string
  at: Date
}

export async function insertMessage(db: Db, { userId, at, ...message }: NewMessage): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values({ ...message, user_id: userId, created_at: at })
    .execute()
}

export interface MessageRow {
  id: string
  name: string
  email: string
  topic: ContactTopic
  message: string
  status: 'open' | 'closed'
  created_at: Date
  member: string | null
}

/** Lists messages with this status, newest first. */
export async function listMessages(
  db: Db,
  status: MessageRow['status'],
  before: Keyset | null,
  most: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select message.id, name, message.email, topic, message, status, message.created_at, profiles.username as member
    from contact_messages message left join profiles on profiles.id = message.user_id
    where status = ${status}
      and ${isBefore(before, 'message.created_at', 'message.id')}
    order by message.created_at desc, message.id desc
    limit ${most}`.execute(db)
  return rows
}

export async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select count(*)::int as messages from contact_messages where status = 'open'`.execute(db)
  return rows[0]?.messages ?? 0
}

/** Returns the topic of the message, or undefined when it is deleted. A status that it has already stays as it is. */
export function updateStatus(
  db: Db,
  id: string,
  status: MessageRow['status'],
  at: Date,
): Promise<{ topic: string } | undefined> {
  return db
    .updateTable('contact_messages')
    .where('id', '=', id)
    .set((eb) => ({ status, closed_at: status === 'open' ? null : eb.fn.coalesce('closed_at', eb.val(at)) }))
    .returning('topic')
    .executeTakeFirst()
}

export async function deleteClosedBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('contact_messages').where('closed_at', '<', time).execute()
}
