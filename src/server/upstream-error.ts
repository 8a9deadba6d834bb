export type UpstreamFailure =
  /** No answer within the time. */
  | 'timeout'
  /** No connection. */
  | 'unreachable'
  /** 429, or our own budget for the source is used up. */
  | 'rate_limited'
  /** The plan is used up until next month. */
  | 'quota'
  /** The source refuses us: wrong credentials. */
  | 'credentials'
  /** 4xx: the question is wrong. */
  | 'question'
  /** 5xx. */
  | 'server'
  /** An answer that cannot be parsed. */
  | 'garbage'
  /** Not asked, because it has been failing. */
  | 'circuit_open'

/** A source elsewhere that did not do its part. Never an answer to a person: stored data is shown instead. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly source: string
  readonly kind: UpstreamFailure
  /** HTTP status, where there was an answer. */
  readonly status: number | null
  /** Milliseconds until asking again makes sense, where the source said so. */
  readonly retryAfterMs: number | null

  constructor(source: string, kind: UpstreamFailure, message: string, status?: number, retryAfterMs?: number) {
    super(`${source}: ${message}`)
    this.source = source
    this.kind = kind
    this.status = status ?? null
    this.retryAfterMs = retryAfterMs ?? null
  }
}
