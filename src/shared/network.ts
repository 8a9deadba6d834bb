import { MINUTE_MS } from './durations.ts'

/**
 * The documented timeouts and retries of the server's calls to the sources and of the browser's calls to the server. All
 * times are milliseconds.
 */

/** A proxy in front of the site must accept bodies of so many megabytes: the largest upload, with the form around it. */
export const PROXY_MEGABYTES = 51

/** A request times out after this time (R-NET-05). */
export const FETCH_TIMEOUT_MS = 15_000

/** The number of retries of a failed request: four calls in all (R-NET-06, C43). */
export const FETCH_RETRIES = 3

/** Returns the wait before retry `retry` + 1: 1, 2, 4 s and never more than 5 s (R-NET-06, C43). */
export function fetchRetryDelayMs(retry: number): number {
  return doubling(retry, 5_000)
}

/** Detail requests run one at a time, this far apart (R-NET-01). */
export const DETAIL_INTERVAL_MS = 1_000

/** Returns the wait of the detail queue after `failure` + 1 consecutive failures: 1, 2, 4, 8, 16, 30, 30 … s (R-NET-02). */
export function queueDelayMs(failure: number): number {
  return doubling(failure, 30_000)
}

/**
 * Returns how long a circuit stays open after this many consecutive failures: 2, 4, 6, 8, 10, 10 … minutes (R-NET-04,
 * C43).
 */
export function circuitOpenMs(failures: number): number {
  return Math.min(2 * Math.max(1, failures), 10) * 60_000
}

/** A retry does not change a 4xx response; the circuit handles 429 (R-NET-07, C42). */
export function isRetriableStatus(status: number): boolean {
  return status >= 500
}

const doubling = (times: number, most: number) => Math.min(1_000 * 2 ** times, most)

/**
 * The requesting browser. `effectiveType` is the type of the connection in the Network Information API, where there is
 * one.
 */
export interface Device {
  isMobile: boolean
  effectiveType?: string | undefined
}

const MOBILE_TIMEOUT_FACTOR = 2
const MOBILE_TIMEOUT_MAX_MS = 60_000
const SPEED_FACTORS: Record<string, number> = { '2g': 3, '3g': 2.5, '4g': 1.2 }
const OTHER_SPEED_FACTOR = 2

/**
 * Returns the browser's timeout: 15 s, and on phones 15 s × 2 × the connection's factor, at most 60 s (R-MOB-05..07,
 * C44).
 */
export function requestTimeoutMs({ isMobile, effectiveType = '' }: Device): number {
  if (!isMobile) return FETCH_TIMEOUT_MS
  const factor = SPEED_FACTORS[effectiveType] ?? OTHER_SPEED_FACTOR
  return Math.min(FETCH_TIMEOUT_MS * MOBILE_TIMEOUT_FACTOR * factor, MOBILE_TIMEOUT_MAX_MS)
}

/**
 * Returns how long responses are fresh in the browser, how long they are cached, and how often it retries (R-MOB-01..03).
 */
export function queryTimes({ isMobile }: Device): { staleMs: number; cacheMs: number; retries: number } {
  return isMobile
    ? { staleMs: 10 * MINUTE_MS, cacheMs: 30 * MINUTE_MS, retries: 5 }
    : { staleMs: MINUTE_MS, cacheMs: 5 * MINUTE_MS, retries: 2 }
}

/** Returns the wait before a query's retry `retry` + 1: 2, 4, 8 … and never more than 60 s (R-MOB-04). */
export function queryRetryDelayMs(retry: number): number {
  return Math.min(2_000 * 2 ** retry, 60_000)
}

/** Returns how far before the end of a list is visible the next page is loaded, as a CSS length (R-CAT-41). */
export function scrollMargin({ isMobile }: Device): string {
  return isMobile ? '400px' : '200px'
}

/** The browser's cache of whole games (R-CACHE-01..07). */
export const GAME_CACHE = {
  most: 100,
  freshMs: 60 * MINUTE_MS,
  sweepMs: 5 * MINUTE_MS,
  /** After this many failed calls a game is not requested again until it is reset (C43). */
  attempts: 3,
  /** The version of the entries in the browser's storage; older entries are discarded. */
  version: 2,
  mostAccessed: 5,
} as const
