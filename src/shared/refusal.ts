import type { ErrorKind } from './errors.ts'

export interface RefusalExtras {
  /** Field name to message, or the documented details of the error. */
  details?: Record<string, unknown>
  /** Seconds until a retry may succeed; also sent as the Retry-After header. */
  retryAfter?: number
  /** Further documented keys of the body, such as the `entry` of a duplicate (C21). */
  body?: Record<string, unknown>
  /**
   * Overrides the status of the kind if HTTP has a better one (413, 415, 422, 502, 504, 507) or the documents demand another
   * one (503).
   */
  status?: 413 | 415 | 422 | 502 | 503 | 504 | 507
}

/** An intended error. Anything else that is thrown is a bug and gets the response `internal`. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly kind: ErrorKind
  readonly code: string
  readonly extras: RefusalExtras
  constructor(kind: ErrorKind, code: string, message: string, extras: RefusalExtras = {}) {
    super(message)
    this.kind = kind
    this.code = code
    this.extras = extras
  }
}

/** Throws a Refusal. `code` is for programs, `message` is for people. */
export function refuse(kind: ErrorKind, code: string, message: string, extras?: RefusalExtras): never {
  throw new Refusal(kind, code, message, extras)
}
