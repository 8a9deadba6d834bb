import type { Context } from 'hono'
import { APP_ADDRESSES } from '#shared/app-addresses.ts'
import type { ErrorBody } from '#shared/errors.ts'

const FOR_APPS: ReadonlySet<string> = new Set([APP_ADDRESSES.token, APP_ADDRESSES.revoke, APP_ADDRESSES.metadata])

/** Returns whether apps of others call this address by OAuth 2.1 (decision 0093). */
export const isForApps = (path: string): boolean => FOR_APPS.has(path)

/** Answers an app with the error body that its OAuth library reads (RFC 6749, 5.2), also in a browser on another site. */
export const refusedApp = (c: Context, status: number, { error }: ErrorBody, headers: Record<string, string> = {}) =>
  c.json({ error: codeOf(status), error_description: error }, status as 500, {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    ...headers,
  })

const codeOf = (status: number): string =>
  status === 429 || status === 503 ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error'
