import type { Job } from '#server/jobs.ts'
import { DAY_MS } from '#shared/durations.ts'
import { ACCOUNT_JOBS } from '../accounts.texts.ts'
import { DELETION_GRACE_DAYS } from '../deletion-and-export.rules.ts'
import { deleteExpired } from './accounts.queries.ts'
import type { AccountsDeps } from './accounts.service.ts'
import { removeDeleted } from './deletion-and-export/deletion-and-export.service.ts'
import { MAIL_JOB, sendRequestedMail } from './mails/mail-requests.ts'
import { deleteMailsBefore } from './mails/outbox.queries.ts'
import { endSuspensions } from './roles-and-status/roles-and-status.service.ts'
import { deleteExpiredLogouts } from './social/provider-sessions.queries.ts'

const OUTBOX_DAYS = 30

export const accountsJobs = (deps: AccountsDeps): Job[] => [
  {
    name: 'prune-expired-sessions',
    about: ACCOUNT_JOBS.deleteExpired,
    schedule: '23 4 * * *',
    deletes: { session: 'until it expires', verification: 'until it expires', provider_logouts: '20 minutes' },
    run: async () => {
      await deleteExpired(deps.db, deps.clock())
      await deleteExpiredLogouts(deps.db, deps.clock())
    },
  },
  {
    name: 'prune-outbox',
    about: ACCOUNT_JOBS.deleteOldMails,
    schedule: '37 4 * * *',
    deletes: { outbox: `${OUTBOX_DAYS} days` },
    run: () => deleteMailsBefore(deps.db, new Date(deps.clock().getTime() - OUTBOX_DAYS * DAY_MS)),
  },
  {
    name: 'remove-deleted-accounts',
    about: ACCOUNT_JOBS.removeDeleted,
    schedule: '11 * * * *',
    deletes: { user: `${DELETION_GRACE_DAYS} days after the member deletes the account` },
    run: () => removeDeleted(deps),
  },
  {
    name: 'end-suspensions',
    about: ACCOUNT_JOBS.endSuspensions,
    schedule: '*/5 * * * *',
    run: () => endSuspensions(deps),
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
