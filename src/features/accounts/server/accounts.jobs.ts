import type { Job } from '#server/jobs.ts'
import { deleteExpired } from './accounts.queries.ts'
import type { AccountsDeps } from './accounts.service.ts'

export const accountsJobs = (deps: AccountsDeps): Job[] => [
  {
    name: 'prune-expired-sessions',
    schedule: '23 4 * * *',
    run: async () => {
      await deleteExpired(deps.db, deps.clock())
    },
  },
]
