import type { MessageSenders } from '#features/profiles/profile-edit.rules.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { CANNOT_MESSAGE, FRIENDS_ONLY, MEMBER_GONE } from './messages.messages.ts'

/** Characters (code points) of a message after trimming (G12). */
export const MAX_MESSAGE = 2000
/** Messages that are loaded at a time (G12). */
export const MESSAGES_PAGE_SIZE = 30
export const CONVERSATIONS_PAGE_SIZE = 30
/** What is unread is counted up to here: more is shown as 99+. */
export const MOST_COUNTED = 100

/** As it is kept: trimmed, with one kind of line break; empty where there is nothing to be seen in it. */
export const readMessage = readText
export const isTooLong = (text: string): boolean => lengthOf(readMessage(text)) > MAX_MESSAGE
/** Characters that are left. */
export const leftOf = (text: string): number => MAX_MESSAGE - lengthOf(readMessage(text))

/** What decides whether somebody may write to somebody. */
export interface ConversationState {
  /** Left, or disabled. */
  isGone: boolean
  /** One of the two has blocked the other. */
  isBlocked: boolean
  messagesFrom: MessageSenders
  areFriends: boolean
  /** The latest message between the two is theirs, so the other may answer it. */
  awaitsAnswer: boolean
}

export const CLOSED_REASONS = ['gone', 'blocked', 'friends_only'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

/** Whose settings let this member write at any time, where there is no block. */
const isLetIn = ({ messagesFrom, areFriends }: Pick<ConversationState, 'messagesFrom' | 'areFriends'>): boolean =>
  messagesFrom === 'everyone' || (messagesFrom === 'friends' && areFriends)

/**
 * Why nothing can be written to them; null where it can (G12). Who wants no messages from anybody says no more than a block
 * does. Whoever writes to a member whom their settings keep out makes one answer possible (decision 0042).
 */
export function whyClosed(standing: ConversationState): ClosedReason | null {
  if (standing.isGone) return 'gone'
  if (standing.isBlocked) return 'blocked'
  if (isLetIn(standing) || standing.awaitsAnswer) return null
  return standing.messagesFrom === 'nobody' ? 'blocked' : 'friends_only'
}

/** Whether the thread is open for one answer only. */
export const isOpenForOne = (standing: ConversationState): boolean => whyClosed(standing) === null && !isLetIn(standing)

export const CLOSED_SENTENCES: Record<ClosedReason, string> = {
  gone: MEMBER_GONE,
  blocked: CANNOT_MESSAGE,
  friends_only: FRIENDS_ONLY,
}

/** The figure beside the icon: '' for none, '99+' for more than 99. */
export const unreadBadge = (unread: number): string =>
  unread >= MOST_COUNTED ? '99+' : unread > 0 ? String(unread) : ''

/** What the icon is called: '3 unread messages'. */
export function messagesLabel(unread: number): string {
  if (unread === 0) return 'Messages'
  return `${unread >= MOST_COUNTED ? 'More than 99' : unread} unread message${unread === 1 ? '' : 's'}`
}

/** Pieces of a text: words, and web addresses that can be followed. Nothing else in it means anything. */
export type TextPiece = { text: string; href: string | null }

/** An address without the marks that a sentence puts behind it. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?()[\]{}]/giu

export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!URL.canParse(address)) continue
    if (index > from) pieces.push({ text: text.slice(from, index), href: null })
    pieces.push({ text: address, href: address })
    from = index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null })
  return pieces
}
