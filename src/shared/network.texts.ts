/** Returns the fetch helper's message for a request that timed out (R-NET-08). */
export function timeoutText(milliseconds: number): string {
  return `Request timeout after ${milliseconds}ms.`
}
