import { expect, test } from 'vitest'
import { createSourceDeadlines, TIMED_OUT } from './source-deadlines.ts'

/** A clock that a test moves: a sleeper wakes up at its time. */
function fakeTime() {
  let now = 0
  const sleepers: { at: number; wake: () => void }[] = []
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    sleep: (milliseconds: number) =>
      new Promise<void>((resolve) => sleepers.push({ at: now + milliseconds, wake: resolve })),
    async pass(milliseconds: number) {
      now += milliseconds
      for (const { at, wake } of sleepers) if (at <= now) wake()
      await settled()
    },
  }
}
const never = new Promise<never>(() => {})

function open() {
  const time = fakeTime()
  const deadlines = createSourceDeadlines(time.sleep)
  const answers: Record<string, unknown> = {}
  const read = (name: string, timeoutMs: number, work: Promise<unknown> = never, sources = ['igdb']) =>
    void deadlines.wait(work, { sources, timeoutMs }).then((answer) => {
      answers[name] = answer
    })
  return { ...time, read, answers }
}

test('one caller waits for a source that hangs; the others are released when it counts as silent, or after a short time', async () => {
  const { pass, read, answers } = open()
  read('first', 8_000)
  await pass(1_000)
  read('second', 8_000)
  read('of another source', 5_000, never, ['rawg'])
  await pass(1_499)
  expect(answers).toEqual({})
  await pass(1)
  expect(answers).toEqual({ second: TIMED_OUT })
  read('third', 8_000)
  await pass(249)
  expect(answers).toEqual({ second: TIMED_OUT })
  await pass(1)
  expect(answers).toEqual({ second: TIMED_OUT, third: TIMED_OUT })
  await pass(1_000)
  await pass(4_250)
  expect(answers).toEqual({ first: TIMED_OUT, second: TIMED_OUT, third: TIMED_OUT, 'of another source': TIMED_OUT })
})

test('a source that responds is no longer silent: the next caller has the full time again', async () => {
  const { pass, read, answers } = open()
  const slow = Promise.withResolvers<string>()
  read('first', 8_000, slow.promise)
  await pass(3_000)
  // A caller that was released after the short time does not mark the source as silent again.
  read('short', 8_000)
  await pass(250)
  slow.resolve('answered')
  await pass(0)
  expect(answers).toEqual({ first: 'answered', short: TIMED_OUT })
  read('next', 2_500)
  await pass(2_499)
  expect(answers).not.toHaveProperty('next')
})

test('failed work ends the silence too', async () => {
  const { pass, read, answers } = open()
  const failing = Promise.withResolvers<string>()
  failing.promise.catch(() => {})
  read('first', 2_500, failing.promise)
  await pass(2_500)
  failing.reject(new Error('no'))
  await pass(0)
  read('next', 2_500)
  await pass(300)
  expect(answers).toEqual({ first: TIMED_OUT })
})
