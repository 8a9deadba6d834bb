import type { IncomingMessage, ServerResponse } from 'node:http'

/** Limits for draining a refused body; beyond them the connection is cut. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 30_000

/**
 * Reads and discards the rest of a body after the response was sent. A browser reads a response only when it has sent
 * everything: a connection that is closed earlier shows a network error instead of the message (413).
 */
export function drainBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return
    let bytes = 0
    const cut = () => request.socket.destroy()
    const timer = setTimeout(cut, MOST_MS)
    timer.unref()
    // The listeners that read the beginning would block the rest.
    request.removeAllListeners('data').removeAllListeners('readable')
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) cut()
    })
    for (const end of ['end', 'close', 'error'] as const) request.once(end, () => clearTimeout(timer))
    request.resume()
  })
}
