import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { MAX_CHANNELS, REALTIME_PATH } from '#shared/realtime.ts'
import { Refusal, refuse } from '#shared/refusal.ts'
import { budgetKey } from '../client-address.ts'
import { isSameSite } from '../csrf.ts'
import type { Addresses } from '../feature.ts'
import type { Log } from '../log.ts'
import { budgetRefusal, type RateLimits } from '../rate-limit.ts'
import { errorOutcome, type RequestContext } from '../routes.ts'
import { REQUEST_REFUSALS } from '../server.texts.ts'
import { type Channel, parseChannels, type Subscriptions } from './channels.ts'
import type { Connection, Hub } from './hub.ts'
import type { ReplayFrom } from './replay-buffer.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Neither cached nor compressed: a compressor would hold an event back until the next ones fill a block.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** The time for a client to read the last bytes before its stream is closed. */
const END_TIMEOUT_MS = 5_000
/** Seconds. */
const RETRY_WHEN_FULL = 60
const RETRY_WHEN_STOPPING = 1

/**
 * GET /api/realtime (endpoint 78, G42), a stream of server-sent events: `channels` are separated by commas. A client
 * that reconnects sends the id of its last event (`Last-Event-ID`, or `lastEventId` when a browser opens a new
 * EventSource). A new client sends the time at which its page was rendered (`since`, milliseconds). Refuses with 400 if
 * a channel does not exist, with 401 or 403 if the viewer may subscribe to none, and with 429 if too many streams are
 * open. The response is not JSON, so no contract describes this endpoint.
 */
export function sseEndpoint(deps: { hub: Hub; channels: readonly Channel[]; limits: RateLimits; log: Log }): Addresses {
  const { hub } = deps
  return (app, contextOf) => {
    app.get(REALTIME_PATH, async (c) => {
      const request = await contextOf(c)
      try {
        return await openStream(c, request)
      } catch (error) {
        const { status, body } = errorOutcome(
          error,
          { requestId: request.requestId, method: 'GET', path: REALTIME_PATH },
          deps.log,
        )
        const headers = { 'cache-control': 'no-store', 'x-request-id': request.requestId }
        const wait = body.retryAfter === undefined ? {} : { 'retry-after': String(body.retryAfter) }
        return c.json(body, status as 400, { ...headers, ...wait })
      }
    })
  }

  async function openStream(c: Context, { session, ...request }: RequestContext): Promise<Response> {
    const viewer = session?.viewer ?? null
    const address = budgetKey(request.ip)
    if (!isSameSite(request.headers, request.origin)) refuse('forbidden', 'other_site', REQUEST_REFUSALS.otherOrigin)
    const requested = requestOf(c.req.query('channels') ?? '')
    const wait = await deps.limits.draw('read', { memberId: viewer?.id ?? null, address: request.ip })
    if (wait !== null) throw budgetRefusal('read', wait)
    if (!hub.isOpen()) throw unavailable()
    const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>
    if (!incoming || !outgoing || c.req.method === 'HEAD') return c.body(null, 200, HEADERS)

    // A client that has gone meanwhile emits no second 'close', so nothing would release its place.
    if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
    const release = hub.acquire(viewer, address)
    if (!release) throw budgetRefusal('read', RETRY_WHEN_FULL)
    let close: (() => void) | null = null
    outgoing.once('close', () => {
      release()
      close?.()
    })
    try {
      close = await hub.subscribe({
        viewer,
        sessionToken: session?.token ?? null,
        request: requested,
        from: replayFrom(c),
        connection: connectionTo(outgoing),
      })
    } catch (error) {
      release()
      throw error
    }
    if (close === null) {
      release()
      throw viewer ? noneAuthorized() : new Refusal('unauthenticated', 'sign_in_required', 'Not authenticated')
    }
    if (outgoing.destroyed) close()
    return RESPONSE_ALREADY_SENT
  }

  function requestOf(text: string): Subscriptions {
    const requested = parseChannels(deps.channels, text)
    const count = requested ? [...requested.values()].flat().length : 0
    if (!requested || count === 0 || count > MAX_CHANNELS) {
      const details = { channels: count > MAX_CHANNELS ? `At most ${MAX_CHANNELS} channels` : 'Unknown channel' }
      return refuse('invalid', 'validation_failed', details.channels, { details })
    }
    return requested
  }
}

/** Returns the connection of a stream, which writes to this response. The first write sends the headers. */
function connectionTo(outgoing: HttpBindings['outgoing']): Connection {
  // Writing to a connection that has just been lost fails.
  outgoing.on('error', () => {})
  return {
    write(text) {
      if (outgoing.destroyed) return
      if (!outgoing.headersSent) {
        for (const [name, value] of Object.entries(HEADERS)) outgoing.setHeader(name, value)
        outgoing.writeHead(200)
      }
      outgoing.write(text)
    },
    end() {
      outgoing.end()
      // A client that does not read would hold the connection open.
      const timer = setTimeout(() => outgoing.destroy(), END_TIMEOUT_MS)
      timer.unref()
      outgoing.once('close', () => clearTimeout(timer))
    },
    destroy: () => void outgoing.destroy(),
    bufferedBytes: () => outgoing.writableLength,
  }
}

const noneAuthorized = () => new Refusal('forbidden', '42501', REQUEST_REFUSALS.nothingToHear)
const unavailable = () =>
  new Refusal('too_many', 'stopping', REQUEST_REFUSALS.stopping, {
    status: 503,
    retryAfter: RETRY_WHEN_STOPPING,
  })

function replayFrom(c: Context): ReplayFrom {
  const lastEventId = c.req.header('last-event-id') ?? c.req.query('lastEventId') ?? ''
  const madeAt = Number(c.req.query('since') ?? Number.NaN)
  return { lastEventId: lastEventId === '' ? null : lastEventId, madeAt: Number.isFinite(madeAt) ? madeAt : null }
}
