import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { lockPair, lockPairOrRefuse, refuseMissingMember } from '#features/blocks/server/pair/pair.service.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { readSettings } from '#features/profiles/profile-edit.rules.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { OwnState } from '#server/own-state.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { MessageId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { NEW_MESSAGE } from '../messages.notifications.ts'
import { type ClosedReason, CONVERSATIONS_PAGE_SIZE, MESSAGES_PAGE_SIZE } from '../messages.rules.ts'
import { CANNOT_MESSAGE, DELETE_OWN_MESSAGES, FRIENDS_ONLY, MESSAGE_HELD, MESSAGE_SELF } from '../messages.texts.ts'
import { isOpenForOne, mayDelete, whyMayNotWrite } from './messages.policy.ts'
import * as queries from './messages.queries.ts'
import {
  deleteWaiting,
  findBetweenWaiting,
  findWaiting,
  listWaitingConversations,
  lockWaiting,
  type WaitingRow,
} from './waiting/waiting-messages.queries.ts'
import { holdForStranger } from './waiting/waiting-messages.service.ts'

export interface MessagesDeps {
  db: Db
  clock: Clock
  ownState: OwnState
}

/**
 * Withdraws the notification when the recipient has no unread message of this sender. The caller holds the lock of the
 * pair.
 */
export async function withdrawReadNotification(db: Db, { from, to }: { from: UserId; to: UserId }): Promise<void> {
  if (!(await queries.hasUnread(db, { from, to }))) await withdraw(db, { to, type: NEW_MESSAGE.type, actor: from })
}

const publishToBoth = (db: Db, a: string, b: string) => announce(db, [tag.messages(a), tag.messages(b)])

export async function listConversations({ db }: MessagesDeps, viewer: Viewer, cursor: string | undefined) {
  const [part, waiting] = await Promise.all([
    readKeysetPart(
      fromCursor(cursor),
      CONVERSATIONS_PAGE_SIZE,
      (before, most) => queries.listConversations(db, viewer.id, before, most),
      ({ last_message_at, id }) => ({ at: last_message_at, id }),
    ),
    cursor === undefined ? listWaitingConversations(db, viewer.id, CONVERSATIONS_PAGE_SIZE) : [],
  ])
  return { ...part, rows: [...waiting, ...part.rows] }
}

export interface Thread {
  pair: queries.PairRow
  /** Newest last. */
  rows: (queries.MessageRow | WaitingRow)[]
  nextBefore: string | null
  closed: ClosedReason | null
  isOpenForOne: boolean
  /** By the viewer's own settings, the other member may only answer the viewer's messages. */
  onlyAnswers: boolean
}

/**
 * Returns the thread of two members, also when nobody can write in it (G12). Refuses with 400 for the viewer's own id,
 * and with 404 for an unknown member. A disabled member is unknown to members who have no thread with them.
 */
export async function readThread(
  { db }: MessagesDeps,
  viewer: Viewer,
  otherId: UserId,
  before: string | undefined,
): Promise<Thread> {
  if (otherId === viewer.id) refuse('invalid', 'self', MESSAGE_SELF)
  const pair = await queries.findPair(db, viewer.id, otherId)
  if (!pair || (pair.is_gone && pair.conversation_id === null)) return refuseMissingMember()
  const { conversation_id: id } = pair
  const read: Read<queries.MessageRow> = async (place, most) => (id ? queries.listMessages(db, id, place, most) : [])
  const [{ rows, nextCursor }, waiting] = await Promise.all([
    readKeysetPart(fromCursor(before), MESSAGES_PAGE_SIZE, read, keysetOfCreation),
    before === undefined ? findWaiting(db, viewer.id, otherId) : undefined,
  ])
  return {
    pair,
    rows: [...rows.reverse(), ...(waiting ? [waiting] : [])],
    nextBefore: nextCursor,
    ...permissionsOf(pair),
  }
}

function permissionsOf(pair: queries.PairRow) {
  const between = { isGone: pair.is_gone, isBlocked: pair.is_blocked, areFriends: pair.are_friends }
  const state = {
    ...between,
    messagesFrom: readSettings(pair.settings).messagesFrom,
    awaitsAnswer: pair.awaits_answer,
  }
  const own = { ...between, messagesFrom: readSettings(pair.own_settings).messagesFrom, awaitsAnswer: true }
  return { closed: whyMayNotWrite(state), isOpenForOne: isOpenForOne(state), onlyAnswers: isOpenForOne(own) }
}

/**
 * Sends a message to another member. It runs under the lock of the pair, so two simultaneous first messages create one
 * conversation, and no message bypasses a concurrent block. Refuses with 400 for the viewer's own id, with 404 for an
 * unknown member, and with 403 for a block or a recipient who accepts messages only from friends (G12), unless the
 * message answers one of theirs. A repeated key returns the existing message, as not new. What a device sends later stands
 * where it arrives (decision 0141).
 */
