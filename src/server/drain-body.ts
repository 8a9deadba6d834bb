import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { release } from './request-body.ts'
import { createTurns } from './turns.ts'

/** Limits for draining a refused body; beyond them the connection is cut. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_MS = 60_000
/** After so many bytes a body pauses for so long: all refused bodies of a node together are read at 32 MB a second. */
const BYTES_A_TURN = 128 * 1024
const PAUSE_MS = 4

const inTurn = createTurns()
const pauseInTurn = () => inTurn(() => sleep(PAUSE_MS, undefined, { ref: false }))

interface Options {
  mostBytes?: number
  /** Replaced by tests, which count the turns. */
  pause?: () => Promise<void>
}

/**
 * Reads and discards the rest of a body after the response was sent. A browser reads a response only when it has sent
 * everything: a connection that is closed earlier shows a network error instead of the message (413). All bodies share one
 * pace, because their bytes are garbage, and take the turns of other requests.
 */
export function drainBody(
  request: IncomingMessage,
  response: ServerResponse,
  { mostBytes = MAX_BYTES, pause = pauseInTurn }: Options = {},
): void {
  // Before Node's own listener, which reads a body that nobody has begun to read, without a limit and without a pause.
  response.prependOnceListener('finish', () => {
    if (request.complete || request.destroyed) return
    request.read()
    let bytes = 0
    let sincePause = 0
    const cut = () => request.socket.destroy()
    const timer = setTimeout(cut, MAX_MS)
    timer.unref()
    // The listeners that read the beginning would block the rest.
    request.removeAllListeners('data').removeAllListeners('readable')
    request.on('data', (part: Buffer) => {
      bytes += part.length
      sincePause += part.length
      release(part)
      if (bytes > mostBytes) return cut()
      if (sincePause < BYTES_A_TURN) return
      sincePause = 0
      request.pause()
      void pause().then(() => request.resume())
    })
    for (const end of ['end', 'close', 'error'] as const) request.once(end, () => clearTimeout(timer))
    request.resume()
  })
}
