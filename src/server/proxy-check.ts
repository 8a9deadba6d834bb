import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { isTls } from './cookies.ts'
import type { Log } from './log.ts'

/** Tells the operator in the log when BASE_URL and TRUST_PROXY do not fit what is in front of the app. */
export interface ProxyCheck {
  /** Looks at the headers of a request; warns once. */
  look: (headers: Headers) => void
  /** A write was refused because its page is at another address than the site expects; warns once a minute. */
  refused: (write: { received: string; expected: string; method: string; path: string }) => void
}

const FORWARDED = ['x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-for', 'forwarded']
const LOGGED_EVERY_MS = 60_000
/** A client may have made up the header. */
const SHOWN = 100

const SHARED_LIMIT = 'TRUST_PROXY is off: all visitors share one rate limit'

export function createProxyCheck(deps: { config: Config; log: Log; clock: Clock }): ProxyCheck {
  const { config, log, clock } = deps
  let isDone = config.trustedProxies > 0
  let loggedAt = Number.NEGATIVE_INFINITY
  if (!isDone && isTls(deps)) {
    isDone = true
    log.warn(`BASE_URL begins with https, so a proxy is in front, but ${SHARED_LIMIT}`)
  }
  return {
    look(headers) {
      if (isDone) return
      const name = FORWARDED.find((each) => headers.has(each))
      if (name === undefined) return
      isDone = true
      const hint =
        config.baseUrl === null ? ', and pages that people open by https cannot save anything: set BASE_URL' : ''
      log.warn(
        { [name]: headers.get(name)?.slice(0, SHOWN) },
        `a proxy passed a request on, but ${SHARED_LIMIT}${hint}`,
      )
    },
    refused(write) {
      if (clock().getTime() - loggedAt < LOGGED_EVERY_MS) return
      loggedAt = clock().getTime()
      log.warn(
        write,
        'a write was refused: set BASE_URL to the address that people open, and TRUST_PROXY behind a proxy',
      )
    },
  }
}
