import { describe, expect, test } from 'vitest'
import { isSharedByDefault } from './log.rules.ts'

describe('the default of sharing a log with friends', () => {
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
  ])('a game that is added as completed with the date %s: %s', (date, isShared) => {
    expect(isSharedByDefault({ ...log, date })).toBe(isShared)
  })
  test('without a date: a game that was being played, and a game that was marked as completed by hand', () => {
    expect(isSharedByDefault({ ...log, previous: 'playing' })).toBe(true)
    expect(isSharedByDefault({ ...log, isChosen: true })).toBe(true)
    expect(isSharedByDefault({ ...log, status: 'playing', date: '2012' })).toBe(true)
  })
})
