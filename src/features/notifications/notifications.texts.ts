/** Shown to a member without notifications. */
export const NO_NOTIFICATIONS = 'New followers, friend requests, reactions and comments appear here.'

/** What the jobs do, for admins. */
export const NOTIFICATION_JOBS = {
  deleteOld: 'Deletes old notifications.',
} as const

export const NOTIFICATION_NOT_SAVED = 'It could not be saved. Please try again.'

export const NOTIFICATIONS_ABOUT = 'Your notifications, newest first.'
