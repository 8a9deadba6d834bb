import { circuitOpenMs, DETAIL_INTERVAL_MS, GAME_CACHE, queueDelayMs } from '#shared/network.ts'
import { CallError } from '../call.ts'

interface Job {
  key: string
  start: () => Promise<void>
  refuse: (error: unknown) => void
}

/** The queue of a browser's requests for whole games. */
export interface DetailQueue {
  /** Runs a request when it is next in the queue. Throws the request's error, and refuses while the circuit is open. */
  run: <T>(key: string, ask: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Names the game that a person opens or has open, by the last part of its address. Its requests skip the queue. */
  open: (pathname: string) => void
  /** Allows requests for one key, or for all, that have failed too often. */
  reset: (key?: string) => void
}

/**
 * Details are requested one at a time and at least a second apart, further apart after consecutive failures (R-NET-01,
 * R-NET-02). A 429 opens the circuit for 2 to 10 minutes, then one trial request runs (R-NET-03, R-NET-04). What has
 * failed three times is refused with `givenUpText` until it is reset (R-CACHE-03). Only the game that a person opens
 * skips the queue (decision 0020).
 */
export function createDetailQueue(givenUpText: string): DetailQueue {
  const waiting: Job[] = []
  const failedCalls = new Map<string, number>()
  let opened = ''
  let isRunning = false
  let notBefore = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  let closesAt = 0
  let isTrying = false

  /** Throws while the circuit is open, and during the trial request. */
  function checkCircuit(): void {
    const left = closesAt - Date.now()
    if (refusals === 0 || (left <= 0 && !isTrying)) return
    const retryAfter = Math.max(1, Math.ceil(left / 1000))
    throw new CallError(429, { error: 'Too Many Requests', code: 'rate_limited', retryAfter }, { retried: true })
  }

  function learn(key: string, error: unknown): void {
    if (!(error instanceof CallError)) return
    if (error.status === 429) {
      refusals += 1
      closesAt = Date.now() + circuitOpenMs(refusals)
      for (const job of waiting.splice(0)) job.refuse(error)
    } else if ((error.status === 0 && error.code !== 'offline') || error.status >= 500) {
      failures += 1
      failedCalls.set(key, (failedCalls.get(key) ?? 0) + 1)
      notBefore = Date.now() + queueDelayMs(failures - 1)
    }
  }

  async function ask<T>(key: string, request: () => Promise<T>): Promise<T> {
    checkCircuit()
    if ((failedCalls.get(key) ?? 0) >= GAME_CACHE.attempts)
      throw new CallError(0, { error: givenUpText, code: 'given_up' }, { retried: true })
    isTrying = refusals > 0
    notBefore = Math.max(notBefore, Date.now() + DETAIL_INTERVAL_MS)
    try {
      const answer = await request()
      failures = 0
      refusals = 0
      failedCalls.delete(key)
      return answer
    } catch (error) {
      learn(key, error)
      throw error
    } finally {
      isTrying = false
    }
  }

  function next(): void {
    clearTimeout(timer)
    const wait = notBefore - Date.now()
    // Checked again after the wait: the opened game may have skipped the queue.
    if (wait > 0 && waiting.length > 0) timer = setTimeout(next, wait)
    const job = isRunning || wait > 0 ? undefined : waiting.shift()
    if (!job) return
    isRunning = true
    void job.start().finally(() => {
      isRunning = false
      next()
    })
  }

  return {
    run(key, request, signal) {
      if (key === opened) return ask(key, request)
      return new Promise((resolve, refuse) => {
        const start = () => ask(key, request).then(resolve, refuse)
        const job: Job = { key, start, refuse }
        waiting.push(job)
        signal?.addEventListener('abort', () => {
          const at = waiting.indexOf(job)
          if (at >= 0) waiting.splice(at, 1)
          refuse(signal.reason)
        })
        next()
      })
    },
    open(pathname) {
      opened = pathname.slice(pathname.lastIndexOf('/') + 1)
      const at = waiting.findIndex(({ key }) => key === opened)
      if (at >= 0) void waiting.splice(at, 1)[0]?.start()
    },
    reset(key) {
      if (key === undefined) failedCalls.clear()
      else failedCalls.delete(key)
    },
  }
}
