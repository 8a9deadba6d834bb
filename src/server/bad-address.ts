import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainPage } from './plain-page.ts'
import { newRequestId } from './routes.ts'
import { REQUEST_REFUSALS } from './server.texts.ts'

/** Returns whether the path cannot be decoded, such as `/%E0%A4%A`. None of our addresses looks like that. */
export function isBadlyEncoded(path: string): boolean {
  if (!path.includes('%')) return false
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

/**
 * Returns whether a request names several hosts. Proxies and servers choose different ones, so it is refused (RFC 9112, 3.2); Node
 * would take the first.
 */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Responds before routing, because routing would decode the path. */
export function sendBadAddress(request: IncomingMessage, response: ServerResponse, path: string): void {
  const isApi = path.startsWith('/api/')
  const text = isApi
    ? JSON.stringify({ error: REQUEST_REFUSALS.badAddress, code: 'bad_address', requestId: newRequestId() })
    : plainPage({
        title: REQUEST_REFUSALS.badAddress,
        body: `<h1>${REQUEST_REFUSALS.badAddress}</h1><p>Go to <a href="/">the start page</a>.</p>`,
      })
  response.setHeader('content-type', isApi ? 'application/json' : 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.writeHead(400).end(request.method === 'HEAD' ? undefined : text)
}
