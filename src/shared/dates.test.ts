import { expect, test } from 'vitest'
import { commentTime, feedTime } from './relative-time.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (age: number) => new Date(NOW.getTime() - age)

test.each([
  [-5 * SECOND, 'just now'],
  [0, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1m ago'],
  [HOUR - 1, '59m ago'],
  [HOUR, '1h ago'],
  [DAY - 1, '23h ago'],
  [DAY, '1d ago'],
  [7 * DAY - 1, '6d ago'],
  [7 * DAY, 'Feb 22, 2026'],
  [366 * DAY, 'Feb 28, 2025'],
])('a comment of %s ms ago is %s [R-ACT-22]', (age, text) => {
  expect(commentTime(ago(age), NOW)).toBe(text)
})

test.each([
  [-5 * SECOND, 'Just now'],
  [MINUTE - 1, 'Just now'],
  [MINUTE, '1 minute ago'],
  [2 * MINUTE, '2 minutes ago'],
  [HOUR - 1, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, '1 day ago'],
  [30 * DAY - 1, '29 days ago'],
  [30 * DAY, 'January 30, 2026'],
  [366 * DAY, 'February 28, 2025'],
])('an activity of %s ms ago is %s [R-ACT-23]', (age, text) => {
  expect(feedTime(ago(age), NOW)).toBe(text)
})
