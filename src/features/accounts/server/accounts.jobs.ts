import type { Job } from '#server/jobs.ts'
import { DAY_MS } from '#shared/durations.ts'
import { ACCOUNT_JOBS } from '../accounts.texts.ts'
import { deleteExpired } from './accounts.queries.ts'
import type { AccountsDeps } from './accounts.service.ts'
import { removeDeleted } from './deletion-and-export/deletion-and-export.service.ts'
import { MAIL_JOB, sendRequestedMail } from './mails/mail-requests.ts'
import { deleteMailsBefore } from './mails/outbox.queries.ts'

const OUTBOX_MS = 30 * DAY_MS

export const accountsJobs = (deps: AccountsDeps): Job[] => [
  {
    name: 'prune-expired-sessions',
    about: ACCOUNT_JOBS.deleteExpired,
    schedule: '23 4 * * *',
    run: async () => {
      await deleteExpired(deps.db, deps.clock())
    },
  },
  {
    name: 'prune-outbox',
    about: ACCOUNT_JOBS.deleteOldMails,
    schedule: '37 4 * * *',
    run: () => deleteMailsBefore(deps.db, new Date(deps.clock().getTime() - OUTBOX_MS)),
  },
  {
    name: 'remove-deleted-accounts',
    about: ACCOUNT_JOBS.removeDeleted,
    schedule: '11 * * * *',
    run: () => removeDeleted(deps),
  },
  {
    name: MAIL_JOB,
    about: ACCOUNT_JOBS.sendMail,
    // The last retry is about four hours after the first attempt, so a mail server that restarts is usually back by
    // then.
    retry: { limit: 8, delaySeconds: 30 },
    run: (data) => sendRequestedMail(deps, data),
  },
]
