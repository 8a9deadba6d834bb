import { isRouteErrorResponse } from 'react-router'
import { CallError } from '#web/call.ts'

const PAGE_MISSING = 'Page not found'

/**
 * Returns the server's message if something is missing ('Game not found'); null for other errors. A page's requests come
 * from its address, so an invalid request means that the address does not exist.
 */
export function notFoundMessage(error: unknown): string | null {
  if (isRouteErrorResponse(error)) return error.status === 404 ? error.data || PAGE_MISSING : null
  if (!(error instanceof CallError)) return null
  return error.status === 404 ? error.message : error.status === 400 ? PAGE_MISSING : null
}

/** Returns the server's message for a page that is unavailable now (503); null for other errors. */
export function unavailableMessage(error: unknown): string | null {
  if (isRouteErrorResponse(error)) return error.status === 503 ? error.data || null : null
  return error instanceof CallError && error.status === 503 ? error.message : null
}
