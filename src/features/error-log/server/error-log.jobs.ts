import type { Job } from '#server/jobs.ts'
import { ERROR_LOG_JOB } from '../error-log.texts.ts'
import { type ErrorLogDeps, pruneReports } from './error-log.service.ts'

export const errorLogJobs = (deps: ErrorLogDeps): Job[] => [
  {
    name: 'prune-error-log',
    about: ERROR_LOG_JOB,
    schedule: '53 4 * * *',
    run: () => pruneReports(deps),
  },
]
