/**
 * How long to wait for others, and how often to ask again: the documented numbers, for the server's calls to the sources
 * and for the browser's calls to the server. All times are milliseconds.
 */

/** A request without an answer is given up after this time (R-NET-05). */
export const FETCH_TIMEOUT_MS = 15_000

/** So often a failed request is made again: four calls in all (R-NET-06, C43). */
export const FETCH_RETRIES = 3

/** The wait before try number `retry` + 2: 1, 2, 4 s and never more than 5 s (R-NET-06, C43). */
export function fetchRetryDelayMs(retry: number): number {
  return doubling(retry, 5_000)
}

/** Detail requests go one at a time, this far apart (R-NET-01). */
export const DETAIL_INTERVAL_MS = 1_000

/** The wait of the detail queue after `failure` + 1 failures in a row: 1, 2, 4, 8, 16, 30, 30 … s (R-NET-02). */
export function queueDelayMs(failure: number): number {
  return doubling(failure, 30_000)
}

/** How long a circuit stays open after so many failures in a row: 2, 4, 6, 8, 10, 10 … minutes (R-NET-04, C43). */
export function circuitOpenMs(failures: number): number {
  return Math.min(2 * Math.max(1, failures), 10) * 60_000
}

/** What the fetch helper says of a request that was given up (R-NET-08). */
export function timeoutText(milliseconds: number): string {
  return `Request timeout after ${milliseconds}ms.`
}

/** A 4xx is an answer, and asking again does not change it; 429 is for the circuit (R-NET-07, C42). */
export function isRetriableStatus(status: number): boolean {
  return status >= 500
}

const doubling = (times: number, most: number) => Math.min(1_000 * 2 ** times, most)
