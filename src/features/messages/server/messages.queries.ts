import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { areFriends } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import { MAX_COUNTED } from '../messages.rules.ts'

interface PartnerRow {
  member_id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  is_gone: boolean
}

/** Selects a member's facts for the other one; those of a disabled member stay hidden. */
export const partner = (profile: RawBuilder<unknown>) => sql`
  ${profile}.id as member_id, ${profile}.disabled_at is not null as is_gone,
  case when ${profile}.disabled_at is null then ${profile}.username end as username,
  case when ${profile}.disabled_at is null then ${profile}.display_name end as display_name,
  case when ${profile}.disabled_at is null then ${profile}.avatar_url end as avatar_url`

const IS_UNREAD = sql`read_at is null and deleted_at is null and hidden_at is null`

export interface ConversationRow extends PartnerRow {
  id: string
  last_message_at: Date
  sender_id: string
  content: string | null
  hidden_at: Date | null
  created_at: Date
  unread: number
}

/**
 * Lists conversations, the latest first, with the last message and the number of unread messages of each. The query
 * scans each of the two indexes once.
 */
export async function listConversations(
  db: Db,
  userId: string,
  before: Keyset | null,
  most: number,
): Promise<ConversationRow[]> {
  const half = (own: string, other: string) => sql`(
    select id, ${sql.ref(other)} as member_id, last_message_at
    from conversations
    where ${sql.ref(own)} = ${userId}
      and ${isBefore(before, 'last_message_at', 'id')}
    order by last_message_at desc, id desc
    limit ${most}
  )`
  const { rows } = await sql<ConversationRow>`
    select conversation.id, conversation.last_message_at, ${partner(sql`member`)},
      last.sender_id, last.content, last.hidden_at, last.created_at, counted.unread
    from (
      select * from (${half('user_low', 'user_high')} union all ${half('user_high', 'user_low')}) own
      order by last_message_at desc, id desc
      limit ${most}
    ) conversation
    join profiles member on member.id = conversation.member_id
    cross join lateral (
      select sender_id, content, hidden_at, created_at
      from messages
      where conversation_id = conversation.id
      order by created_at desc, id desc
      limit 1
    ) last
    cross join lateral (
      select count(*)::int as unread
      from (
        select from messages
        where recipient_id = ${userId} and conversation_id = conversation.id and ${IS_UNREAD}
        limit ${sql.lit(MAX_COUNTED)}
      ) few
    ) counted
    order by conversation.last_message_at desc, conversation.id desc`.execute(db)
  return rows
}

/** Counts unread messages up to `MAX_COUNTED`, so that the cost stays constant. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread
    from (
      select from messages where recipient_id = ${userId} and ${IS_UNREAD} limit ${sql.lit(MAX_COUNTED)}
    ) few`.execute(db)
  return rows[0]?.unread ?? 0
}

export interface PairRow extends PartnerRow {
  /** Null before the first message. */
  conversation_id: string | null
  is_blocked: boolean
  is_own_block: boolean
  are_friends: boolean
  settings: unknown
  /** The settings of the viewer. */
  own_settings: unknown
  awaits_answer: boolean
}

/** Returns everything about the pair; undefined when there is no such member. */
export async function findPair(db: Db, userId: UserId, otherId: UserId): Promise<PairRow | undefined> {
  const { rows } = await sql<PairRow>`
    select ${partner(sql`member`)}, member.settings, conversation.id as conversation_id,
      own.blocker_id is not null as is_own_block,
      own.blocker_id is not null or theirs.blocker_id is not null as is_blocked,
      ${areFriends(userId, sql`member.id`)} as are_friends,
      (select settings from profiles own_profile where own_profile.id = ${userId}) as own_settings,
      coalesce((
        select sender_id = member.id and content is not null and hidden_at is null
        from messages
        where conversation_id = conversation.id
        order by created_at desc, id desc
        limit 1
      ), false) as awaits_answer
    from profiles member
    left join conversations conversation
      on conversation.user_low = least(member.id, ${userId}::uuid)
      and conversation.user_high = greatest(member.id, ${userId}::uuid)
    left join user_blocks own on own.blocker_id = ${userId} and own.blocked_id = member.id
    left join user_blocks theirs on theirs.blocker_id = member.id and theirs.blocked_id = ${userId}
    where member.id = ${otherId}`.execute(db)
  return rows[0]
}

export interface MessageRow {
  id: string
  sender_id: string
  key: string | null
  content: string | null
  read_at: Date | null
  hidden_at: Date | null
  created_at: Date
}

