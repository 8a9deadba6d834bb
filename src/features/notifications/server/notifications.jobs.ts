import type { Job } from '#server/jobs.ts'
import { MAX_STORED, RETENTION_DAYS } from '../notifications.rules.ts'
import { NOTIFICATION_JOBS } from '../notifications.texts.ts'
import { deleteOldNotifications, type NotificationsDeps } from './notifications.service.ts'

export const notificationsJobs = (deps: NotificationsDeps): Job[] => [
  {
    name: 'prune-notifications',
    about: NOTIFICATION_JOBS.deleteOld,
    schedule: '29 4 * * *',
    deletes: { notifications: `${RETENTION_DAYS} days once read; the latest ${MAX_STORED} of each member` },
    run: () => deleteOldNotifications(deps),
  },
]
