import { plural } from '#shared/counted.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { CANNOT_MESSAGE, FRIENDS_ONLY, MEMBER_GONE } from './messages.texts.ts'

/** The longest message in characters (code points) after trimming (G12). */
export const MAX_MESSAGE = 2000
/** The number of messages that are loaded at a time (G12). */
export const MESSAGES_PAGE_SIZE = 30
export const CONVERSATIONS_PAGE_SIZE = 30
/** Unread messages are counted up to this number; more are shown as 99+. */
export const MAX_COUNTED = 100

/** Normalises a message for storage: trimmed, with one kind of line break; empty if it contains nothing visible. */
export const readMessage = readText
/** Returns whether a message, as it would be stored, has more than `MAX_MESSAGE` characters. */
export const isTooLong = (text: string): boolean => lengthOf(readMessage(text)) > MAX_MESSAGE
/** Returns the number of characters left. */
export const leftOf = (text: string): number => MAX_MESSAGE - lengthOf(readMessage(text))

/** The reasons why a thread accepts no message; `whyMayNotWrite` in `messages.policy.ts` chooses one. */
export const CLOSED_REASONS = ['gone', 'blocked', 'friends_only'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

export const CLOSED_SENTENCES: Record<ClosedReason, string> = {
  gone: MEMBER_GONE,
  blocked: CANNOT_MESSAGE,
  friends_only: FRIENDS_ONLY,
}

/** Returns the text of the badge: '' for none, '99+' for more than 99. */
export const unreadBadge = (unread: number): string =>
  unread >= MAX_COUNTED ? '99+' : unread > 0 ? String(unread) : ''

/** Returns the label of the icon: '3 unread messages'. */
export function messagesLabel(unread: number): string {
  if (unread === 0) return 'Messages'
  return `${unread >= MAX_COUNTED ? 'More than 99' : unread} unread ${plural(unread, 'message')}`
}

/** A piece of a text: plain words, or a link to a web address. There is no other markup. */
export type TextPiece = { text: string; href: string | null }

/** A web address, without punctuation that ends a sentence. */
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
