import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import * as endpoints from './admin-jobs.endpoints.ts'

/** A kind of background work, with its state in the queue. */
export const AdminJob = z.object({
  name: z.string(),
  about: z.nullable(z.string()),
  /** Cron in UTC; null for work that only code queues, such as mails. */
  schedule: z.nullable(z.string()),
  next_run_at: z.nullable(z.string()),
  /** Pieces of work that have not begun, that run now, and that failed for good within two days. */
  waiting: z.number(),
  running: z.number(),
  failed: z.number(),
  /** The latest attempt that has ended; null if there was none within two days. */
  last_run: z.nullable(
    z.object({
      started_at: z.string(),
      duration_ms: z.number(),
      is_done: z.boolean(),
      /** Only of jobs with a schedule: the errors of others may name members. */
      error: z.nullable(z.string()),
    }),
  ),
  viewerCan: z.object({ run: z.boolean() }),
})
export type AdminJob = z.infer<typeof AdminJob>

export const listJobs = contract(endpoints.listJobs, {
  access: 'admin',
  summary: 'List the background jobs with their schedules and latest runs',
  response: z.object({ jobs: z.array(AdminJob) }),
})

export const runJob = contract(endpoints.runJob, {
  access: 'admin',
  summary: 'Queue a job with a schedule now; refused while it waits or runs already',
  params: z.object({ name: z.string('This is no job').check(z.regex(/^[a-z]+(-[a-z]+)*$/, 'This is no job')) }),
  response: z.object({ success: z.literal(true) }),
  status: 202,
  refusals: { 404: ['not_found'], 409: ['already_queued', 'not_scheduled'] },
})
