import type { Job } from '#server/jobs.ts'
import { type NotificationsDeps, pruneNotifications } from './notifications.service.ts'

export const notificationsJobs = (deps: NotificationsDeps): Job[] => [
  {
    name: 'prune-notifications',
    about: 'Deletes old notifications.',
    schedule: '29 4 * * *',
    run: () => pruneNotifications(deps),
  },
]
