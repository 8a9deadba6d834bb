import { isRouteErrorResponse } from 'react-router'
import { CallError } from '#web/call.ts'

const PAGE_MISSING = 'Page not found'

/**
 * What is missing, in the server's words where it has some ('Game not found'); null when the error is another one. What a page
 * asks for comes from its address, so what is refused as invalid is an address of nothing.
 */
export function notFoundMessage(error: unknown): string | null {
  if (isRouteErrorResponse(error)) return error.status === 404 ? error.data || PAGE_MISSING : null
  if (!(error instanceof CallError)) return null
  return error.status === 404 ? error.message : error.status === 400 ? PAGE_MISSING : null
}

/** The server's sentence for a page that cannot be had just now (503); null for another error. */
export function unavailableMessage(error: unknown): string | null {
  if (isRouteErrorResponse(error)) return error.status === 503 ? error.data || null : null
  return error instanceof CallError && error.status === 503 ? error.message : null
}
