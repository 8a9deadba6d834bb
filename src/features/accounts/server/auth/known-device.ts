import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { cookieName, isTls, readCookie, writeCookie } from '#server/cookies.ts'

/** Long enough to recognize a device that is used again after half a year. */
const DEVICE_SECONDS = 180 * 24 * 3600
/** A family may share a browser. */
const MOST_ACCOUNTS = 5

interface WithConfig {
  config: Config
}

const nameOf = (deps: WithConfig) => cookieName('savepoint.device', isTls(deps))

/**
 * Returns the id of a device that has signed in to this account before, or null. The device's cookie contains a random
 * id for each of its last accounts, and a seal over the id and the email address, so it does not reveal the accounts.
 * It gives no access. Wrong passwords from elsewhere do not slow a known device down (`SignInAttempts`): its attempts
 * are counted by its own id.
 */
export function knownDevice(deps: WithConfig, headers: Headers, email: string): string | null {
  for (const [id, seal] of entriesOf(deps, headers)) if (isSame(seal, sealOf(deps, id, email))) return id
  return null
}

/** Returns the cookie that makes this browser a known device of the account. */
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
