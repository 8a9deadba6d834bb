import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { MAX_REDIRECTS, UPSTREAM_TIMEOUT_MS } from './images-limits.ts'

/**
 * Why there is no file. 'missing': the host says so, or sends something else than was asked for; 'too-large': beyond
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

interface Wanted {
  /** The types of content, as the header `Accept` names them. */
  accept: string
  /** In bytes. A longer body is refused. */
  most: number
}

/**
 * Fetches a file from an address that others name. Never throws. A known host may redirect to known hosts only. Any other
 * host may redirect to any public one.
 */
export async function fetchBytes(from: URL, wanted: Wanted, rules: FetchRules): Promise<Buffer | FetchFailure> {
  const signal = AbortSignal.timeout(rules.timeoutMs ?? UPSTREAM_TIMEOUT_MS)
  const isKnown = rules.origins.includes(from.origin)
  let url = from
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await ask(url, wanted, rules, signal)
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
      return (await readAtMost(response, wanted.most)) ?? 'too-large'
    }
    return 'missing'
  } catch {
    return 'unreachable'
  }
}

export const isWebAddress = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:'
export const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== ''

class ForbiddenAddress extends Error {}

function ask(url: URL, { accept }: Wanted, { mayConnect }: FetchRules, signal: AbortSignal): Promise<IncomingMessage> {
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
  const headers = { accept, 'user-agent': 'Savepoint' }
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
