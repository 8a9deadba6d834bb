import { z } from 'zod/mini'

/**
 * All kinds of failed requests, with their HTTP status. `report` marks failures that are our fault or an upstream's and
 * therefore belong in the log.
 */
export const ERROR_KINDS = {
  invalid: { status: 400, report: false },
  unauthenticated: { status: 401, report: false },
  forbidden: { status: 403, report: false },
  not_found: { status: 404, report: false },
  conflict: { status: 409, report: false },
  too_many: { status: 429, report: false },
  internal: { status: 500, report: true },
  upstream: { status: 503, report: true },
} as const

export type ErrorKind = keyof typeof ERROR_KINDS

/**
 * The documented error body (C54). `details` maps a field to its message, or carries the documented details of the
 * refusal.
 */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
  retryAfter: z.optional(z.number()),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
