/** When a notification of a type comes. */
export const SWITCH_HINTS = {
  friend_request: 'Somebody wants to be friends with you',
  friend_accepted: 'Somebody accepts your friend request',
  message: 'Somebody writes to you, until you have read it',
  reaction: 'Somebody reacts to what you shared',
  like: 'Somebody likes what you wrote',
  comment: 'Somebody comments on what you shared',
  mention: 'Somebody writes your name after an @ in the forum',
  forum_reply: 'Somebody replies in a thread that you follow',
  moderation: 'Something of yours was hidden, or you are asked to mind the rules',
} as const

/** Of Settings, Notifications. */
export const NOTIFICATION_SETTINGS = {
  about: 'They appear here, under the bell. None of them is sent by mail.',
  shared: 'How friends and followers respond to what you play and log, and what you earn.',
  games: 'What happens to the games in your library.',
  forum: 'Threads that you have started, replied in or subscribed to.',
  moderation: 'When the team has decided about something of yours, or about your report.',
} as const
