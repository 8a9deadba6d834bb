import { expect, test } from 'vitest'
import {
  dayAfterKey,
  heatOf,
  longDay,
  monthsOf,
  shiftMonth,
  shortDay,
  weeksOfMonth,
  weeksOfYear,
} from './calendar.rules.ts'

test('a month consists of weeks from Monday to Sunday', () => {
  const weeks = weeksOfMonth('2026-11')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks[1]?.[0]).toBe('2026-11-02')
  expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeksOfMonth('2027-02')).toHaveLength(4)
})

test('a year spans 53 weeks, or 54 when a leap year begins on a Sunday', () => {
  expect(weeksOfYear(2026)).toHaveLength(53)
  expect(weeksOfYear(2012)).toHaveLength(54)
  expect(weeksOfYear(2026).flat().filter(Boolean)).toHaveLength(365)
  expect(monthsOf(2026)[11]).toBe('2026-12')
})

test.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-06', -18, '2024-12'],
])('%s shifted by %i months is %s', (month, by, expected) => {
  expect(shiftMonth(month, by)).toBe(expected)
})

test.each([
  ['ArrowLeft', '2026-02-28'],
  ['ArrowRight', '2026-03-02'],
  ['ArrowUp', '2026-02-22'],
  ['ArrowDown', '2026-03-08'],
  ['Home', '2026-02-23'],
  ['End', '2026-03-01'],
  ['PageUp', '2026-02-01'],
  ['PageDown', '2026-04-01'],
  ['Enter', null],
])('%s moves from Sunday, March 1, 2026 to %s', (key, expected) => {
  expect(dayAfterKey('2026-03-01', key)).toBe(expected)
})

test('Page Up and Page Down go to the last day of a shorter month', () => {
  expect(dayAfterKey('2026-03-31', 'PageUp')).toBe('2026-02-28')
  expect(dayAfterKey('2026-01-31', 'PageDown')).toBe('2026-02-28')
})

test('days and months are written in words', () => {
  expect(longDay('2026-11-22')).toBe('Sunday, November 22, 2026')
  expect(shortDay('2026-11-05')).toBe('Thu 5')
})

test.each([
  [undefined, 0],
  [{ minutes: 0, entries: 0 }, 0],
  [{ minutes: 0, entries: 1 }, 1],
  [{ minutes: 60, entries: 0 }, 1],
  [{ minutes: 61, entries: 0 }, 2],
  [{ minutes: 180, entries: 0 }, 2],
  [{ minutes: 181, entries: 4 }, 3],
])('the heat of %o is step %i', (day, step) => {
  expect(heatOf(day)).toBe(step)
})
