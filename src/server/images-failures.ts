import { FAILURE_WINDOW_MS, FAILURES_OF_A_HOST, LEAVE_ALONE_MS } from './images-limits.ts'

/** Circuit breaker for pictures and hosts that currently fail. */
export interface Failures {
  /** Returns whether requests for the picture, or for its host as a whole, are suspended. */
  isResting: (url: URL) => boolean
  /**
   * Records a failed picture. Returns whether its host now counts as down, which it does after several different
   * pictures failed within the window.
   */
  failed: (url: URL) => boolean
  /** Records that the host responded: it is up, and earlier failures no longer count. */
  succeeded: (origin: string) => void
}

/** At most this many pictures are remembered. */
const MAX_REMEMBERED = 10_000

/** Returns the same name for a picture in all the sizes that IGDB, RAWG and YouTube offer. */
function pictureIn({ origin, pathname }: URL): string {
  const path = pathname
    .replace(/\/t_[a-z0-9_]+\//, '/')
    .replace(/^\/media\/(?:resize\/\d+\/-|crop\/\d+\/\d+)\//, '/media/')
    .replace(/^(\/vi\/[^/]+)\/.*/, '$1')
  return origin + path
}

export function createFailures(now: () => number): Failures {
  /** Until when requests for a picture are suspended. */
  const pictures = new Map<string, number>()
  /** For each host, the pictures that failed since its last response, and when. */
  const failing = new Map<string, Map<string, number>>()
  /** Until when requests to a host are suspended. */
  const hosts = new Map<string, number>()

  return {
    isResting: (url) => (hosts.get(url.origin) ?? 0) > now() || (pictures.get(pictureIn(url)) ?? 0) > now(),
    failed(url) {
      const { origin } = url
      const picture = pictureIn(url)
      if (pictures.size >= MAX_REMEMBERED) pictures.clear()
      pictures.set(picture, now() + LEAVE_ALONE_MS)
      const recent = [...(failing.get(origin) ?? [])].filter(([, at]) => at > now() - FAILURE_WINDOW_MS)
      const ofHost = new Map(recent).set(picture, now())
      failing.set(origin, ofHost)
      if (ofHost.size < FAILURES_OF_A_HOST) return false
      hosts.set(origin, now() + LEAVE_ALONE_MS)
      return true
    },
    succeeded(origin) {
      failing.delete(origin)
      hosts.delete(origin)
    },
  }
}
