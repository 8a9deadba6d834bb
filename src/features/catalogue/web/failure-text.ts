import { CallError, networkTextOf } from '#web/call.ts'

/** What stands below 'Failed to …': why no answer came (C45), or that no source answers (R-CAT-38, C47). */
export function causeText(error: unknown): string | null {
  const network = networkTextOf(error)
  if (network !== null) return network
  return error instanceof CallError && error.code === 'search_unavailable' ? error.message : null
}
