import type { IncomingMessage, ServerResponse } from 'node:http'

/** Of a body that was refused: so much more is read, and for so long, before the connection is cut. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 30_000

/**
 * Reads on and throws away what is still being sent when the answer is out. A browser reads an answer only when it has sent
 * everything: a connection that is closed under it shows a network error instead of the sentence (413).
 */
export function drainBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return
    let bytes = 0
    const cut = () => request.socket.destroy()
    const timer = setTimeout(cut, MOST_MS)
    timer.unref()
    // Whoever read the beginning would hold the rest back.
    request.removeAllListeners('data').removeAllListeners('readable')
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) cut()
    })
    for (const end of ['end', 'close', 'error'] as const) request.once(end, () => clearTimeout(timer))
    request.resume()
  })
}
