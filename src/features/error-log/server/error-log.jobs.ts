import type { Job } from '#server/jobs.ts'
import { type ErrorLogDeps, pruneReports } from './error-log.service.ts'

export const errorLogJobs = (deps: ErrorLogDeps): Job[] => [
  {
    name: 'prune-error-log',
    about: 'Deletes errors of browsers that are older than thirty days.',
    schedule: '53 4 * * *',
    run: () => pruneReports(deps),
  },
]
