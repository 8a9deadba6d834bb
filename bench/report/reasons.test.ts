import { expect, test } from 'vitest'
import { reasonsFor } from './reasons.ts'
import { atLeast, atMost } from './report.ts'

test('a missed target has its reason once, and a met target has none', () => {
  const pages = [atLeast('member’s page /', 0.6, 0.2), atLeast('member’s page /all-games, of …', 0.6, 0.3)]
  expect(reasonsFor(pages)).toHaveLength(1)
  expect(reasonsFor([...pages, atMost('JavaScript before the game page is usable', 120, 133, 'kB')])).toHaveLength(2)
  expect(reasonsFor([atMost('JavaScript before the game page is usable', 120, 100, 'kB')])).toEqual([])
})
