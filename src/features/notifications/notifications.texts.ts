/** Shown to a member without notifications. */
export const NO_NOTIFICATIONS = 'New followers, friend requests, reactions and comments appear here.'

/** What a notification of a release means; the notification itself names the game. */
export const RELEASE_OUT = 'A game that you want to play is out today'

export const MODERATED = 'The team of this site has looked at something'

/** What the jobs do, for admins. */
export const NOTIFICATION_JOBS = {
  deleteOld: 'Deletes old notifications.',
} as const

export const NOTIFICATION_NOT_SAVED = 'It could not be saved. Please try again.'

export const NOTIFICATIONS_ABOUT = 'Your notifications, newest first.'
