/** Shown to a member without notifications. */
export const NO_NOTIFICATIONS = 'New followers, friend requests, reactions and comments appear here.'

/** What the jobs do, for admins. */
export const NOTIFICATION_JOBS = {
  deleteOld: 'Deletes old notifications.',
  push: 'Pushes notifications to the browsers of members.',
  planMails: 'Queues the digests and other mails about notifications that are due.',
  mail: 'Sends a member a mail about notifications.',
  deletePushes: 'Deletes pushes that could not be sent for two days.',
} as const

export const NOTIFICATION_NOT_SAVED = 'It could not be saved. Please try again.'

export const NOTIFICATIONS_ABOUT = 'Your notifications, newest first.'