export function sendMessage(
  deps: MessagesDeps,
  viewer: Viewer,
  draft: { userId: UserId; content: string; key?: string | undefined },
): Promise<{ row: queries.MessageRow | WaitingRow; isNew: boolean }> {
  const { userId: to, content, key = null } = draft
  return inTransaction(deps, async ({ db, clock }) => {
    await lockPairOrRefuse(db, viewer, to, { self: MESSAGE_SELF, blocked: CANNOT_MESSAGE })
    const sent = key === null ? undefined : await queries.findSent(db, { from: viewer.id, to, key })
    if (sent) return { row: sent, isNew: false }
    const waiting = await findWaiting(db, viewer.id, to)
    if (waiting && waiting.key === key && key !== null) return { row: waiting, isNew: false }
    if (waiting) refuse('forbidden', 'message_held', MESSAGE_HELD)
    const pair = await queries.findPair(db, viewer.id, to)
    const closed = pair && permissionsOf(pair).closed
    if (closed === 'friends_only') refuse('forbidden', 'friends_only', FRIENDS_ONLY)
    if (closed === 'blocked') refuse('forbidden', 'blocked', CANNOT_MESSAGE)
    const held = pair ? await holdForStranger({ db, clock }, viewer, pair, { content, key }) : null
    if (held) {
      await announce(db, [tag.messages(viewer.id)])
      return { row: held, isNew: true }
    }
    return { row: await deliver(db, { from: viewer.id, to, content, key, at: clock() }), isNew: true }
  })
}

async function deliver(db: Db, message: Parameters<typeof queries.insertMessage>[1]): Promise<queries.MessageRow> {
  const { from, to, at } = message
  const row = await queries.insertMessage(db, message)
  await notify(db, { to: to as UserId, type: NEW_MESSAGE.type, actor: from as UserId, at })
  await publishToBoth(db, from, to)
  return row
}

/**
 * Delivers a message that has waited, as if it were sent now; after a block nobody receives it. Returns false if it does not wait. The
 * event of its publication then deletes it from those that wait.
 */
export async function deliverWaiting(db: Db, id: string, at: Date): Promise<boolean> {
  const found = await findBetweenWaiting(db, id)
  if (!found) return false
  const [from, to] = [found.sender_id as UserId, found.recipient_id as UserId]
  await lockPair(db, { id: from }, to)
  const waiting = await lockWaiting(db, id)
  if (!waiting) return false
  const pair = await queries.findPair(db, from, to)
  if (!pair?.is_blocked) await deliver(db, { id, from, to, content: waiting.content, key: waiting.key, at })
  await announce(db, [tag.messages(from)])
  return true
}

/** Marks the other member's messages as read, up to `until`. Returns the number of unread messages in all threads. */
export function markConversationRead(
  deps: MessagesDeps,
  viewer: Viewer,
  { userId, until }: { userId: UserId; until?: MessageId | undefined },
): Promise<number> {
  return inTransaction(deps, async ({ db, clock }) => {
    await lockPair(db, viewer, userId)
    const seen = { by: viewer.id, from: userId, until: until ?? null, at: clock() }
    if (await queries.markRead(db, seen)) {
      await withdrawReadNotification(db, { from: userId, to: viewer.id })
      await publishToBoth(db, viewer.id, userId)
    }
    return queries.countUnread(db, viewer.id)
  })
}

export const countUnread = ({ db, ownState }: MessagesDeps, { id }: Viewer): Promise<number> =>
  ownState.read('messages', id, [tag.messages(id)], () => queries.countUnread(db, id))

/**
 * Deletes the text of the viewer's own message for both, also when nobody can write any more. A repeated call changes
 * nothing.
 */
export function deleteMessage(deps: MessagesDeps, viewer: Viewer, id: MessageId): Promise<void> {
  return inTransaction(deps, async ({ db, clock }) => {
    const message = await queries.findMessage(db, id, viewer.id)
    if (!message) {
      if (!(await deleteWaiting(db, id, viewer.id))) refuse('not_found', 'message_not_found', 'Message not found')
      return announce(db, [tag.messages(viewer.id)])
    }
    if (!mayDelete(viewer, message)) refuse('forbidden', 'not_your_message', DELETE_OWN_MESSAGES)
    const to = message.recipient_id as UserId
    await lockPair(db, viewer, to)
    if (!(await queries.deleteText(db, id, clock()))) return
    await withdrawReadNotification(db, { from: viewer.id, to })
    await publishToBoth(db, viewer.id, to)
  })
}
