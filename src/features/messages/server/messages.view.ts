import type * as z from 'zod/mini'
import type { HoldRow } from '#features/moderation/server/moderation.service.ts'
import type { Viewer } from '#server/session.ts'
import type { Conversation, Message, readThread } from '../messages.contract.ts'
import { CLOSED_SENTENCES } from '../messages.rules.ts'
import { mayDelete } from './messages.policy.ts'
import type { ConversationRow, MessageRow, PairRow } from './messages.queries.ts'
import type { Thread } from './messages.service.ts'

const viewPartner = ({ member_id, username, display_name, avatar_url, is_gone }: ConversationRow | PairRow) => ({
  id: member_id,
  username,
  display_name,
  avatar_url,
  isGone: is_gone,
})

/** Returns the text for this viewer. Only the sender can read a message that an admin has removed (G21). */
const contentFor = (viewer: Viewer, row: Pick<MessageRow, 'sender_id' | 'content' | 'hidden_at'>) =>
  row.hidden_at !== null && row.sender_id !== viewer.id ? null : row.content

export function viewMessage(row: MessageRow & { hold?: HoldRow }, viewer: Viewer): z.input<typeof Message> {
  const content = contentFor(viewer, row)
  const isOwn = row.sender_id === viewer.id
  return {
    id: row.id,
    sender_id: row.sender_id,
    content,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    isHidden: isOwn && content !== null && row.hidden_at !== null,
    hold: row.hold ?? null,
    key: isOwn ? row.key : null,
    viewerCan: { delete: content !== null && mayDelete(viewer, row), report: content !== null && !isOwn },
  }
}

export function viewConversation(row: ConversationRow, viewer: Viewer): z.input<typeof Conversation> {
  const { sender_id, created_at, unread } = row
  return {
    member: viewPartner(row),
    last: { sender_id, content: contentFor(viewer, row), created_at: created_at.toISOString() },
    unread,
  }
}

export function viewThread(
  { pair, rows, nextBefore, closed, isOpenForOne, onlyAnswers }: Thread,
  viewer: Viewer,
): z.input<(typeof readThread)['response']> {
  return {
    member: viewPartner(pair),
    messages: rows.map((row) => viewMessage(row, viewer)),
    nextBefore,
    closed: closed && { reason: closed, sentence: CLOSED_SENTENCES[closed], isOwnBlock: pair.is_own_block },
    isOpenForOne,
    onlyAnswers,
  }
}
