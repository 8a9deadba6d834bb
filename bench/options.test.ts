import { expect, test } from 'vitest'
import { nameOf, OptionError, readOptions, WORKLOADS } from './options.ts'

test('without options the shape is small and all workloads run', () => {
  expect(readOptions([])).toEqual({
    shape: { games: 2000, members: 500, entries: 20_000, activities: 40_000, reviews: 12_000, posts: 20_000 },
    isFresh: false,
    rounds: 4,
    seconds: 1,
    only: WORKLOADS,
    isProfiled: false,
    isDataOnly: false,
  })
})

test('digits may be grouped, and workloads retain their order', () => {
  const options = readOptions([
    '--games',
    '320_000',
    '--members=100,000',
    '--only',
    'json-reads, anonymous-pages',
    '--fresh',
  ])
  expect(options.shape).toMatchObject({ games: 320_000, members: 100_000 })
  expect(options.only).toEqual(['anonymous-pages', 'json-reads'])
  expect(options.isFresh).toBe(true)
})

test.each([
  [['--games', 'many'], '--games must be a whole number of at least 0, but is many.'],
  [['--members', '10'], '--members must be a whole number of at least 50, but is 10.'],
  [['--rounds', '0'], '--rounds must be a whole number of at least 1, but is 0.'],
  [['--seconds', '-1'], "Option '--seconds' argument is ambiguous"],
  [['--seconds', '0'], '--seconds must be a whole number of at least 1, but is 0.'],
  [['--only', 'nothing'], '--only nothing is not a workload'],
  [['--faster'], "Unknown option '--faster'"],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(OptionError)
  expect(() => readOptions(args)).toThrow(sentence)
})

test('a shape has a short name', () => {
  const full = {
    ...{ games: 320_000, members: 100_000, entries: 5_000_000, activities: 10_000_000 },
    ...{ reviews: 3_000_000, posts: 5_000_000 },
  }
  expect(nameOf(full)).toBe('320k-100k-5m-10m-3m-5m')
  expect(nameOf({ games: 2000, members: 500, entries: 20_050, activities: 1_234_567, reviews: 0, posts: 50 })).toBe(
    '2k-500-20050-1234567-0-50',
  )
})
