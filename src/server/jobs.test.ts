import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'
import { type Job, type Jobs, openJobs } from './jobs.ts'
import { createLog } from './log.ts'

const POLL_SECONDS = 3
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

beforeAll(async () => {
  queue = await openJobs(app.connectionString, createLog('silent'), POLL_SECONDS)
  await queue.work([job('count', count), job('fail', fail)])
})
afterAll(() => queue.stop())

test('a worker does all waiting work in a row, without a pause between two pieces', async () => {
  for (let n = 1; n <= 5; n += 1) await queue.send(app.db, 'count', { n })
  // With a pause the five would take five polls.
  await vi.waitFor(() => expect(done).toHaveLength(5), { timeout: 4 * POLL_SECONDS * 1000 })
  expect(done).toEqual([1, 2, 3, 4, 5])
})

test('work that failed waits for the next time that the queue is polled', async () => {
  await queue.send(app.db, 'fail', { n: 1 })
  await vi.waitFor(() => expect(failing).toHaveLength(1), { timeout: 15_000 })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(failing).toHaveLength(1)
})
