import { afterEach, expect, test, vi } from 'vitest'
import { collectGarbage } from './heap.ts'
import { pauseAfter, startLongWork } from './long-work.ts'

test.each([
  [100, 0, 0],
  [100, 1, 20],
  [100, 5, 100],
  [100, 10, 200],
  [100, 1000, 200],
  [3, 50, 6],
])('after %d ms of work and %d requests it pauses for %d ms', (worked, came, pause) => {
  expect(pauseAfter(worked, came)).toBe(pause)
})

const MUCH = 64 * 1024 * 1024
const { gc } = globalThis
afterEach(() => {
  globalThis.gc = gc
})

test('only work on many rows collects garbage, and only if there is much', async () => {
  const collects = vi.fn(async () => {})
  globalThis.gc = collects as never
  // Whatever other tests have left: from here on growth counts.
  const ballasts = [Buffer.alloc(MUCH)]
  await collectGarbage()
  collects.mockClear()
  const work = startLongWork()
  ballasts.push(Buffer.alloc(MUCH))
  await work.pause(5999)
  expect(collects).not.toHaveBeenCalled()
  await work.pause(1)
  expect(collects).toHaveBeenCalledTimes(1)
  await work.pause(50)
  expect(collects).toHaveBeenCalledTimes(1)
  ballasts.push(Buffer.alloc(MUCH))
  await work.pause(50)
  expect(collects).toHaveBeenCalledTimes(2)
  ballasts.push(Buffer.alloc(MUCH))
  expect(ballasts).toHaveLength(4)
  // Another import begins to count at 0.
  await startLongWork().pause(5999)
  expect(collects).toHaveBeenCalledTimes(2)
})
