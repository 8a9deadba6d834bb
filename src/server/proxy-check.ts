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

export function createProxyCheck(deps: { config: Config; log: Log; clock: Clock }): ProxyCheck {
  const { config, log, clock } = deps
  let isDone = config.trustedProxies > 0
  let loggedAt = Number.NEGATIVE_INFINITY
  if (!isDone && isTls(deps)) {
    isDone = true
    log.warn(
      'BASE_URL begins with https, so a proxy is in front, but TRUST_PROXY is off: all visitors share one rate limit',
    )
  }
  return {
    look(headers) {
      if (isDone) return
      const name = FORWARDED.find((each) => headers.has(each))
      if (name === undefined) return
      isDone = true
      const given = { [name]: headers.get(name)?.slice(0, SHOWN) }
      log.warn(given, 'a proxy passed a request on, but TRUST_PROXY is off: all visitors share one rate limit')
      if (config.baseUrl === null)
        log.warn(
          'behind a proxy with TLS no page can save anything without BASE_URL: set it to the address that people open',
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
