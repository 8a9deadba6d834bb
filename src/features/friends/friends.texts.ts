/** The documented texts, each defined once. */

import { PENDING_SENT_MAX } from './friends.rules.ts'

/** The errors of the client's store when a request fails (R-FRIEND-09..11). */
export const STORE_ERRORS = {
  answer: 'Failed to update friend status',
  add: 'Failed to add friend',
  remove: 'Failed to remove friend',
} as const

/** The texts of requests: R-FRIEND-18 (C67) and R-FRIEND-19. */
export const REQUEST_TEXTS = {
  received: 'Wants to be friends with you',
  sent: 'Request pending',
} as const

/** The label of a friend who is playing (R-FRIEND-16). */
export const PLAYING_LABEL = 'Playing'

/** Of refused writes. */
export const FRIEND_REFUSALS = {
  blocked: "You can't add this member",
  notReceived: 'Only the member who received a friend request can answer it',
  notYours: 'This is not your friend request',
  tooManyRequests: `At most ${PENDING_SENT_MAX} friend requests can be open at a time`,
} as const
