import { timeoutText } from '#shared/network.ts'
import { isOffline, isSlow } from './device.ts'

/** Why there was no response. */
export type FailureReason = 'offline' | 'timeout' | 'slow' | 'network'

/** The messages for people (R-NET-09..12, C45). */
export const FAILURE_TEXTS: Record<FailureReason, string> = {
  offline: 'No internet connection - please check your network and try again',
  timeout: 'Request timed out - please check your internet connection and try again',
  slow: 'Request took too long - this might be due to a slow connection',
  network: 'Network error - please check your connection and try again',
}

/** Thrown by our own timeout. The message is for logs (R-NET-08). */
export class RequestTimeout extends Error {
  override name = 'RequestTimeout'
  constructor(milliseconds: number) {
    super(timeoutText(milliseconds))
  }
}

/**
 * Returns the first reason that applies, in the order of C45: offline, our timeout on a fast connection, our timeout on
 * a slow one, else the network.
 */
export function failureReason(error: unknown): FailureReason {
  if (isOffline()) return 'offline'
  if (error instanceof RequestTimeout) return isSlow() ? 'slow' : 'timeout'
  return 'network'
}
