import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('work runs one after another, also after a failure', async () => {
  const inTurn = createTurns()
  let running = 0
  const done: number[] = []
  const work = (n: number) =>
    inTurn(async () => {
      running += 1
      expect(running).toBe(1)
      await setImmediate()
      running -= 1
      done.push(n)
      if (n === 2) throw new Error('two fails')
      return n
    })
  const answers = await Promise.allSettled([work(1), work(2), work(3)])
  expect(done).toEqual([1, 2, 3])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
    1,
    'two fails',
    3,
  ])
})
