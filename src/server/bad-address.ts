import type { IncomingMessage, ServerResponse } from 'node:http'
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

/** Responds before routing, because routing would decode the path. */
export function sendBadAddress(request: IncomingMessage, response: ServerResponse, path: string): void {
  const isApi = path.startsWith('/api/')
  const text = isApi
    ? JSON.stringify({ error: REQUEST_REFUSALS.badAddress, code: 'bad_address', requestId: newRequestId() })
    : `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>${REQUEST_REFUSALS.badAddress}</title><h1>${REQUEST_REFUSALS.badAddress}</h1><p>Go to <a href="/">the start page</a>.</p></html>`
  response.setHeader('content-type', isApi ? 'application/json' : 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.writeHead(400).end(request.method === 'HEAD' ? undefined : text)
}
