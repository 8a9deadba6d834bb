import { timeoutText } from '#shared/network.texts.ts'
import { FETCH_RETRIES, FETCH_TIMEOUT_MS, fetchRetryDelayMs } from '#shared/network.ts'
import type { Clock } from './clock.ts'
import { limitConcurrency, QueueFullError } from './concurrency.ts'
import type { Log } from './log.ts'
import { createCircuit } from './upstream-circuit.ts'
import { UpstreamError, type UpstreamFailure } from './upstream-error.ts'
import {
  type Deadline,
  type ExchangeRules,
  exchange,
  type Sleep,
  sleep,
  type UpstreamAnswer,
  type UpstreamRequest,
} from './upstream-exchange.ts'
import { UNLIMITED_SLOTS, type UpstreamSlots } from './upstream-slots.ts'

export { UpstreamError, type UpstreamFailure } from './upstream-error.ts'
export type { Deadline } from './upstream-exchange.ts'

/** A query to a source may need several requests: `work` sends them with the `send` that it receives. */
export interface Upstream {
  readonly name: string
  /** Throws an `UpstreamError` with the kind of failure, at the latest when the timeout has passed. */
  ask: <T>(work: (send: Send, deadline: Deadline) => Promise<T>) => Promise<T>
  state: () => UpstreamState
}

export type Send = (
  request: UpstreamRequest,
  /** `isFree` requests need no slot: those to another server of the source, for example for a token. */
  options?: { isFree?: boolean },
) => Promise<UpstreamAnswer>

export interface UpstreamState {
  /** The end of the pause, while the circuit is open; otherwise null. */
  openUntil: Date | null
  isQuotaUsedUp: boolean
  lastFailure: { kind: UpstreamFailure; at: Date } | null
  /** Queries since the start of this node. */
  asked: number
  failed: number
}

export interface UpstreamOptions extends Pick<ExchangeRules, 'kindOf' | 'accepts'> {
  name: string
  log: Log
  clock: Clock
  userAgent?: string
  /** The timeout of one query in all: waiting for a slot, its requests, the pauses between retries. */
  timeoutMs?: number
  maxBytes?: number
  /** Enforces the source's limits together with the other nodes. */
  slots?: UpstreamSlots
  /** Creates the signal that ends a query; tests replace `AbortSignal.timeout` to control the time. */
  endAfter?: (milliseconds: number) => AbortSignal
  retryDelayMs?: (retry: number) => number
  sleep?: Sleep
}

const MAX_BYTES = 24 * 1024 * 1024
/** The most queries of this node that wait for a slot; further ones are refused at once. */
const MAX_WAITING = 200
const RETRIABLE: readonly UpstreamFailure[] = ['unreachable', 'server', 'garbage']

/** The server's only way to send requests to an external source, with deadline, slots, retries and circuit breaker. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const {
    name,
    log,
    clock,
    timeoutMs = FETCH_TIMEOUT_MS,
    retryDelayMs = fetchRetryDelayMs,
    slots = UNLIMITED_SLOTS,
  } = options
  const circuit = createCircuit(name, clock)
  const queued = limitConcurrency(slots.mostOpen, MAX_WAITING)
  const rules: ExchangeRules = {
    source: name,
    userAgent: options.userAgent ?? 'Savepoint/1 (self-hosted game journal)',
    maxBytes: options.maxBytes ?? MAX_BYTES,
    kindOf: options.kindOf,
    accepts: options.accepts,
  }
  let asked = 0
  let failed = 0
  let lastFailure: UpstreamState['lastFailure'] = null

  async function withSlot<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
    const answer = queued(async () => {
      const slot = await slots.take(deadline)
      try {
        return await work()
      } finally {
        await slot.release()
      }
    }, deadline.signal)
    try {
      return await orTimeout(answer, deadline)
    } catch (error) {
      if (error instanceof QueueFullError)
        throw new UpstreamError(name, 'rate_limited', 'too many queries are waiting for a slot')
      throw error
    }
  }

  /** Tries up to four times. A 4xx and a 429 are final (R-NET-06, R-NET-07, C42), and so is the deadline. */
  async function tryAndRetry<T>(work: (send: Send, deadline: Deadline) => Promise<T>, check: () => void): Promise<T> {
    const deadline = deadlineOf(name, timeoutMs, options.endAfter)
    const send: Send = (request, { isFree = false } = {}) => {
      const once = () => exchange(rules, request, deadline)
      return isFree ? once() : withSlot(deadline, once)
    }
    let earlier: unknown = null
    for (let retry = 0; ; retry++) {
      try {
        return await work(send, deadline)
      } catch (error) {
        // The deadline passed during a retry, so the earlier failure is the real cause.
        if (earlier !== null && error instanceof UpstreamError && error.kind === 'timeout') throw earlier
        const isRetriable = error instanceof UpstreamError && RETRIABLE.includes(error.kind)
        const delay = retryDelayMs(retry)
        if (!isRetriable || retry === FETCH_RETRIES || deadline.leftMs() <= delay) throw error
        earlier = error
        await (options.sleep ?? sleep)(delay, deadline.signal)
        check()
      }
    }
  }

  return {
    name,
    async ask(work) {
      const ticket = circuit.enter()
      asked += 1
      try {
        const answer = await tryAndRetry(work, () => circuit.check(ticket))
        circuit.succeeded(ticket)
        return answer
      } catch (error) {
        if (!(error instanceof UpstreamError)) {
          // This is a bug of ours or an unavailable database. It says nothing about the source, and must not block the
          // next probe.
          circuit.failed(ticket, new UpstreamError(name, 'circuit_open', 'not asked'))
          throw error
        }
        const { kind, status } = error
        if (kind === 'question') circuit.succeeded(ticket)
        else circuit.failed(ticket, error)
        failed += 1
        lastFailure = { kind, at: clock() }
        log.warn({ source: name, kind, status, openUntil: circuit.openUntil() }, 'a source failed')
        throw error
      }
    },
    state: () => ({
      openUntil: circuit.openUntil(),
      isQuotaUsedUp: circuit.isQuotaUsedUp(),
      lastFailure,
      asked,
      failed,
    }),
  }
}

function deadlineOf(source: string, timeoutMs: number, endAfter = AbortSignal.timeout): Deadline {
  const end = performance.now() + timeoutMs
  return { source, timeoutMs, signal: endAfter(timeoutMs), leftMs: () => end - performance.now() }
}

/** Work that waits in the queue does not check the deadline itself. */
function orTimeout<T>(work: Promise<T>, { source, signal, timeoutMs }: Deadline): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(new UpstreamError(source, 'timeout', timeoutText(timeoutMs)))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
