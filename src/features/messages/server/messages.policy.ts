import type { MessageSenders } from '#features/profiles/profile-edit.rules.ts'
import type { Viewer } from '#server/session.ts'
import type { ClosedReason } from '../messages.rules.ts'

/** The facts that decide whether one member may write to another. */
export interface ConversationState {
  /** The account is deleted or disabled. */
  isGone: boolean
  /** One of the two has blocked the other. */
  isBlocked: boolean
  messagesFrom: MessageSenders
  areFriends: boolean
  /** The other member has sent the latest message, so it can be answered. */
  awaitsAnswer: boolean
}

/** Returns whether the settings of the other member allow messages at any time, except for a block. */
const isLetIn = ({ messagesFrom, areFriends }: Pick<ConversationState, 'messagesFrom' | 'areFriends'>): boolean =>
  messagesFrom === 'everyone' || (messagesFrom === 'friends' && areFriends)

/**
 * Returns why the thread accepts no message; null when it does (G12). A member who accepts no messages looks the same
 * as a block. A message to a member whose own settings would not admit an answer allows one answer (decision 0042).
 */
export function whyMayNotWrite(state: ConversationState): ClosedReason | null {
  if (state.isGone) return 'gone'
  if (state.isBlocked) return 'blocked'
  if (isLetIn(state) || state.awaitsAnswer) return null
  return state.messagesFrom === 'nobody' ? 'blocked' : 'friends_only'
}

/** Returns whether the thread accepts only one answer. */
export const isOpenForOne = (state: ConversationState): boolean => whyMayNotWrite(state) === null && !isLetIn(state)

/** Returns whether the viewer may delete a message: only its sender may (G12). */
export const mayDelete = (viewer: Viewer, message: { sender_id: string }): boolean => message.sender_id === viewer.id
