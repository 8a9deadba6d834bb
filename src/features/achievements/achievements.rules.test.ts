import { expect, test } from 'vitest'
import { achievementsAfterTicks } from '#features/library/library.rules.ts'
import { memberShareText, percentText } from './achievements.rules.ts'

test('a percentage has one decimal below ten, and a rare one is not zero', () => {
  expect([0, 0.04, 0.1, 7.52, 9.96, 12.06, 62.4, 100].map(percentText)).toEqual([
    '0 %',
    '<0.1 %',
    '0.1 %',
    '7.5 %',
    '10 %',
    '12 %',
    '62 %',
    '100 %',
  ])
})

test('rarity among members names their number', () => {
  expect(memberShareText(41, 340)).toBe('12 % of 340 members')
  expect(memberShareText(1, 1)).toBe('100 % of 1 member')
  expect(memberShareText(0, 12_000)).toBe('0 % of 12,000 members')
})

test('a number follows the ticks, and is never below them', () => {
  // The number before, the ticks before and after.
  expect(achievementsAfterTicks(0, 0, 1)).toBe(1)
  expect(achievementsAfterTicks(7, 7, 6)).toBe(6)
  expect(achievementsAfterTicks(20, 3, 4)).toBe(20)
  expect(achievementsAfterTicks(20, 4, 3)).toBe(20)
  expect(achievementsAfterTicks(20, 19, 20)).toBe(20)
  for (let number = 0; number <= 6; number += 1)
    for (let before = 0; before <= number; before += 1)
      for (const after of [before - 1, before + 1].filter((ticks) => ticks >= 0))
        expect(achievementsAfterTicks(number, before, after)).toBeGreaterThanOrEqual(after)
})
