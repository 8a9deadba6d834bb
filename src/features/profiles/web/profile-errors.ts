import { CallError } from '#web/call.ts'
import type { ProfileErrorKind } from '../profiles.texts.ts'

/** Seconds to wait when the server names none (R-MODAL-14). */
const DEFAULT_WAIT_SECONDS = 60
/** Retries after the first attempt (R-MODAL-06). */
export const RETRIES_MAX = 3

export interface ProfileError {
  kind: ProfileErrorKind
  isRetryable: boolean
  /** Seconds until a retry makes sense. */
  wait: number
}

/** Returns why a profile failed to load (R-MODAL-07..12): by code, then by status. */
export function profileErrorOf(error: unknown): ProfileError {
  const kind = kindOf(error)
  const isFinal = kind === 'PROFILE_NOT_FOUND' || kind === 'PERMISSION_DENIED' || kind === 'VALIDATION_ERROR'
  const named = error instanceof CallError ? error.retryAfter : null
  return { kind, isRetryable: !isFinal, wait: kind === 'RATE_LIMITED' ? (named ?? DEFAULT_WAIT_SECONDS) : 0 }
}

function kindOf(error: unknown): ProfileErrorKind {
  if (!(error instanceof CallError)) return 'UNKNOWN_ERROR'
  const { code, status } = error
  if (status === 0) return 'NETWORK_ERROR'
  if (code === 'PGRST116' || status === 404) return 'PROFILE_NOT_FOUND'
  if (code === '42501' || status === 403) return 'PERMISSION_DENIED'
  if (code === 'PGRST301' || status === 429) return 'RATE_LIMITED'
  return status === 400 ? 'VALIDATION_ERROR' : 'UNKNOWN_ERROR'
}
