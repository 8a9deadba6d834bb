import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { MOST_CHANNELS, REALTIME_PATH } from '#shared/realtime.ts'
import { Refusal, refuse } from '#shared/refusal.ts'
import { budgetKey } from '../client-address.ts'
import { isSameSite } from '../csrf.ts'
import type { App } from '../http.ts'
import type { Log } from '../log.ts'
import { budgetRefusal, type RateLimits } from '../rate-limit.ts'
import { errorOutcome, type RequestContext } from '../routes.ts'
import { type AllChannels, type Asked, readChannels } from './channels.ts'
import type { Hub } from './hub.ts'
import type { Since } from './recent.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Neither kept nor compressed: an event would wait for the next to fill a block.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** For taking what was written before a stream has ended. */
const END_PATIENCE_MS = 5_000
/** Seconds until there may be a place again. */
const FULL_WAIT = 60
const STOPPING_WAIT = 1

/**
 * GET /api/realtime (endpoint 78, G42): `channels` are separated by commas. A reader who comes back says the id of its last
 * event (`Last-Event-ID`, or `lastEventId` where a browser opens a new EventSource), a new one when what it looks at was made
 * (`since`, milliseconds). Refuses with 400 for a channel that does not exist, 401 and 403 where none may be heard, 429
 * where too many are open. What it sends is no JSON, so it is no endpoint of the contracts.
 */
export function realtimeAddress(deps: { hub: Hub; channels: AllChannels; limits: RateLimits; log: Log }) {
  const { hub } = deps
  return (app: App, contextOf: (c: Context) => Promise<RequestContext>): void => {
    app.get(REALTIME_PATH, async (c) => {
      const request = await contextOf(c)
      try {
        return await openStream(c, request)
      } catch (error) {
        const { status, body } = errorOutcome(error, request.requestId, deps.log)
        const headers = { 'cache-control': 'no-store', 'x-request-id': request.requestId }
        const wait = body.retryAfter === undefined ? {} : { 'retry-after': String(body.retryAfter) }
        return c.json(body, status as 400, { ...headers, ...wait })
      }
    })
  }

  async function openStream(c: Context, { session, ...request }: RequestContext): Promise<Response> {
    const viewer = session?.viewer ?? null
    const address = budgetKey(request.ip)
    if (!isSameSite(request.headers, request.origin)) refuse('forbidden', 'other_site', 'Only our own pages may listen')
    const asked = askedFor(c.req.query('channels') ?? '')
    const wait = await deps.limits.draw('read', { memberId: viewer?.id ?? null, address: request.ip })
    if (wait !== null) throw budgetRefusal('read', wait)
    if (!hub.isOpen()) throw unavailable()
    const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>
    if (!incoming || !outgoing || c.req.method === 'HEAD') return c.body(null, 200, HEADERS)

    const giveBack = hub.enter(viewer, address)
    if (!giveBack) throw budgetRefusal('read', FULL_WAIT)
    let close: (() => void) | null = null
    outgoing.once('close', () => {
      giveBack()
      close?.()
    })
    // What is written into a connection that has just been lost.
    outgoing.on('error', () => {})
    const sink = {
      write(text: string) {
        if (outgoing.destroyed) return
        if (!outgoing.headersSent) {
          for (const [name, value] of Object.entries(HEADERS)) outgoing.setHeader(name, value)
          outgoing.writeHead(200)
        }
        outgoing.write(text)
      },
      end() {
        outgoing.end()
        // Whoever does not read would keep the connection, and a place.
        const cut = setTimeout(() => outgoing.destroy(), END_PATIENCE_MS)
        cut.unref()
        outgoing.once('close', () => clearTimeout(cut))
      },
      cut: () => void outgoing.destroy(),
      waiting: () => outgoing.writableLength,
    }
    try {
      close = await hub.open({ viewer, sessionToken: session?.token ?? null, asked, since: sinceOf(c), sink })
    } catch (error) {
      giveBack()
      throw error
    }
    if (close === null) {
      giveBack()
      throw viewer ? nothingToHear() : new Refusal('unauthenticated', 'sign_in_required', 'Not authenticated')
    }
    if (outgoing.destroyed) close()
    return RESPONSE_ALREADY_SENT
  }

  function askedFor(text: string): Asked {
    const asked = readChannels(deps.channels, text)
    const count = asked ? [...asked.things.values()].flat().length + asked.news.length : 0
    if (!asked || count === 0 || count > MOST_CHANNELS) {
      const details = { channels: count > MOST_CHANNELS ? `At most ${MOST_CHANNELS} channels` : 'Unknown channel' }
      return refuse('invalid', 'validation_failed', details.channels, { details })
    }
    return asked
  }
}

const nothingToHear = () => new Refusal('forbidden', '42501', 'There is nothing to hear for you')
const unavailable = () =>
  new Refusal('too_many', 'stopping', 'The server is about to stop. Please try again.', {
    status: 503,
    retryAfter: STOPPING_WAIT,
  })

function sinceOf(c: Context): Since {
  const lastEventId = c.req.header('last-event-id') ?? c.req.query('lastEventId') ?? ''
  const madeAt = Number(c.req.query('since') ?? Number.NaN)
  return { lastEventId: lastEventId === '' ? null : lastEventId, madeAt: Number.isFinite(madeAt) ? madeAt : null }
}
