import { expect, test } from 'vitest'
import { movedTo, playedText } from './lists.rules.ts'

test('a thousand has a separator', () => {
  expect(playedText(12, 1000)).toBe('12 of 1,000 played')
})

test('a moved game takes the position behind the other one, from above and from below', () => {
  const games = ['a', 'b', 'c', 'd', 'e']
  for (const moved of games)
    for (const after of [null, ...games]) {
      if (after === moved) continue
      const rest = games.filter((game) => game !== moved)
      const at = after === null ? 0 : rest.indexOf(after) + 1
      const to = movedTo(games.indexOf(moved) + 1, after === null ? null : games.indexOf(after) + 1)
      expect([moved, after, to]).toEqual([moved, after, at + 1])
    }
})
