import { beforeAll, expect, test, vi } from 'vitest'
import type { Job } from '#server/jobs.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

let ran = 0
let failure: Error | null = null
let finish = () => {}
const RUNS: Record<string, Job['run']> = {
  'prune-outbox': async () => {
    ran += 1
    if (failure) throw failure
  },
  'prune-notifications': () =>
    new Promise((resolve) => {
      finish = resolve
    }),
}
/** The queue works on two of the app's jobs, with other work. */
const workers = (jobs: readonly Job[]): Job[] =>
  jobs.flatMap((job) => {
    const run = RUNS[job.name]
    return run ? [{ ...job, run, retry: { limit: 0, delaySeconds: 0 } }] : []
  })
const world = useTestApp({}, { workers })
let root: Member

beforeAll(async () => {
  root = await signUp(world, { username: 'the-root', becomeAdmin: true })
})

const jobs = async () => (await root.get('/api/admin/jobs')).body.jobs
const jobNamed = async (name: string) => (await jobs()).find((job: { name: string }) => job.name === name)
const run = (name: string) => root.post(`/api/admin/jobs/${name}/runs`, {})
const waiting = async () => {
  const { groups } = (await root.get('/api/admin/pages')).body
  return groups
    .flatMap(({ pages }: { pages: object[] }) => pages)
    .find(({ path }: { path: string }) => path === '/admin/jobs').waiting
}

test('every job is listed with its schedule and its next run, also those that never ran', async () => {
  world.time.now = new Date('2026-03-01T12:00:00Z')
  expect(await jobNamed('prune-outbox')).toMatchObject({
    ...{ schedule: '37 4 * * *', next_run_at: '2026-03-02T04:37:00.000Z', last_run: null, waiting: 0, running: 0 },
    viewerCan: { run: true },
  })
  expect(await jobNamed('send-mail')).toMatchObject({ schedule: null, next_run_at: null, viewerCan: { run: false } })
  for (const { name, about } of await jobs())
    expect([name, about]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)])
  world.time.now = new Date()
})

test('an admin queues a job, which runs once, and the audit log records it [G20]', async () => {
  expect((await run('prune-outbox')).status).toBe(202)
  await vi.waitFor(async () => expect((await jobNamed('prune-outbox')).last_run).not.toBeNull(), { timeout: 20_000 })
  expect(ran).toBe(1)
  expect(await jobNamed('prune-outbox')).toMatchObject({ failed: 0, last_run: { is_done: true, error: null } })
  const [entry] = (await root.get('/api/admin/audit-log')).body.entries
  expect(entry).toMatchObject({ by: 'the-root', words: 'queued the job', about: 'prune-outbox', href: '/admin/jobs' })
})

test('a job that failed says why, and waits for the admins', async () => {
  expect(await waiting()).toMatchObject({ count: 0 })
  failure = new Error(`The disk is full ${'x'.repeat(400)}`)
  await run('prune-outbox')
  await vi.waitFor(async () => expect((await jobNamed('prune-outbox')).failed).toBe(1), { timeout: 20_000 })
  const { last_run } = await jobNamed('prune-outbox')
  expect(last_run).toMatchObject({ is_done: false, error: expect.stringContaining('The disk is full') })
  expect(last_run.error.length).toBeLessThanOrEqual(300)
  expect(await waiting()).toEqual({ count: 1, words: 'failing job' })
})

test.each([
  ['no-such-job', 404, 'There is no such job.'],
  ['send-mail', 409, 'This job runs only when something needs it.'],
  ['No%20job', 400, 'This is no job'],
])('%s cannot be queued, and nothing is written', async (name, status, message) => {
  const before = await world.db.selectFrom('audit_log').select('id').execute()
  const answer = await run(name)
  expect([answer.status, answer.body.error]).toEqual([status, message])
  expect(await world.db.selectFrom('audit_log').select('id').execute()).toHaveLength(before.length)
})

test('a job that waits or runs already is not queued again', async () => {
  const job = 'prune-notifications'
  expect((await run(job)).status).toBe(202)
  const again = await run(job)
  expect([again.status, again.body.error]).toEqual([409, 'This job is waiting or running already.'])
  await vi.waitFor(async () => expect((await jobNamed(job)).running).toBe(1), { timeout: 20_000 })
  expect((await jobNamed(job)).viewerCan).toEqual({ run: false })
  finish()
  await vi.waitFor(async () => expect((await jobNamed(job)).last_run).toMatchObject({ is_done: true }), {
    timeout: 20_000,
  })
})
