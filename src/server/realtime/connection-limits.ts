import type { Viewer } from '../session.ts'

export interface ConnectionLimits {
  perMember: number
  /** Behind one address may be a school. */
  perAddress: number
  perNode: number
}

/** Counts one more open stream and returns what releases it; null when there are too many. */
export type Acquire = (viewer: Viewer | null, address: string) => (() => void) | null

export function createConnectionLimits(limits: ConnectionLimits): Acquire {
  const open = new Map<string, number>()
  return (viewer, address) => {
    const counters: [string, number][] = [
      ['node', limits.perNode],
      [`address ${address}`, limits.perAddress],
      ...(viewer ? [[`member ${viewer.id}`, limits.perMember] as [string, number]] : []),
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
