import { expect, test } from 'vitest'
import { wavesOf } from './waves.ts'

const seen = (text: string, began: number, ended: number) => ({ text, values: [], began, ended })
const texts = (waves: ReturnType<typeof wavesOf>) => waves.map((wave) => wave.map(({ text }) => text))

test('concurrent statements form a wave, and the next wave begins when one of them has ended', () => {
  const statements = [seen('a', 0, 10), seen('b', 1, 5), seen('c', 6, 7), seen('d', 11, 12)]
  expect(texts(wavesOf(statements))).toEqual([['a', 'b'], ['c'], ['d']])
  expect(wavesOf([])).toEqual([])
})
