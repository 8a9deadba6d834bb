export type UpstreamFailure =
  /** No response in time. */
  | 'timeout'
  /** No connection. */
  | 'unreachable'
  /** 429, or our own budget for the source is exhausted. */
  | 'rate_limited'
  /** The quota of the plan is exhausted until next month. */
  | 'quota'
  /** The source refuses us: wrong credentials. */
  | 'credentials'
  /** 4xx: the source rejects the query. */
  | 'question'
  /** 5xx. */
  | 'server'
  /** A response that cannot be parsed. */
  | 'garbage'
  /** Not sent, because the circuit is open. */
  | 'circuit_open'

/** A failure of an external source. People never see it: pages show stored data instead. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly source: string
  readonly kind: UpstreamFailure
  /** HTTP status, if there was a response. */
  readonly status: number | null
  /** Milliseconds until a retry makes sense, if the source stated it. */
  readonly retryAfterMs: number | null

  constructor(source: string, kind: UpstreamFailure, message: string, status?: number, retryAfterMs?: number) {
    super(`${source}: ${message}`)
    this.source = source
    this.kind = kind
    this.status = status ?? null
    this.retryAfterMs = retryAfterMs ?? null
  }
}
