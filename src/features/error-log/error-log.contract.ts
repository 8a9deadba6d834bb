import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import * as endpoints from './error-log.endpoints.ts'
import { LEVELS } from './error-log.endpoints.ts'

/** The size limit of a report (G51). */
const MAX_REPORT_BYTES = 16 * 1024

/** A report may contain invalid text: lone surrogates and NUL are removed, because the database cannot store them. */
const Text = z.pipe(
  z.string(),
  z.transform((text: string) => text.replaceAll('\0', '').toWellFormed()),
)
/** An optional text. A value of another type counts as missing, so that a detail does not fail the report. */
const Detail = z.catch(z.optional(Text), undefined)
const anything = (value: unknown) =>
  value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

/** A report of a browser's error (R-ERR-01). An unknown level becomes `error` (G51). */
export const ErrorReport = z.object({
  message: z.pipe(z.string('Message is required').check(z.trim(), z.minLength(1, 'Message is required')), Text),
  error: z.catch(z.optional(z.object({ name: Detail, message: Detail, stack: Detail })), undefined),
  level: z.catch(z._default(z.enum(LEVELS), 'error'), 'error'),
  context: z.catch(
    z.optional(
      z.object({
        /** ISO 8601, by the browser's clock. */
        timestamp: Detail,
        url: Detail,
        userAgent: Detail,
        componentInfo: z.pipe(z.pipe(z.unknown(), z.transform(anything)), Detail),
      }),
    ),
    undefined,
  ),
})
export type ErrorReport = z.infer<typeof ErrorReport>

export const reportError = contract(endpoints.reportError, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Report a browser error; needs no security token',
  body: ErrorReport,
  response: z.object({ success: z.literal(true) }),
  status: 202,
  refusals: { 413: ['body_too_large'], 429: ['rate_limit_exceeded'] },
  budget: 'error-report',
  isBeacon: true,
  maxBodyBytes: MAX_REPORT_BYTES,
})
