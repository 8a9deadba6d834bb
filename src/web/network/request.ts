import { FETCH_RETRIES, fetchRetryDelayMs, isRetriableStatus, requestTimeoutMs } from '#shared/network.ts'
import { device } from './device.ts'
import { type FailureReason, failureReason, RequestTimeout } from './failure.ts'

export interface Answer {
  status: number
  body: unknown
  /** Says whether the request was retried. */
  retried: boolean
}

/** There was no response; `cause` is the error. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'
  readonly reason: FailureReason
  readonly retried: boolean
  constructor(reason: FailureReason, retried: boolean, cause: unknown) {
    super(reason, { cause })
    this.reason = reason
    this.retried = retried
  }
}

/**
 * Sends an HTTP request, with the timeout of the device and connection (R-NET-05, R-MOB-05..07). A read that fails
 * because of the network or with a 5xx is retried three times, after 1, 2 and 4 s (R-NET-06, R-NET-07). A write is
 * never retried: the retry could arrive after the person's next write. A request that timed out is not retried either.
 * Throws RequestFailure, or the reason with which the signal was aborted.
 */
export async function request(
  address: string,
  init: RequestInit = {},
  milliseconds = requestTimeoutMs(device()),
): Promise<Answer> {
  const retries = (init.method ?? 'GET') === 'GET' ? FETCH_RETRIES : 0
  for (let retry = 0; ; retry += 1) {
    const retried = retry > 0
    try {
      const answer = await attempt(address, init, milliseconds)
      if (retry >= retries || !isRetriableStatus(answer.status)) return { ...answer, retried }
    } catch (error) {
      init.signal?.throwIfAborted()
      const reason = failureReason(error)
      if (retry >= retries || reason !== 'network') throw new RequestFailure(reason, retried, error)
    }
    await pause(fetchRetryDelayMs(retry), init.signal)
  }
}

async function attempt(
  address: string,
  init: RequestInit,
  milliseconds: number,
): Promise<{ status: number; body: unknown }> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new RequestTimeout(milliseconds)), milliseconds)
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal
    const response = await fetch(address, { ...init, signal })
    // Reading the body can hang as well.
    return { status: response.status, body: response.status === 204 ? null : jsonOf(await response.text()) }
  } catch (error) {
    throw timeout.signal.aborted ? timeout.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
