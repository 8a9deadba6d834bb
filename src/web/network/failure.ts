import { timeoutText } from '#shared/network.texts.ts'
import { isOffline, isSlow } from './device.ts'

/** Why there was no response. */
export type FailureReason = 'offline' | 'timeout' | 'slow' | 'network'

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
