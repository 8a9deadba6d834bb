import type { Job } from '#server/jobs.ts'
import { numberText } from '#shared/counted.ts'
import { ERROR_LOG_JOB } from '../error-log.texts.ts'
import { type ErrorLogDeps, KEPT_GROUPS, KEPT_REPORTS, pruneReports, RETENTION_DAYS } from './error-log.service.ts'

export const errorLogJobs = (deps: ErrorLogDeps): Job[] => [
  {
    name: 'prune-error-log',
    about: ERROR_LOG_JOB,
    schedule: '53 4 * * *',
    deletes: {
      error_groups: `${RETENTION_DAYS} days after the last report; at most ${numberText(KEPT_GROUPS)}`,
      error_logs: `${RETENTION_DAYS} days; ${KEPT_REPORTS} of each error`,
    },
    run: () => pruneReports(deps),
  },
]
