import { expect, test } from 'vitest'
import { daysOfMonth, isNearDay } from './journal.rules.ts'

test('a client’s day may differ from the server’s by one', () => {
  const now = new Date('2026-03-01T00:30:00.000Z')
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']
  expect(days.map((day) => isNearDay(day, now))).toEqual([false, true, true, true, false])
})

test.each([
  ['2026-02', '2026-02-28', 28],
  ['2024-02', '2024-02-29', 29],
  ['2026-12', '2026-12-31', 31],
])('the month %s ends on %s', (month, last, days) => {
  expect(daysOfMonth(month)).toEqual({ first: `${month}-01`, last, days })
})
