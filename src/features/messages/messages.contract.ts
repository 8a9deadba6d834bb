import * as z from 'zod/mini'
import { Hold } from '#features/moderation/moderation.schemas.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { MessageId, UserId } from '#shared/ids.ts'
import * as endpoints from './messages.endpoints.ts'
import { CLOSED_REASONS, isTooLong, readMessage } from './messages.rules.ts'
import { MESSAGE_REQUIRED, MESSAGE_TOO_LONG } from './messages.texts.ts'

/** The other member of the conversation. A disabled member has only an id. */
const Partner = z.extend(PublicProfile, { isGone: z.boolean() })
export type Partner = z.infer<typeof Partner>

/** One message as one of the two members sees it. Instants are ISO 8601 in UTC. */
export const Message = z.object({
  id: MessageId,
  sender_id: UserId,
  /**
   * Plain text with line breaks; null when its sender has deleted it, or for the recipient when an admin has removed
   * it.
   */
  content: z.nullable(z.string()),
  created_at: z.string(),
  /** The time when the recipient has seen it. */
  read_at: z.nullable(z.string()),
  /** An admin has removed it; its sender can still read it (G21). */
  isHidden: z.boolean(),
  /** It waits for a moderator, or one has declined it: only its sender receives it. */
  hold: Hold,
  /** The key that the sender’s browser generated; null for the recipient. */
  key: z.nullable(z.string()),
  viewerCan: z.object({ delete: z.boolean(), report: z.boolean() }),
})
export type Message = z.infer<typeof Message>

export const Conversation = z.object({
  member: Partner,
  /** The latest message. */
  last: z.object({ sender_id: UserId, content: z.nullable(z.string()), created_at: z.string() }),
  /** Unread messages of the other member; 100 means more than 99. */
  unread: z.number(),
})
export type Conversation = z.infer<typeof Conversation>

export const listConversations = contract(endpoints.listConversations, {
  access: 'member',
  summary: 'List the member’s conversations, latest first, 30 per page',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(Conversation), nextCursor: z.nullable(z.string()) }),
})

export const readThread = contract(endpoints.readThread, {
  access: 'member',
  summary:
    'List the latest 30 messages between the member and another member, newest last; `before` leads to earlier ones',
  query: z.object({ userId: UserId, before: z.optional(z.string()) }),
  response: z.object({
    member: Partner,
    messages: z.array(Message),
    /** The next `before`; null when there are no earlier messages. */
    nextBefore: z.nullable(z.string()),
    /** Why the thread accepts no messages; null when it does. */
    closed: z.nullable(z.object({ reason: z.enum(CLOSED_REASONS), sentence: z.string(), isOwnBlock: z.boolean() })),
    /** The thread accepts one answer; then the other member must write again. */
    isOpenForOne: z.boolean(),
    /** By the viewer's own settings the other member may answer each message once, and write nothing else. */
    onlyAnswers: z.boolean(),
  }),
  refusals: { 400: ['self'], 404: ['member_not_found'] },
})

const Content = z.pipe(
  z.string(MESSAGE_REQUIRED),
  z.transform((text, context) => {
    const content = readMessage(text)
    const message = content === '' ? MESSAGE_REQUIRED : isTooLong(content) ? MESSAGE_TOO_LONG : null
    if (message !== null) context.issues.push({ code: 'custom', message, input: text })
    return content
  }),
)

export const sendMessage = contract(endpoints.sendMessage, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Send a message to another member; the same `key` again returns the same message',
  body: z.object({ userId: UserId, content: Content, key: z.optional(z.uuid('This is no key')) }),
  response: z.object({ message: Message }),
  status: 201,
  mayExist: true,
  refusals: { 400: ['self'], 403: ['blocked', 'friends_only', 'message_held'], 404: ['member_not_found'] },
  budget: 'message',
})

export const markConversationRead = contract(endpoints.markConversationRead, {
  access: 'member',
  summary: 'Mark the other member’s messages as read, up to the message `until` if it is given',
  body: z.object({ userId: UserId, until: z.optional(MessageId) }),
  response: z.object({ unread: z.number() }),
})

export const deleteMessage = contract(endpoints.deleteMessage, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Delete the text of a message of your own, for both members',
  params: z.object({ messageId: MessageId }),
  response: NoContent,
  status: 204,
  refusals: { 403: ['not_your_message'], 404: ['message_not_found'] },
})
