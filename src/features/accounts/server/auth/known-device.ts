import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#db/db.ts'
import type { Config } from '#server/config.ts'
import { cookieName, isTls, readCookie, writeCookie } from '#server/cookies.ts'
import { findPasswordByEmail } from '../accounts.queries.ts'

/** Long enough to recognize a device that is used again after half a year. */
const DEVICE_SECONDS = 180 * 24 * 3600
/** A family may share a browser. */
const MAX_ACCOUNTS = 5

interface WithConfig {
  config: Config
}

interface Deps extends WithConfig {
  db: Db
}

/** The account that a seal is for. The hash of its password is empty if it has none. */
interface SealedAccount {
  email: string
  passwordHash: string
}

const nameOf = (deps: WithConfig) => cookieName('savepoint.device', isTls(deps))

/**
 * Returns the id of a device that has signed in to this account since the last change of its password, or null. The
 * device's cookie contains a random id for each of its last accounts, and a seal over the id, the email address and the
 * hash of the password, so it does not reveal the accounts. It gives no access. Wrong passwords from elsewhere do not
 * slow a known device down (`SignInAttempts`): its attempts are counted by its own id.
 */
export async function knownDevice(deps: Deps, headers: Headers, email: string): Promise<string | null> {
  const entries = entriesOf(deps, headers)
  if (entries.length === 0) return null
  return idOf(deps, entries, await accountOf(deps, email))
}

/** Returns the cookie that makes this browser a known device of the account until the password changes. */
export async function deviceCookie(deps: Deps, headers: Headers, email: string): Promise<string> {
  const account = await accountOf(deps, email)
  const all = entriesOf(deps, headers)
  const id = idOf(deps, all, account) ?? randomBytes(12).toString('base64url')
  const others = all.filter(([other]) => other !== id)
  const entries = [[id, sealOf(deps, id, account)], ...others].slice(0, MAX_ACCOUNTS)
  const value = entries.map((entry) => entry.join('.')).join('~')
  return writeCookie(nameOf(deps), value, { maxAge: DEVICE_SECONDS, secure: isTls(deps) })
}

type Entry = readonly [id: string, seal: string]

function entriesOf(deps: WithConfig, headers: Headers): Entry[] {
  const value = readCookie(headers.get('cookie'), nameOf(deps)) ?? ''
  return value.split('~', MAX_ACCOUNTS).flatMap((entry) => {
    const [, id, seal] = /^([\w-]{16})\.([\w-]{43})$/.exec(entry) ?? []
    return id && seal ? [[id, seal] as const] : []
  })
}

async function accountOf({ db }: Deps, email: string): Promise<SealedAccount> {
  return { email, passwordHash: (await findPasswordByEmail(db, email)) ?? '' }
}

function idOf(deps: WithConfig, entries: readonly Entry[], account: SealedAccount): string | null {
  return entries.find(([id, seal]) => isSame(seal, sealOf(deps, id, account)))?.[0] ?? null
}

const sealOf = ({ config }: WithConfig, id: string, { email, passwordHash }: SealedAccount): string =>
  createHmac('sha256', config.secret).update(`device\n${id}\n${email}\n${passwordHash}`).digest('base64url')

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))
