import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'
import { type Job, type Jobs, openJobs } from './jobs.ts'
import { createLog } from './log.ts'

/** Longer than any test: a worker looks when it starts, and then after this pause. */
const POLL_SECONDS = 600
const app = useTestApp()
let queue: Jobs
const done: number[] = []
const failing: number[] = []

const count = async (data: unknown) => {
  done.push((data as { n: number }).n)
}
const fail = async (data: unknown) => {
  failing.push((data as { n: number }).n)
  throw new Error('the disk is full')
}
const job = (name: string, run: Job['run']): Job => ({ name, run, retry: { limit: 2, delaySeconds: 0 } })
const JOBS = [job('count', count), job('fail', fail)]
const open = () => openJobs(app.connectionString, createLog('silent'), POLL_SECONDS)

/** Queues the work while nobody does any, then starts the workers. */
beforeAll(async () => {
  const earlier = await open()
  await earlier.work(JOBS)
  await earlier.stop()
  queue = await open()
  for (let n = 1; n <= 5; n += 1) await queue.send(app.db, 'count', { n })
  await queue.send(app.db, 'fail', { n: 1 })
  await queue.work(JOBS)
})
afterAll(() => queue.stop())

test('a worker does all waiting work in a row, without a pause between two pieces', async () => {
  await vi.waitFor(() => expect(done).toHaveLength(5), { timeout: 30_000 })
  expect(done).toEqual([1, 2, 3, 4, 5])
})

test('a clean stop warns of nothing', async () => {
  const warn = vi.fn()
  const opened = await openJobs(app.connectionString, Object.assign(createLog('silent'), { warn }), POLL_SECONDS)
  await opened.work([job('rest', async () => {})])
  await opened.listStates()
  await opened.stop()
  expect(warn.mock.calls).toEqual([])
})

test('work that failed waits for the next time that the queue is polled', async () => {
  await vi.waitFor(() => expect(failing).toHaveLength(1), { timeout: 30_000 })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(failing).toHaveLength(1)
})

test('a later start writes only the queues and schedules that the release has changed', async () => {
  const quiet = async () => {}
  const nightly = (cron: string, delaySeconds: number): Job[] => [
    { name: 'nightly', schedule: cron, retry: { limit: 3, delaySeconds }, run: quiet },
    { name: 'hourly', schedule: '7 * * * *', run: quiet },
  ]
  const startWith = async (jobs: readonly Job[]) => {
    const jobsOfRelease = await open()
    await jobsOfRelease.work(jobs)
    await jobsOfRelease.stop()
    const { rows } = await sql<{ name: string; cron: string; retry_delay: number; written: string }>`
      select name, cron, retry_delay, concat_ws(' ', queue.updated_on, schedule.updated_on) as written
      from pgboss.queue join pgboss.schedule using (name) where name in ('nightly', 'hourly') order by name desc`.execute(
      app.db,
    )
    return rows
  }
  const first = await startWith(nightly('1 3 * * *', 5))
  expect(first).toMatchObject([{ cron: '1 3 * * *', retry_delay: 5 }, { cron: '7 * * * *' }])
  expect(await startWith(nightly('1 3 * * *', 5))).toEqual(first)
  const changed = await startWith(nightly('2 4 * * *', 60))
  expect(changed).toMatchObject([{ cron: '2 4 * * *', retry_delay: 60 }, first[1] as object])
})
