import { expect, test } from 'vitest'
import {
  isProfileDue,
  PROFILE_QUERY_STALE_MS,
  PROFILE_TIMEOUT_MS,
  SESSION_STALE_MS,
  SESSION_TIMEOUT_MS,
  STATS_STALE_MS,
} from './session.rules.ts'

test('the documented times around sessions, in milliseconds [R-SESS-06][R-SESS-11][R-SESS-22 to 25]', () => {
  expect([SESSION_STALE_MS, PROFILE_QUERY_STALE_MS, STATS_STALE_MS]).toEqual([300_000, 600_000, 900_000])
  expect([SESSION_TIMEOUT_MS, PROFILE_TIMEOUT_MS]).toEqual([8_000, 3_000])
})

test('a renewed session reads the own profile again when it is missing or older than five minutes [R-SESS-03]', () => {
  const now = 1_000_000
  expect(isProfileDue(null, now)).toBe(true)
  expect(isProfileDue({ readAt: now - 300_001 }, now)).toBe(true)
  expect(isProfileDue({ readAt: now - 300_000 }, now)).toBe(false)
  expect(isProfileDue({ readAt: now }, now)).toBe(false)
})
