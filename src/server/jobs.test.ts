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

test('work that failed waits for the next time that the queue is polled', async () => {
  await vi.waitFor(() => expect(failing).toHaveLength(1), { timeout: 30_000 })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(failing).toHaveLength(1)
})
