import { PgBoss } from 'pg-boss'
import type { Log } from './log.ts'

/** Work for later or on a schedule. Names are imperative: 'prune-expired-rows'. */
export interface Job {
  name: string
  /** Cron, UTC; absent for work that is only sent. */
  schedule?: string
  run: (data: unknown) => Promise<void>
}

export interface Jobs {
  stop: () => Promise<void>
}

/** Starts the queue on the app's own PostgreSQL. Several app nodes share it: each piece of work is done once. */
export async function startJobs(connectionString: string, jobs: readonly Job[], log: Log): Promise<Jobs> {
  const boss = new PgBoss({ connectionString, schema: 'pgboss', max: 2, application_name: 'savepoint-jobs' })
  boss.on('error', (error: Error) => log.warn({ err: error }, 'the job queue has a problem'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name)
    await boss.work(job.name, { pollingIntervalSeconds: 10 }, async ([work]) => {
      await job.run(work?.data)
      log.info({ job: job.name }, 'job done')
    })
    if (job.schedule) await boss.schedule(job.name, job.schedule)
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) }
}
