import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { ADDRESS_TEXTS, CHECK_LABELS } from './doctor.texts.ts'
import { type Finding, failing, type HealthCheck, ok, STEP_MS, warning } from './health-check.ts'

/** What the site says about a request to `/api/health/address`. */
export interface AddressAnswer {
  /** Shows that the answer comes from this site. */
  signature: string
  /** How many addresses proxies have added to X-Forwarded-For. */
  proxies: number
}

/** Returns what only a node with this secret can say about the nonce. */
const signatureOf = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(`address\n${nonce}`).digest('base64url')

/** Returns the answer to a request with this nonce: who asks compares the signature, and counts the proxies. */
export const addressAnswer = (secret: string, nonce: string, headers: Headers): AddressAnswer => ({
  signature: signatureOf(secret, nonce),
  proxies: headers.get('x-forwarded-for')?.split(',').length ?? 0,
})

const isLocal = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * Asks the site through BASE_URL, as a visitor's browser would: whether the address leads here, and how many proxies stand in
 * front. The request has no X-Forwarded-For of its own, so all of its addresses are those of proxies.
 */
export const addressCheck: HealthCheck = {
  name: 'address',
  label: CHECK_LABELS.address,
  isOutside: true,
  async run({ config }) {
    const { baseUrl, secret, host } = config
    if (baseUrl === null) return isLocal(host) ? ok(ADDRESS_TEXTS.local) : warning(...ADDRESS_TEXTS.missing)
    if (secret === '') return warning(...ADDRESS_TEXTS.noSecret)
    const nonce = randomBytes(16).toString('hex')
    const answer = await fetch(`${baseUrl}/api/health/address?nonce=${nonce}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(STEP_MS),
    }).catch((error: unknown) => reasonOf(error))
    if (typeof answer === 'string') return failing(...ADDRESS_TEXTS.unreachable(baseUrl, answer))
    const target = answer.headers.get('location')
    if (answer.status >= 300 && answer.status < 400 && target !== null)
      return failing(...ADDRESS_TEXTS.redirected(baseUrl, URL.parse(target, baseUrl)?.origin ?? target))
    const body = (await answer.json().catch(() => null)) as Partial<AddressAnswer> | null
    if (typeof body?.signature !== 'string') return failing(...ADDRESS_TEXTS.otherSite(baseUrl, answer.status))
    if (body.signature !== signatureOf(secret, nonce)) return failing(...ADDRESS_TEXTS.otherSecret(baseUrl))
    return proxiesOf(config, baseUrl, Number(body.proxies ?? 0))
  },
}

function proxiesOf({ trustedProxies }: Config, baseUrl: string, proxies: number): Finding {
  if (proxies > trustedProxies) return warning(...ADDRESS_TEXTS.unread(proxies))
  if (proxies < trustedProxies) return failing(...ADDRESS_TEXTS.forgeable(proxies, trustedProxies))
  return ok(ADDRESS_TEXTS.fine(baseUrl))
}

function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : message)
}