const MESSAGE = sql`id, sender_id, key, content, read_at, hidden_at, created_at`

/** Lists the messages before `before`, newest first. */
export async function listMessages(
  db: Db,
  conversationId: string,
  before: Keyset | null,
  most: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE}
    from messages
    where conversation_id = ${conversationId}
      and ${isBefore(before, 'created_at', 'id')}
    order by created_at desc, id desc
    limit ${most}`.execute(db)
  return rows
}

interface NewMessage {
  /** That of a message that has waited. */
  id?: string
  from: string
  to: string
  content: string
  key: string | null
  at: Date
}

/** Returns the message that was sent under this key; undefined when there is none. */
export async function findSent(
  db: Db,
  { from, to, key }: Pick<NewMessage, 'from' | 'to' | 'key'>,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from messages where sender_id = ${from} and recipient_id = ${to} and key = ${key}`.execute(db)
  return rows[0]
}

/** Inserts a message, and the conversation with the first one. */
export async function insertMessage(db: Db, { id, from, to, content, key, at }: NewMessage): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    with conversation as (
      insert into conversations (user_low, user_high, last_message_at, created_at)
      values (least(${from}::uuid, ${to}::uuid), greatest(${from}::uuid, ${to}::uuid), ${at}, ${at})
      on conflict (user_low, user_high)
        do update set last_message_at = greatest(conversations.last_message_at, excluded.last_message_at)
      returning id
    )
    insert into messages (id, conversation_id, sender_id, recipient_id, key, content, created_at)
    select coalesce(${id ?? null}::uuid, uuidv7()), id, ${from}, ${to}, ${key}, ${content}, ${at} from conversation
    returning ${MESSAGE}`.execute(db)
  return rows[0] as MessageRow
}

/**
 * Marks the other member's messages as read: all, or up to one message of their conversation. A message of another
 * conversation marks nothing. Returns whether something changed.
 */
export async function markRead(
  db: Db,
  { by, from, until, at }: { by: string; from: string; until: string | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with conversation as materialized (
      select id from conversations
      where user_low = least(${by}::uuid, ${from}::uuid) and user_high = greatest(${by}::uuid, ${from}::uuid)
    ),
    seen as materialized (
      select id from messages
      where recipient_id = ${by} and ${IS_UNREAD}
        and conversation_id = (select id from conversation)
        ${
          until === null
            ? sql``
            : sql`and (created_at, id) <= (
                select created_at, id from messages last
                where last.id = ${until} and last.conversation_id = (select id from conversation)
              )`
        }
      order by id
      for update
    )
    update messages set read_at = ${at} from seen where messages.id = seen.id
    returning messages.id`.execute(db)
  return rows.length > 0
}

/** Returns the text of the latest message of `from` that `to` has not read. */
export async function findLatestUnread(db: Db, to: UserId, from: UserId): Promise<string | null> {
  const { rows } = await sql<{ content: string }>`
    select content from messages
    where recipient_id = ${to} and sender_id = ${from} and ${IS_UNREAD}
    order by created_at desc, id desc
    limit 1`.execute(db)
  return rows[0]?.content ?? null
}

/** Returns whether `to` has an unread message of `from`. */
export async function hasUnread(db: Db, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where recipient_id = ${to} and ${IS_UNREAD}
      and conversation_id = (
        select id from conversations
        where user_low = least(${from}::uuid, ${to}::uuid) and user_high = greatest(${from}::uuid, ${to}::uuid)
      )
    limit 1`.execute(db)
  return rows.length > 0
}

export interface OwnedRow {
  sender_id: string
  recipient_id: string
  content: string | null
  hidden_at: Date | null
}

/** Returns a message that this member has sent or received; undefined when there is none. */
export async function findMessage(db: Db, id: string, userId: string): Promise<OwnedRow | undefined> {
  const { rows } = await sql<OwnedRow>`
    select sender_id, recipient_id, content, hidden_at
    from messages
    where id = ${id} and ${userId} in (sender_id, recipient_id)`.execute(db)
  return rows[0]
}

/** Deletes the text and preserves the position of the message. Returns false when it was deleted already. */
export async function deleteText(db: Db, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('messages')
    .set({ content: null, deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the other member of each of the member’s conversations. */
export async function listPartners(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select case when user_low = ${userId} then user_high else user_low end as id
    from conversations
    where user_low = ${userId} or user_high = ${userId}`.execute(db)
  return rows.map(({ id }) => id)
}
