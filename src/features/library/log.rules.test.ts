import { describe, expect, test } from 'vitest'
import { isWorthSharing } from './log.rules.ts'

describe('what friends are told of unless the member says otherwise', () => {
  const log = { status: 'completed', previous: null, date: null, isChosen: false, today: '2026-11-22' } as const
  test.each([
    ['2026-11-22', true],
    ['2026-10-23', true],
    ['2026-10-22', false],
    ['2026-10', true],
    ['2026-09', false],
    ['2026', false],
    ['2012-05-17', false],
    [null, false],
  ])('a game that comes as completed, dated %s: %s', (date, isTold) => {
    expect(isWorthSharing({ ...log, date })).toBe(isTold)
  })
  test('without a date: what was being played, and what was marked as completed by hand', () => {
    expect(isWorthSharing({ ...log, previous: 'playing' })).toBe(true)
    expect(isWorthSharing({ ...log, isChosen: true })).toBe(true)
    expect(isWorthSharing({ ...log, status: 'playing', date: '2012' })).toBe(true)
  })
})
