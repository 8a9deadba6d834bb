import type { Viewer } from '../session.ts'

export interface StreamLimits {
  perMember: number
  /** High, because a whole school may share one address. */
  perAddress: number
  perNode: number
  /** Fewer than `perNode`: however many visitors come, members keep places for their streams. */
  visitorsPerNode: number
  /** A client that leaves more bytes unread is disconnected; if it is still there, it reconnects. */
  bufferedBytes: number
}

export const STREAM_LIMITS: StreamLimits = {
  perMember: 10,
  perAddress: 100,
  perNode: 5_000,
  visitorsPerNode: 2_500,
  bufferedBytes: 64 * 1024,
}

/**
 * Returns a function that counts one more open stream and returns a function that releases it; null when there are too
 * many.
 */
export function createConnectionLimits(limits: StreamLimits) {
  const open = new Map<string, number>()
  return (viewer: Viewer | null, address: string): (() => void) | null => {
    const counters: [string, number][] = [
      ['node', limits.perNode],
      [`address ${address}`, limits.perAddress],
      viewer ? [`member ${viewer.id}`, limits.perMember] : ['visitors', limits.visitorsPerNode],
    ]
    if (counters.some(([name, most]) => (open.get(name) ?? 0) >= most)) return null
    for (const [name] of counters) open.set(name, (open.get(name) ?? 0) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      for (const [name] of counters) {
        const left = (open.get(name) ?? 1) - 1
        if (left === 0) open.delete(name)
        else open.set(name, left)
      }
    }
  }
}
