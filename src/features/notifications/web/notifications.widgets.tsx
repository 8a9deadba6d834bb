import { later } from '#web/later.tsx'

/** The bell in a member's header, with what is unread; what opens from it comes when it is opened. */
export const NotificationBell = later(() => import('./notification-bell.tsx').then((module) => module.NotificationBell))
