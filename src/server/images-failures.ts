import { FAILURE_WINDOW_MS, FAILURES_OF_A_HOST, LEAVE_ALONE_MS } from './images-limits.ts'

/** What is known of pictures and hosts that do not answer just now. */
export interface Failures {
  /** Whether the picture, or its host as a whole, is left alone for now. */
  isResting: (url: URL) => boolean
  /** The picture did not come. Answers whether its host counts as down: several different ones did not within a while. */
  failed: (url: URL) => boolean
  /** The host answers: it is not down, and what failed before says nothing about it. */
  succeeded: (origin: string) => void
}

/** More pictures than these are not remembered. */
const MOST_REMEMBERED = 10_000

/** One name for a picture in all the sizes in which IGDB, RAWG and YouTube have it. */
function pictureIn({ origin, pathname }: URL): string {
  const path = pathname
    .replace(/\/t_[a-z0-9_]+\//, '/')
    .replace(/^\/media\/(?:resize\/\d+\/-|crop\/\d+\/\d+)\//, '/media/')
    .replace(/^(\/vi\/[^/]+)\/.*/, '$1')
  return origin + path
}

export function createFailures(now: () => number): Failures {
  /** Until when a picture is left alone. */
  const pictures = new Map<string, number>()
  /** Of each host, the pictures that failed since it last answered, and when. */
  const failing = new Map<string, Map<string, number>>()
  /** Until when a host is left alone. */
  const hosts = new Map<string, number>()

  return {
    isResting: (url) => (hosts.get(url.origin) ?? 0) > now() || (pictures.get(pictureIn(url)) ?? 0) > now(),
    failed(url) {
      const { origin } = url
      const picture = pictureIn(url)
      if (pictures.size >= MOST_REMEMBERED) pictures.clear()
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
