import { expect, test } from 'vitest'
import { addDays, isDay, startOfDay, utcDay } from './calendar-days.ts'

test('only days of the calendar are days', () => {
  expect(['2026-02-28', '2024-02-29', '1970-01-01'].filter((text) => !isDay(text))).toEqual([])
  const others = ['2026-02-29', '0000-01-01', '2026-13-01', '2026-1-1', '26-01-01', '26-1-1']
  const longer = ['2026-01-01T00:00', '2026-11-25T00:00', '2026-01', '2026', '']
  expect([...others, ...longer].filter(isDay)).toEqual([])
})

test('days are counted across months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2026-11-25', 0)).toBe('2026-11-25')
})

test('a day begins and ends in UTC', () => {
  const begin = startOfDay('2026-11-25')
  expect([begin - 1, begin, begin + 86_399_999, begin + 86_400_000].map((at) => utcDay(at))).toEqual([
    '2026-11-24',
    '2026-11-25',
    '2026-11-25',
    '2026-11-26',
  ])
  expect(utcDay(new Date('2026-11-25T23:30:00-02:00'))).toBe('2026-11-26')
})
