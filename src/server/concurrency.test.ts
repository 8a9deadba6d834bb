import { expect, test } from 'vitest'
import { limitConcurrency, QueueFullError } from './concurrency.ts'

/** Work that runs until the test ends it; `begun` lists the names in the order in which they began. */
function recorded() {
  const begun: string[] = []
  const work = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    return {
      begin: () => {
        begun.push(name)
        return promise
      },
      end: () => resolve(name),
      fail: () => reject(new Error(name)),
    }
  }
  return { begun, work }
}

test('runs work up to the limit and starts the rest in the order in which it came', async () => {
  const run = limitConcurrency(2)
  const { begun, work } = recorded()
  const [a, b, c, d] = [work('a'), work('b'), work('c'), work('d')]
  const results = [a, b, c, d].map((one) => run(one.begin))
  expect(begun).toEqual(['a', 'b'])
  b.end()
  await results[1]
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const one of [a, c, d]) one.end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('rejects work when the queue is full, and accepts work again when a place is free', async () => {
  const run = limitConcurrency(1, 1)
  const { work } = recorded()
  const [a, b, c] = [work('a'), work('b'), work('c')]
  const [first, second] = [run(a.begin), run(b.begin)]
  await expect(run(c.begin)).rejects.toBeInstanceOf(QueueFullError)
  a.end()
  await first
  const third = run(c.begin)
  b.end()
  c.end()
  expect(await Promise.all([second, third])).toEqual(['b', 'c'])
})

test('failed work gives its slot to the next in the queue', async () => {
  const run = limitConcurrency(1)
  const { work } = recorded()
  const [a, b] = [work('a'), work('b')]
  const [first, second] = [run(a.begin), run(b.begin)]
  a.fail()
  b.end()
  await expect(first).rejects.toThrow('a')
  expect(await second).toBe('b')
})

test('work that is aborted while it waits never starts, and the next in the queue does', async () => {
  const run = limitConcurrency(1)
  const { begun, work } = recorded()
  const [a, b, c] = [work('a'), work('b'), work('c')]
  const { signal, abort } = (() => {
    const controller = new AbortController()
    return { signal: controller.signal, abort: () => controller.abort(new Error('too late')) }
  })()
  const [first, second, third] = [run(a.begin), run(b.begin, signal), run(c.begin)]
  const rejected = expect(second).rejects.toThrow('too late')
  abort()
  a.end()
  c.end()
  await rejected
  expect(await Promise.all([first, third])).toEqual(['a', 'c'])
  expect(begun).toEqual(['a', 'c'])
})
