import { isRouteErrorResponse } from 'react-router'
import { CallError } from '#web/call.ts'

/** What a page asks for comes from its address, so what is refused as invalid is an address of nothing. */
export function isMissing(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status === 404
  return error instanceof CallError && (error.status === 404 || error.status === 400)
}
