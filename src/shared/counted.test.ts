import { expect, test } from 'vitest'
import { counted, gamesText, knownNumberText, numberText, plural } from './counted.ts'

test('a count has its noun, with separators', () => {
  expect([0, 1, 40, 1000].map(gamesText)).toEqual(['0 games', '1 game', '40 games', '1,000 games'])
  expect(counted(2, 'reply', 'replies')).toBe('2 replies')
})

test('only 1 is singular', () => {
  expect([0, 0.5, 1, 1.5, 2, 21].map((count) => plural(count, 'star'))).toEqual([
    'stars',
    'stars',
    'star',
    'stars',
    'stars',
    'stars',
  ])
})

test('numbers are written as in English', () => {
  for (const value of [0, 7, 12, 999, 1000, 12_345, 100_000, 1_234_567, -5, -1000, 1.5, 1234.5678])
    expect(numberText(value)).toBe(value.toLocaleString('en'))
  expect([0, null, undefined].map(knownNumberText)).toEqual(['0', undefined, undefined])
})
