import { expect, test } from 'vitest'
import { nextRunText, scheduleText, tookText } from './admin-jobs.rules.ts'

test.each([
  ['* * * * *', 'every minute'],
  ['*/10 * * * *', 'every 10 minutes'],
  ['17 * * * *', 'hourly at minute 17'],
  ['5 4 * * *', 'daily at 04:05 UTC'],
  ['41 1 * * 1', 'on Mondays at 01:41 UTC'],
  ['0 4 * * 7', 'on Sundays at 04:00 UTC'],
  ['0 4 * * 1-5', '0 4 * * 1-5 (UTC)'],
  ['0 4 1 * 1', '0 4 1 * 1 (UTC)'],
  ['*/5 4 * * *', '*/5 4 * * * (UTC)'],
])('the schedule %s reads "%s"', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text)
})

test.each([
  [0, 'under 0.1 s'],
  [100, '0.1 s'],
  [2_440, '2.4 s'],
  [59_000, '59 s'],
  [150_000, '3 min'],
])('a run of %d ms reads "%s"', (milliseconds, text) => {
  expect(tookText(milliseconds)).toBe(text)
})

test('the next run is named with its day unless it is today', () => {
  const now = new Date('2026-11-23T23:50:00Z')
  expect(nextRunText(new Date('2026-11-23T23:59:00Z'), now)).toBe('23:59 UTC')
  expect(nextRunText(new Date('2026-11-24T00:05:00Z'), now)).toBe('2026-11-24 00:05 UTC')
})
