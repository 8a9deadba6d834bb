import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'
import { type ChangeFeed, listenForChanges } from './changes.ts'
import { type Job, type Jobs, openJobs } from './jobs.ts'
import { createLog } from './log.ts'

/** Longer than any test. */
const NEVER_SECONDS = 600
const app = useTestApp()
let feed: ChangeFeed
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
const open = (lookAheadSeconds = NEVER_SECONDS) =>
  openJobs(app.connectionString, createLog('silent'), feed, { lookAheadSeconds })

/** Queues the work while nobody does any, then starts the workers. */
beforeAll(async () => {
  feed = await listenForChanges(app.connectionString, createLog('silent'))
  const earlier = await open()
  await earlier.work(JOBS)
  await earlier.stop()
  queue = await open()
  for (let n = 1; n <= 5; n += 1) await queue.send(app.db, 'count', { n })
  await queue.send(app.db, 'fail', { n: 1 })
  await queue.work(JOBS)
})
afterAll(async () => {
  await queue.stop()
  await feed.close()
})

test('a worker does all waiting work in a row, without a pause between two pieces', async () => {
  await vi.waitFor(() => expect(done).toHaveLength(5), { timeout: 30_000 })
  expect(done).toEqual([1, 2, 3, 4, 5])
})

test('work that failed waits for the next look', async () => {
  await vi.waitFor(() => expect(failing).toHaveLength(1), { timeout: 30_000 })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(failing).toHaveLength(1)
})

test('the log says of failed work whether it goes on, and nothing of work that is done', async () => {
  const lines: { level: string; job: string; msg: string }[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const opened = await openJobs(app.connectionString, log, feed)
  const run = async () => {
    throw new Error('no luck')
  }
  const without = { retry: { limit: 0, delaySeconds: 0 }, run }
  const failed: Job[] = [
    { name: 'once', ...without },
    { name: 'nightly-work', schedule: '7 3 * * *', ...without },
    { name: 'long-work', continuedBy: 'resume-long-work', ...without },
    { name: 'done-work', ...without, run: async () => {} },
  ]
  const earlier = await open()
  await earlier.work(failed)
  await earlier.stop()
  for (const { name } of failed) await opened.send(app.db, name, {})
  await opened.work(failed)
  await vi.waitFor(() => expect(lines).toHaveLength(3), { timeout: 30_000 })
  expect(lines.map(({ level, job, msg }) => `${job}: ${level} ${msg}`).toSorted()).toEqual([
    'long-work: warn job failed; resume-long-work continues it',
    'nightly-work: error job failed; it runs again at its next time',
    'once: error job failed for good, no retry left',
  ])
  await vi.waitFor(async () => {
    const states = await opened.listStates()
    expect(states.find(({ name }) => name === 'done-work')?.last?.isDone).toBe(true)
  })
  await opened.stop()
  expect(lines).toHaveLength(3)
})

test('work that the stop interrupts has not failed', async () => {
  const lines: { level: string; msg: string }[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const opened = await openJobs(app.connectionString, log, feed)
  const begun = Promise.withResolvers<(error: Error) => void>()
  const interrupted: Job = {
    name: 'interrupted',
    run: () => new Promise((_, reject) => begun.resolve(reject)),
  }
  const earlier = await open()
  await earlier.work([interrupted])
  await earlier.stop()
  await opened.send(app.db, 'interrupted', {})
  await opened.work([interrupted])
  const interrupt = await begun.promise
  const stopped = opened.stop()
  interrupt(new Error('Cannot use a pool after calling end on the pool'))
  await stopped
  expect(lines).toMatchObject([{ level: 'info', msg: 'the stop interrupted a job; a node begins it again' }])
})

test('a clean stop warns of nothing', async () => {
  const warn = vi.fn()
  const opened = await openJobs(app.connectionString, Object.assign(createLog('silent'), { warn }), feed)
  await opened.work([job('rest', async () => {})])
  await opened.listStates()
  await opened.stop()
  expect(warn.mock.calls).toEqual([])
})

test('work that another node queues in a transaction begins when that commits, without a look', async () => {
  const received: string[] = []
  const greet = job('greet', async (data) => void received.push((data as { name: string }).name))
  const otherFeed = await listenForChanges(app.connectionString, createLog('silent'))
  const other = await openJobs(app.connectionString, createLog('silent'), otherFeed, {
    lookAheadSeconds: NEVER_SECONDS,
  })
  const working = await open()
  await working.work([greet])
  await other.send(app.db, 'greet', { name: 'Ann' })
  await vi.waitFor(() => expect(received).toEqual(['Ann']), { timeout: 30_000 })
  await app.db
    .transaction()
    .execute(async (db) => {
      await other.send(db, 'greet', { name: 'Ben' })
      throw new Error('The write has failed.')
    })
    .catch(() => {})
  await app.db.transaction().execute((db) => other.send(db, 'greet', { name: 'Cleo' }))
  await vi.waitFor(() => expect(received).toEqual(['Ann', 'Cleo']), { timeout: 30_000 })
  for (const opened of [working, other]) await opened.stop()
  await otherFeed.close()
})

test('work for later and work that failed begin at their time, and not before', async () => {
  const began: { what: string; at: number }[] = []
  const later = job('later', async (data) => {
    const { what } = data as { what: string }
    began.push({ what, at: Date.now() })
    if (what === 'fails' && began.filter((one) => one.what === what).length === 1) throw new Error('not yet')
  })
  const working = await open(1)
  await working.work([later])
  const due = Date.now() + 3000
  await working.send(app.db, 'later', { what: 'waits' }, { startAfter: new Date(due) })
  await working.send(app.db, 'later', { what: 'fails' })
  await vi.waitFor(() => expect(began).toHaveLength(3), { timeout: 30_000 })
  expect(began.map(({ what }) => what)).toEqual(['fails', 'fails', 'waits'])
  // The two clocks are those of one machine, and PostgreSQL's time has microseconds.
  expect(began.at(-1)?.at).toBeGreaterThanOrEqual(due - 1)
  await working.stop()
})

test('work whose notification was lost begins once the change feed is back', async () => {
  const received: number[] = []
  const working = await open()
  await working.work([job('lost', async (data) => void received.push((data as { n: number }).n))])
  await working.send(app.db, 'lost', { n: 1 })
  await vi.waitFor(() => expect(received).toEqual([1]), { timeout: 30_000 })
  // Work in a row that pg-boss has not written notifies nobody.
  await sql`
    insert into pgboss.job (name, data, retry_limit) values ('lost', '{"n": 2}', 0)`.execute(app.db)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'savepoint-changes' and datname = current_database()`.execute(app.db)
  await vi.waitFor(() => expect(received).toEqual([1, 2]), { timeout: 30_000 })
  await working.stop()
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
