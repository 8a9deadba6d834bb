import type { Job } from '#server/jobs.ts'
import { MAX_STORED, RETENTION_DAYS } from '../notifications.rules.ts'
import { NOTIFICATION_JOBS } from '../notifications.texts.ts'
import { type MailingDeps, NOTIFICATION_MAIL_JOB, queueDueMails, sendNotificationMail } from './mail/send-mails.ts'
import { deleteOldNotifications } from './notifications.service.ts'
import { deleteOldPushes, PUSH_JOB, sendDuePushes } from './push/send-pushes.ts'

export const notificationsJobs = (deps: MailingDeps): Job[] => [
  {
    name: 'prune-notifications',
    about: NOTIFICATION_JOBS.deleteOld,
    schedule: '29 4 * * *',
    deletes: { notifications: `${RETENTION_DAYS} days once read; the latest ${MAX_STORED} of each member` },
    run: () => deleteOldNotifications(deps),
  },
  {
    name: PUSH_JOB,
    about: NOTIFICATION_JOBS.push,
    schedule: '* * * * *',
    // What failed stays due, and the next minute tries again.
    retry: { limit: 0, delaySeconds: 0 },
    run: () => sendDuePushes(deps),
  },
  {
    name: 'plan-mails',
    about: NOTIFICATION_JOBS.planMails,
    schedule: '* * * * *',
    retry: { limit: 0, delaySeconds: 0 },
    run: () => queueDueMails(deps),
  },
  {
    name: NOTIFICATION_MAIL_JOB,
    about: NOTIFICATION_JOBS.mail,
    retry: { limit: 8, delaySeconds: 30 },
    run: (data) => sendNotificationMail(deps, data),
  },
  {
    name: 'prune-pushes',
    about: NOTIFICATION_JOBS.deletePushes,
    schedule: '19 4 * * *',
    deletes: { push_deliveries: 'until it is sent; 2 days' },
    run: () => deleteOldPushes(deps),
  },
]
