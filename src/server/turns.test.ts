import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

test('nothing of a finished piece of work stays in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const inTurn = createTurns()
  const held = async () => new WeakRef(await inTurn(async () => ({ file: Buffer.alloc(1024) })))
  const result = await held()
  // A WeakRef holds its target until the next task.
  await setImmediate()
  collect()
  expect(result.deref()).toBeUndefined()
})
