import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../report/statistics.ts'

export const READERS_AT_ONCE = 50
/** Milliseconds between two requests of one reader, who types, turns pages or sets filters in a hurry. */
export const PAUSE_MS = 250
/** Milliseconds between two whole pages that one reader opens. Nobody reads four pages a second. */
export const PAGE_PAUSE_MS = 1000
/**
 * Not counted, because connections open, statements are planned and code compiles: pages, which come at 50 a second, had twice the
 * p99 in the 8 seconds after 2 as in those after 10.
 */
export const WARM_UP_SECONDS = 6
/** With fewer, one collection of garbage determines the p99: three requests that wait for it are the slowest of 300. */
const MIN_REQUESTS = 1000

export interface PacedResult {
  questions: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/**
 * Measures the response times of fifty readers, who each send a request every `pauseMs` on average. `next` returns the
 * next request, or undefined at the end.
 */
export async function pacedReaders<Question>(
  next: () => Question | undefined,
  ask: (question: Question) => Promise<void>,
  { seconds, pauseMs }: { seconds: number; pauseMs: number },
): Promise<PacedResult> {
  const times: number[] = []
  const began = performance.now() + WARM_UP_SECONDS * 1000
  const end = began + Math.max((MIN_REQUESTS * pauseMs) / READERS_AT_ONCE, seconds * 1000)
  const reader = async () => {
    await sleep(Math.random() * pauseMs)
    while (performance.now() < end) {
      const question = next()
      if (question === undefined) return
      const asked = performance.now()
      await ask(question)
      const waited = performance.now() - asked
      if (asked > began) times.push(waited)
      // With the same pause each time, readers who once came together would come together for the whole run.
      await sleep(Math.max(0, pauseMs * (0.5 + Math.random()) - waited))
    }
  }
  await Promise.all(Array.from({ length: READERS_AT_ONCE }, reader))
  const lasted = (performance.now() - began) / 1000
  return {
    questions: times.length,
    perSecond: times.length / lasted,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

/** Returns a function that repeats the requests in order, without end. */
export function inCycles<Question>(questions: readonly Question[]): () => Question | undefined {
  let at = 0
  return () => {
    const question = questions[at % questions.length]
    at += 1
    return question
  }
}
