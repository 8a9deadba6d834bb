import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { MAX_BYTES, MAX_REDIRECTS, UPSTREAM_TIMEOUT_MS } from './images-limits.ts'

export interface Picture {
  type: string
  bytes: Buffer
}

/**
 * Why there is no picture. 'missing': the host says so, or sends something that is not a picture; 'too-large': beyond
 * the limits; 'unreachable': every temporary failure.
 */
export type FetchFailure = 'missing' | 'too-large' | 'unreachable'

export interface FetchRules {
  /** The hosts whose pictures anybody may request. They may redirect only to one another. */
  origins: readonly string[]
  /** Returns whether the service may connect to this address. */
  mayConnect: (address: string) => boolean
  /** From the start of the request to the last byte; default `UPSTREAM_TIMEOUT_MS`. */
  timeoutMs?: number | undefined
}

/**
 * Fetches the picture unchanged from its host. Never throws. A known host may redirect to known hosts only. Any other
 * host, which only a signed address names, may redirect to any public one.
 */
export async function fetchPicture(from: URL, rules: FetchRules): Promise<Picture | FetchFailure> {
  const signal = AbortSignal.timeout(rules.timeoutMs ?? UPSTREAM_TIMEOUT_MS)
  const isKnown = rules.origins.includes(from.origin)
  let url = from
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await ask(url, rules, signal)
      const status = response.statusCode ?? 0
      const { location } = response.headers
      if (status >= 300 && status < 400 && location !== undefined) {
        response.destroy()
        if (!URL.canParse(location, url.href)) return 'missing'
        url = new URL(location, url)
        // A redirect must not lead to an address that a request may not name.
        if (!(isKnown ? rules.origins.includes(url.origin) : isWebAddress(url)) || hasCredentials(url)) return 'missing'
        continue
      }
      if (status < 200 || status >= 300) {
        response.destroy()
        return status === 429 || status >= 500 ? 'unreachable' : 'missing'
      }
      const bytes = await readAtMost(response, MAX_BYTES)
      if (!bytes) return 'too-large'
      const type = typeOf(bytes)
      return type ? { type, bytes } : 'missing'
    }
    return 'missing'
  } catch {
    return 'unreachable'
  }
}

export const isWebAddress = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:'
export const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== ''

class ForbiddenAddress extends Error {}

function ask(url: URL, { mayConnect }: FetchRules, signal: AbortSignal): Promise<IncomingMessage> {
  // Connects to exactly the addresses that were resolved and checked here, so that a second DNS lookup cannot return
  // others.
  const lookup: LookupFunction = (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => mayConnect(address))
      const [first] = allowed
      if (!first) return callback(new ForbiddenAddress(`${name} leads to a private address`), '', 0)
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !mayConnect(host)) throw new ForbiddenAddress(host)
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  const headers = { accept: 'image/*', 'user-agent': 'Savepoint' }
  return new Promise((resolve, reject) => {
    request(url, { lookup, signal, headers, agent: false }, resolve).on('error', reject).end()
  })
}

async function readAtMost(response: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(response.headers['content-length'] ?? 0) > most) {
    response.destroy()
    return null
  }
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Detects the type from the first bytes and ignores the declared type. Returns null if the file is not a picture. SVG
 * is not accepted, because it can contain scripts.
 */
export function typeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('GIF8')) return 'image/gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  if (start.slice(4) === 'ftypavif') return 'image/avif'
  return null
}

const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
// In IPv6 only 2000::/3 is in use; the ranges in it that embed an IPv4 address could lead to a private one.
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6')

/** Returns false for the machine itself, private networks and reserved addresses. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return family === 6 && PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}
