import type { Job } from '#server/jobs.ts'
import { NOTIFICATION_JOBS } from '../notifications.texts.ts'
import { deleteOldNotifications, type NotificationsDeps } from './notifications.service.ts'

export const notificationsJobs = (deps: NotificationsDeps): Job[] => [
  {
    name: 'prune-notifications',
    about: NOTIFICATION_JOBS.deleteOld,
    schedule: '29 4 * * *',
    run: () => deleteOldNotifications(deps),
  },
]
