import { expect, test } from 'vitest'
import {
  circuitOpenMs,
  DETAIL_INTERVAL_MS,
  FETCH_RETRIES,
  FETCH_TIMEOUT_MS,
  fetchRetryDelayMs,
  isRetriableStatus,
  queueDelayMs,
  timeoutText,
} from './network.ts'

const first = (count: number, delay: (n: number) => number) => Array.from({ length: count }, (_, n) => delay(n))

test('a request is given up after 15 seconds and says so [R-NET-05][R-NET-08]', () => {
  expect(FETCH_TIMEOUT_MS).toBe(15_000)
  expect(timeoutText(FETCH_TIMEOUT_MS)).toBe('Request timeout after 15000ms.')
})

test('a failed request is made three more times, after 1, 2 and 4 seconds, never more than 5 [R-NET-06]', () => {
  expect(FETCH_RETRIES).toBe(3)
  expect(first(5, fetchRetryDelayMs)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000])
})

test('the detail queue waits from 1 second up to 30 [R-NET-01][R-NET-02]', () => {
  expect(DETAIL_INTERVAL_MS).toBe(1_000)
  expect(first(7, queueDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(queueDelayMs(5_000)).toBe(30_000)
})

test('a circuit stays open for twice as many minutes as there were failures, at most ten [R-NET-04]', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map((failures) => circuitOpenMs(failures) / 60_000)).toEqual([2, 4, 6, 8, 10, 10, 10])
})

test('only what the server got wrong is asked again [R-NET-07]', () => {
  expect([400, 401, 404, 429, 499, 500, 502, 522].filter(isRetriableStatus)).toEqual([500, 502, 522])
})
