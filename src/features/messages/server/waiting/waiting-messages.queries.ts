import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type HoldRow, holdSql } from '#features/moderation/server/moderation.service.ts'
import { MESSAGE } from '../../messages.subject.ts'
import { type ConversationRow, type MessageRow, partner } from '../messages.queries.ts'

/** A message that a moderator has not delivered; only its sender receives it. */
export interface WaitingRow extends MessageRow {
  recipient_id: string
  hold: HoldRow
}

const COLUMNS = sql`
  waiting.id, waiting.sender_id, waiting.recipient_id, waiting.key, waiting.content, waiting.created_at,
  null as read_at, null as hidden_at, ${holdSql(MESSAGE.type, sql`waiting.id`, sql`true`)} as hold`

/** Finds the message of one member to another that waits or was declined; there is at most one. */
export async function findWaiting(db: Db, from: string, to: string): Promise<WaitingRow | undefined> {
  const { rows } = await sql<WaitingRow>`
    select ${COLUMNS} from waiting_messages waiting where sender_id = ${from} and recipient_id = ${to}`.execute(db)
  return rows[0]
}

/** Lists a member's latest messages that wait for members without a conversation with the recipient, as conversations. */
export async function listWaitingConversations(db: Db, userId: string, most: number): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select waiting.id, waiting.created_at as last_message_at, ${partner(sql`member`)}, waiting.sender_id, waiting.content,
      null as hidden_at, waiting.created_at, 0 as unread
    from waiting_messages waiting
    join profiles member on member.id = waiting.recipient_id
    where waiting.sender_id = ${userId} and not exists (
      select from conversations
      where user_low = least(waiting.sender_id, waiting.recipient_id)
        and user_high = greatest(waiting.sender_id, waiting.recipient_id)
    )
    order by waiting.created_at desc, waiting.id desc
    limit ${most}`.execute(db)
  return rows
}

interface NewWaiting {
  from: string
  to: string
  content: string
  key: string | null
  at: Date
}

export async function insertWaiting(db: Db, { from, to, content, key, at }: NewWaiting): Promise<string> {
  const { id } = await db
    .insertInto('waiting_messages')
    .values({ sender_id: from, recipient_id: to, content, key, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a message that waits until the transaction ends. */
export function lockWaiting(db: Db, id: string) {
  return db.selectFrom('waiting_messages').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
}

/** Returns sender and recipient of a message that waits. */
export function findBetweenWaiting(db: Db, id: string) {
  return db.selectFrom('waiting_messages').where('id', '=', id).select(['sender_id', 'recipient_id']).executeTakeFirst()
}

/** Deletes a message that waits; with `from` only that of this sender. Returns false if there is none. */
export async function deleteWaiting(db: Db, id: string, from?: string): Promise<boolean> {
  const row = await db
    .deleteFrom('waiting_messages')
    .where('id', '=', id)
    .$if(from !== undefined, (query) => query.where('sender_id', '=', from as string))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether `from` has written to the other member of this conversation. */
export async function hasWritten(db: Db, conversationId: string, from: string): Promise<boolean> {
  const { rows } = await sql`
    select from messages where conversation_id = ${conversationId} and sender_id = ${from} limit 1`.execute(db)
  return rows.length > 0
}
