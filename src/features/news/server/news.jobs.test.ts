import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listenForChanges } from '#server/changes.ts'
import { openJobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import { DAY_MS, NEWS_NOW, useNewsWorld } from '#tests/support/news-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { newsJobs } from './news.jobs.ts'

const JOB = 'announce-scheduled-news'
const at = (days: number) => new Date(NEWS_NOW.getTime() + days * DAY_MS)

describe('a scheduled post', () => {
  const app = useTestApp()
  const world = useNewsWorld(app)
  const titles = async () =>
    (await app.visitor().get('/api/news')).body.posts.map(({ title }: { title: string }) => title)
  const announced = async () =>
    (await app.db.selectFrom('news_posts').select('announced_at').execute()).map(({ announced_at }) => announced_at)

  test('is queued for its time, appears then, and is announced once', async () => {
    await world.write({ published_at: at(1).toISOString() })
    expect(app.queue).toEqual([{ name: JOB, data: { at: at(1).toISOString() }, startAfter: at(1) }])
    expect([await titles(), await announced()]).toEqual([[], [null]])
    // A reader fills the caches a moment before.
    app.time.now = new Date(at(1).getTime() - 1000)
    await app.work()
    expect([app.queue.length, await titles()]).toEqual([1, []])
    app.time.now = at(1)
    await app.work()
    await app.settle()
    expect([await titles(), await announced()]).toEqual([['The atlas'], [at(1)]])
    app.time.now = at(2)
    await app.run(JOB)
    expect(await announced()).toEqual([at(1)])
  })

  test('that moves to another time is announced at the new one only', async () => {
    const { id } = await world.write({ published_at: at(1).toISOString() })
    await world.root.put(`/api/news/${id}`, { published_at: at(3).toISOString() })
    expect(app.queue.map(({ startAfter }) => startAfter)).toEqual([at(1), at(3)])
    app.time.now = at(1)
    await app.work()
    expect([await titles(), await announced()]).toEqual([[], [null]])
    app.time.now = at(3)
    await app.work()
    expect(await announced()).toEqual([at(3)])
  })

  test('that becomes a draft again does not appear; one that is published now needs no job', async () => {
    const { id } = await world.write({ published_at: at(1).toISOString() })
    await world.root.put(`/api/news/${id}`, { status: 'draft' })
    app.time.now = at(1)
    await app.work()
    expect([await titles(), await announced()]).toEqual([[], [null]])
    await world.root.put(`/api/news/${id}`, { status: 'published' })
    await app.settle()
    expect([app.queue, await titles(), await announced()]).toEqual([[], ['The atlas'], [at(1)]])
  })

  test('is announced although the clock of the node is behind', async () => {
    await world.write({ published_at: at(1).toISOString() })
    app.time.now = new Date(at(1).getTime() - 50)
    for (const job of app.queue) delete job.startAfter
    await app.work()
    expect(await announced()).toEqual([at(1)])
  })

  test('is announced by one of two nodes that run the job at the same moment', async () => {
    await world.write({ published_at: at(1).toISOString() })
    app.time.now = at(1)
    const nodes = [1, 2, 3].map(() => app.run(JOB))
    await Promise.all(nodes)
    expect(await announced()).toEqual([at(1)])
  })
})

describe('the queue of several nodes', () => {
  const app = useTestApp({ LOG_LEVEL: 'debug' }, { workers: (jobs) => jobs.filter(({ name }) => name === JOB) })
  const world = useNewsWorld(app)

  test('runs the work once, not before its time, in whichever node is free', async () => {
    const log = createLog('silent')
    const changes = await listenForChanges(app.connectionString, log)
    const other = await openJobs(app.connectionString, log, changes, { lookAheadSeconds: 0.5 })
    let runs = 0
    const deps = { db: app.db, clock: () => app.time.now, log, queue: other } as unknown as Parameters<
      typeof newsJobs
    >[0]
    await other.work(
      newsJobs(deps).map((job) => ({
        ...job,
        run: async (data) => {
          runs += 1
          await job.run(data)
        },
      })),
    )
    try {
      const soon = new Date(Date.now() + 1500)
      // The queue waits by the clock of the database.
      app.time.now = new Date()
      await world.write({ published_at: soon.toISOString() })
      const counts = async () => {
        const { rows } = await sql<{ state: string; due: Date; early: boolean }>`
          select state, start_after as due, started_on < start_after as early from pgboss.job
          where name = ${JOB} and data ->> 'at' is not null`.execute(app.db)
        return rows
      }
      app.time.now = soon
      await expect.poll(counts).toEqual([{ state: 'completed', due: soon, early: false }])
      const own = app.logged().split('scheduled news have appeared').length - 1
      expect([own + runs, own <= 1, runs <= 1]).toEqual([1, true, true])
      const rows = await app.db.selectFrom('news_posts').select('announced_at').execute()
      expect(rows).toEqual([{ announced_at: soon }])
    } finally {
      await other.stop()
      await changes.close()
    }
  })
})
