import { expect, test } from 'vitest'
import { timeoutText } from './network.texts.ts'
import {
  circuitOpenMs,
  DETAIL_INTERVAL_MS,
  FETCH_RETRIES,
  FETCH_TIMEOUT_MS,
  fetchRetryDelayMs,
  isRetriableStatus,
  queryRetryDelayMs,
  queryTimes,
  queueDelayMs,
  requestTimeoutMs,
  scrollMargin,
} from './network.ts'

const first = (count: number, delay: (n: number) => number) => Array.from({ length: count }, (_, n) => delay(n))

test('a request times out after 15 seconds with a text that says so [R-NET-05][R-NET-08]', () => {
  expect(FETCH_TIMEOUT_MS).toBe(15_000)
  expect(timeoutText(FETCH_TIMEOUT_MS)).toBe('Request timeout after 15000ms.')
})

test('a failed request is retried three times, after 1, 2 and 4 seconds, never more than 5 [R-NET-06]', () => {
  expect(FETCH_RETRIES).toBe(3)
  expect(first(5, fetchRetryDelayMs)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000])
})

test('the detail queue waits from 1 second up to 30 [R-NET-01][R-NET-02]', () => {
  expect(DETAIL_INTERVAL_MS).toBe(1_000)
  expect(first(7, queueDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(queueDelayMs(5_000)).toBe(30_000)
})

test('a circuit stays open for two minutes per failure, at most ten [R-NET-04]', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map((failures) => circuitOpenMs(failures) / 60_000)).toEqual([2, 4, 6, 8, 10, 10, 10])
})

test('only server errors are retried [R-NET-07]', () => {
  expect([400, 401, 404, 429, 499, 500, 502, 522].filter(isRetriableStatus)).toEqual([500, 502, 522])
})

test('the timeout of a phone is 15 seconds, doubled and scaled by its connection, at most a minute [R-MOB-05][R-MOB-06][R-MOB-07]', () => {
  const seconds = (effectiveType?: string) => requestTimeoutMs({ isMobile: true, effectiveType }) / 1000
  expect(seconds('4g')).toBe(36)
  expect(['3g', '2g', 'slow-2g', undefined].map(seconds)).toEqual([60, 60, 60, 60])
  // On a desktop the connection does not matter (C44).
  expect(requestTimeoutMs({ isMobile: false, effectiveType: '2g' })).toBe(15_000)
})

test('responses are fresh for a minute and cached for five, on phones ten and thirty [R-MOB-01][R-MOB-02][R-MOB-03]', () => {
  expect(queryTimes({ isMobile: false })).toEqual({ staleMs: 60_000, cacheMs: 300_000, retries: 2 })
  expect(queryTimes({ isMobile: true })).toEqual({ staleMs: 600_000, cacheMs: 1_800_000, retries: 5 })
})

test('a query waits 2 seconds before its first retry, then twice as long each time, up to 60 [R-MOB-04]', () => {
  expect(first(7, queryRetryDelayMs).map((wait) => wait / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60])
})

test('the next page is loaded 400 px before it is visible on phones, 200 px elsewhere [R-CAT-41]', () => {
  expect([true, false].map((isMobile) => scrollMargin({ isMobile }))).toEqual(['400px', '200px'])
})
