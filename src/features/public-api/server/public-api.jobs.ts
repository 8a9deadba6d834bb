import type { Job } from '#server/jobs.ts'
import { REQUEST_KEPT_MS } from '../tokens.rules.ts'
import { deleteRequestsBefore } from './requests/requests.queries.ts'
import type { TokensDeps } from './tokens/tokens.service.ts'

export const publicApiJobs = ({ db, clock }: TokensDeps): Job[] => [
  {
    name: 'prune-repeated-requests',
    about: 'Deletes what the API remembers of writes with an Idempotency-Key, after a day.',
    schedule: '53 * * * *',
    run: () => deleteRequestsBefore(db, new Date(clock().getTime() - REQUEST_KEPT_MS)),
  },
]
