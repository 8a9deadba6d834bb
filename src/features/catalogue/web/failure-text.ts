import { CallError, networkTextOf } from '#web/call.ts'

/**
 * Returns the text below 'Failed to …': why there was no response (C45), or that no source responds (R-CAT-38, C47).
 */
export function causeText(error: unknown): string | null {
  const network = networkTextOf(error)
  if (network !== null) return network
  return error instanceof CallError && error.code === 'search_unavailable' ? error.message : null
}
