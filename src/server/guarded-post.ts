import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { useAgent } from 'request-filtering-agent'
import type { Failure } from '#shared/post-failures.texts.ts'
import { isPublicAddress } from './images-fetch.ts'

export const TIMEOUT_MS = 10_000

/** `retryAfter` is the header of the answer. */
type PostResult =
  | { status: number; failure: 'status' | null; retryAfter: string | undefined }
  | { status: null; failure: Failure; retryAfter?: undefined }

const FAILURE_OF_CODE: Record<string, Failure> = {
  ABORT_ERR: 'timeout',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ECONNREFUSED: 'refused',
}

/**
 * Sends a body to an address of a member's. Each address to which the name leads is looked at when it connects, and those that
 * are not public and not in `allowed` are refused, by us and by the agent. The refusal is that of an unknown host, so that
 * nobody learns which names the operator's network has. No redirect is followed, and the answer's body is not read.
 */
export function post(
  address: string,
  { body, headers, allowed }: { body: string | Buffer; headers: Record<string, string>; allowed: readonly string[] },
): Promise<PostResult> {
  const { href: url, protocol } = new URL(address)
  const request = protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ status: null, failure: failureOf(error) })
    const mayConnect = connectsTo(allowed)
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0 && !mayConnect(host)) return fail(new NotPublic())
    try {
      const sent = request(
        url,
        {
          method: 'POST',
          lookup: lookupOnly(mayConnect),
          agent: useAgent(url, { allowIPAddressList: [...allowed] }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const status = response.statusCode ?? 0
          const retryAfter = response.headers['retry-after']
          resolve({ status, failure: status >= 200 && status < 300 ? null : 'status', retryAfter })
          response.destroy()
        },
      )
      sent.on('error', fail)
      sent.end(body)
    } catch (error) {
      fail(error)
    }
  })
}

class NotPublic extends Error {}

/** Returns whether an address is public, or one of these addresses and ranges. */
export function connectsTo(allowed: readonly string[]): (address: string) => boolean {
  const exceptions = new BlockList()
  for (const each of allowed) {
    const [network = '', prefix] = each.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) exceptions.addAddress(network, family)
    else exceptions.addSubnet(network, Number(prefix), family)
  }
  return (address) => isPublicAddress(address) || exceptions.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Resolves a name, and refuses it if one of its addresses must not be called. */
const lookupOnly =
  (mayConnect: (address: string) => boolean): LookupFunction =>
  (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new NotPublic(), '', 0)
      if (!addresses.every(({ address }) => mayConnect(address))) return callback(new NotPublic(), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

function failureOf(error: unknown): Failure {
  const { code } = error as { code?: string }
  // Only a refused address has no code.
  if (code === undefined) return 'unknown_host'
  return FAILURE_OF_CODE[code] ?? (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code) ? 'certificate' : 'connection')
}
