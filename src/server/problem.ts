import type { ErrorBody } from '#shared/errors.ts'

export const PROBLEM_JSON = 'application/problem+json'

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
}

/** Codes that the documents of the app name after its first database, and that say nothing to others. */
export const CODES_OF_VERSION_1: Readonly<Record<string, string>> = {
  PGRST116: 'not_found',
  PGRST301: 'rate_limit_exceeded',
  '42501': 'forbidden',
  '23505': 'duplicate',
}

/** Returns the error as a problem (RFC 9457). `code` is for programs, `detail` for people, `errors` by field. */
export function problemOf(status: number, { error, code, details, retryAfter, requestId }: ErrorBody) {
  return {
    type: 'about:blank',
    title: TITLES[status] ?? 'Internal Server Error',
    status,
    detail: error,
    code: (code && CODES_OF_VERSION_1[code]) ?? code ?? 'internal',
    ...(details && { errors: details }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    request_id: requestId,
  }
}
