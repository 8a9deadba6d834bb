import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { cookieName, isTls, readCookie, writeCookie } from '#server/cookies.ts'

/** Long: a device that is used again after half a year is still known. */
const DEVICE_SECONDS = 180 * 24 * 3600
/** Members of a family share a browser. */
const MOST_ACCOUNTS = 5

interface WithConfig {
  config: Config
}

const nameOf = (deps: WithConfig) => cookieName('savepoint.device', isTls(deps))

/**
 * A device that has signed in to an account carries a cookie which says so: for each of the last accounts a random id and a
 * seal over it and the address, so that it names nobody. It opens nothing. Wrong passwords from elsewhere do not hold up a
 * device that is known (`requireTurn`), and what it is counted by is its own id.
 */
export function knownDevice(deps: WithConfig, headers: Headers, email: string): string | null {
  for (const [id, seal] of entriesOf(deps, headers)) if (isSame(seal, sealOf(deps, id, email))) return id
  return null
}

/** The cookie that makes this browser known for the account from now on, or keeps it known. */
export function deviceCookie(deps: WithConfig, headers: Headers, email: string): string {
  const id = knownDevice(deps, headers, email) ?? randomBytes(12).toString('base64url')
  const others = entriesOf(deps, headers).filter(([other]) => other !== id)
  const entries = [[id, sealOf(deps, id, email)], ...others].slice(0, MOST_ACCOUNTS)
  const value = entries.map((entry) => entry.join('.')).join('~')
  return writeCookie(nameOf(deps), value, { maxAge: DEVICE_SECONDS, secure: isTls(deps) })
}

function entriesOf(deps: WithConfig, headers: Headers): (readonly [id: string, seal: string])[] {
  const value = readCookie(headers.get('cookie'), nameOf(deps)) ?? ''
  return value.split('~', MOST_ACCOUNTS).flatMap((entry) => {
    const [, id, seal] = /^([\w-]{16})\.([\w-]{43})$/.exec(entry) ?? []
    return id && seal ? [[id, seal] as const] : []
  })
}

const sealOf = ({ config }: WithConfig, id: string, email: string): string =>
  createHmac('sha256', config.secret).update(`device\n${id}\n${email}`).digest('base64url')

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))
