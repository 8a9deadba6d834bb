import { expect, test } from 'vitest'
import { counted, gamesText, plural } from './counted.ts'

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
