import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface UpstreamRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: string
  /** Time of arrival, in milliseconds since 1970. */
  at: number
}

export interface UpstreamAnswer {
  /** 200 by default. */
  status?: number
  headers?: Record<string, string>
  /** Strings and bytes are sent unchanged, anything else as JSON. */
  body: unknown
}

/** The ways in which an external server can fail. */
export type Fault =
  /** 404 with plain text. */
  | 'not_found'
  /** 500 with an HTML page, as a proxy in front would send it. */
  | 'server_error'
  /** 429, without Retry-After unless `retryAfterSeconds` is given. */
  | 'rate_limited'
  /** 200 with the content type of JSON and a body that is not JSON. */
  | 'garbage'
  /** The first half of the right response, sent as if it were complete. */
  | 'truncated'
  /** Accepts the request and never responds. */
  | 'hang'
  /** The right response, one byte every 100 ms. */
  | 'drip'
  /** An HTML page with status 200. */
  | 'wrong_type'
  /** Closes the connection without a response. */
  | 'drop'
  /** Closes the connection in the middle of the response. */
  | 'cut'

export const FAULTS: readonly Fault[] = [
  'not_found',
  'server_error',
  'rate_limited',
  'garbage',
  'truncated',
  'hang',
  'drip',
  'wrong_type',
  'drop',
  'cut',
]

export interface FakeUpstream {
  /** The address, without a slash at the end. */
  url: string
  /** All requests so far, oldest first; `requests.length = 0` empties it. */
  requests: UpstreamRequest[]
  /**
   * Makes matching requests fail in this way, always or for a number of times; null ends the fault. A later call
   * replaces the earlier one.
   */
  failWith: (
    fault: Fault | { fault: 'rate_limited'; retryAfterSeconds: number } | null,
    match?: (request: UpstreamRequest) => boolean,
    times?: number,
  ) => void
  close: () => Promise<void>
}

/** Request timeouts that a test ends instead of waiting for them. */
export interface ManualTimeouts {
  endAfter: (milliseconds: number) => AbortSignal
  /** Ends the timeouts of all requests so far. */
  end: () => void
}

export function createManualTimeouts(): ManualTimeouts {
  let controllers: AbortController[] = []
  return {
    endAfter() {
      const controller = new AbortController()
      controllers.push(controller)
      return controller.signal
    },
    end() {
      for (const controller of controllers) controller.abort()
      controllers = []
    },
  }
}

const DRIP_MS = 100
const HTML = '<!DOCTYPE html><html><head><title>522</title></head><body>Connection timed out</body></html>'

/**
 * Starts a real HTTP server, on a free port unless one is given. It sends what `handler` returns, or fails as `failWith`
 * demands.
 */
export async function startFakeUpstream(
  handler: (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer>,
  port = 0,
): Promise<FakeUpstream> {
  const requests: UpstreamRequest[] = []
  let failure: { fault: Fault; retryAfterSeconds: number | null; match: (r: UpstreamRequest) => boolean } | null = null
  let timesLeft = 0

  function faultFor(request: UpstreamRequest): Fault | null {
    if (!failure || timesLeft <= 0 || !failure.match(request)) return null
    timesLeft -= 1
    return failure.fault
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming)
    requests.push(request)
    const fault = faultFor(request)
    const retryAfter = failure?.retryAfterSeconds ?? null
    if (fault === 'hang') return
    if (fault === 'drop') return void incoming.socket.destroy()
    if (fault === 'not_found') return send(response, 404, { 'content-type': 'text/plain' }, 'Not Found')
    if (fault === 'server_error') return send(response, 500, { 'content-type': 'text/html' }, HTML)
    if (fault === 'wrong_type') return send(response, 200, { 'content-type': 'text/html; charset=utf-8' }, HTML)
    if (fault === 'garbage') return send(response, 200, JSON_TYPE, '[{"id": 1, name: oops')
    if (fault === 'rate_limited')
      return send(
        response,
        429,
        { ...JSON_TYPE, ...(retryAfter !== null && { 'retry-after': String(retryAfter) }) },
        '{"message":"Too Many Requests"}',
      )
    const { status = 200, headers = {}, body } = await handler(request)
    const bytes = bytesOf(body)
    const all = { ...JSON_TYPE, ...headers }
    if (fault === 'truncated') return send(response, status, all, bytes.subarray(0, Math.ceil(bytes.length / 2)))
    if (fault === 'drip') return drip(response, status, all, bytes)
    if (fault === 'cut') {
      response.writeHead(status, { ...all, 'content-length': String(bytes.length) })
      response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => incoming.socket.destroy())
      return
    }
    send(response, status, all, bytes)
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, 599, { 'content-type': 'text/plain' }, `the fake failed: ${error}`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failWith(fault, match = () => true, times = Infinity) {
      failure =
        fault === null
          ? null
          : typeof fault === 'string'
            ? { fault, retryAfterSeconds: null, match }
            : { ...fault, match }
      timesLeft = times
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

async function read(incoming: IncomingMessage): Promise<UpstreamRequest> {
  const at = Date.now()
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const url = new URL(incoming.url ?? '/', 'http://fake')
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    at,
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string | Uint8Array) {
  response.writeHead(status, headers).end(body)
}

/** Sends no content length, so only the client's own timeout can end the response. */
function drip(response: ServerResponse, status: number, headers: Record<string, string>, bytes: Uint8Array): void {
  response.writeHead(status, headers)
  let at = 0
  const timer = setInterval(() => {
    response.write(bytes.subarray(at, at + 1))
    at += 1
    if (at >= bytes.length) {
      clearInterval(timer)
      response.end()
    }
  }, DRIP_MS)
  response.on('close', () => clearInterval(timer))
}
