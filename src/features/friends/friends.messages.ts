/** The documents' sentences, each in this place only. */

/** What the store says when the server does not do it (R-FRIEND-09..11). */
export const STORE_ERRORS = {
  answer: 'Failed to update friend status',
  add: 'Failed to add friend',
  remove: 'Failed to remove friend',
} as const

/** R-FRIEND-18 (C67) and R-FRIEND-19. */
export const REQUEST_TEXTS = {
  received: 'Wants to be friends with you',
  sent: 'Request pending',
} as const

/** R-FRIEND-16. */
export const PLAYING_LABEL = 'Playing'
