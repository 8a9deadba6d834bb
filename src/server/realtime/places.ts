import type { Viewer } from '../session.ts'

export interface PlaceLimits {
  perMember: number
  /** Behind one address may be a school. */
  perAddress: number
  perNode: number
}

/** Takes a place among the open streams; null when there are too many. The answer gives it back. */
export type Enter = (viewer: Viewer | null, address: string) => (() => void) | null

export function createPlaces(limits: PlaceLimits): Enter {
  const taken = new Map<string, number>()
  return (viewer, address) => {
    const wanted: [string, number][] = [
      ['node', limits.perNode],
      [`address ${address}`, limits.perAddress],
      ...(viewer ? [[`member ${viewer.id}`, limits.perMember] as [string, number]] : []),
    ]
    if (wanted.some(([place, most]) => (taken.get(place) ?? 0) >= most)) return null
    for (const [place] of wanted) taken.set(place, (taken.get(place) ?? 0) + 1)
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      for (const [place] of wanted) {
        const left = (taken.get(place) ?? 1) - 1
        if (left === 0) taken.delete(place)
        else taken.set(place, left)
      }
    }
  }
}
