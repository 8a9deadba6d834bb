import { finished, Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Contract } from '#shared/contract.ts'
import { ascending } from '#shared/order.ts'
import { Refusal } from '#shared/refusal.ts'
import type { CacheChanges } from './changes.ts'
import { clientAddress } from './client-address.ts'
import type { Config } from './config.ts'
import type { HeavyRequests } from './heavy-requests.ts'
import type { Log } from './log.ts'
import type { ProxyCheck } from './proxy-check.ts'
import { readJson, readUpload } from './request-body.ts'
import { dispatch, failedOutcome, newRequestId, type Outcome, type RequestContext, type Route } from './routes.ts'
import type { Sessions } from './session.ts'

/** Returns the address of the client, behind as many proxies as the operator trusts. */
export function addressOf(c: Context, config: Config): string {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  return clientAddress(incoming?.socket.remoteAddress, c.req.header('x-forwarded-for') ?? null, config.trustedProxies)
}

/** Returns the context of a request, with the session of its cookie. */
export async function contextOf(
  c: Context,
  deps: { config: Config; sessions: Pick<Sessions, 'find'>; proxyCheck: Pick<ProxyCheck, 'look'> },
): Promise<RequestContext> {
  const { config } = deps
  const { headers } = c.req.raw
  deps.proxyCheck.look(headers)
  return {
    requestId: newRequestId(),
    headers,
    ip: addressOf(c, config),
    origin: config.baseUrl ?? originOf(c, config),
    session: await deps.sessions.find(headers),
  }
}

/** Returns the origin at which the client reached the app. */
export function originOf(c: Context, config: Config): string {
  // The address of a request is normalised and has a path, so its origin is its beginning.
  if (config.trustedProxies === 0) return c.req.url.slice(0, c.req.url.indexOf('/', 'https://'.length))
  const url = new URL(c.req.url)
  const protocol = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() ?? url.protocol.slice(0, -1)
  return `${protocol}://${c.req.header('x-forwarded-host')?.split(',')[0]?.trim() ?? url.host}`
}

interface RunDeps {
  changes: Pick<CacheChanges, 'hearing'>
  heavy: HeavyRequests
  log: Log
}

/** Runs the call of a route. The caches of this node hear what a write announces before its response is sent. */
export function runRoute(deps: RunDeps, c: Context, route: Route, request: RequestContext): Promise<Outcome> {
  const run = () => runCall(deps, c, route, request)
  return route.endpoint.method === 'GET' ? run() : deps.changes.hearing(run)
}

/**
 * Admits a heavy request, and dispatches the call, which reads the body when nothing else has refused it. A heavy request
 * ends with its response, or when the stream of its response ends.
 */
async function runCall({ heavy, log }: RunDeps, c: Context, route: Route, given: RequestContext): Promise<Outcome> {
  const { endpoint } = route
  const memberId = given.session?.viewer.id
  const end = memberId ? heavy.begin(endpoint, memberId, given.headers) : null
  if (end instanceof Refusal) return { ...failedOutcome(end, { requestId: given.requestId }, log), isUnread: true }
  const isWrite = endpoint.method !== 'GET'
  const request = isWrite || end ? { ...given, signal: c.req.raw.signal } : given
  const input = {
    params: c.req.param() as Record<string, string>,
    query: c.req.query(),
    body: isWrite ? () => readBody(c, endpoint) : {},
  }
  let isStreaming = false
  try {
    const outcome = await dispatch(route, input, request, log)
    isStreaming = outcome.body instanceof Readable
    if (outcome.body instanceof Readable)
      finished(outcome.body, (error) => {
        end?.()
        // Nothing else can be answered any more: the client sees that the text breaks off. A client that has gone is no fault.
        if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
          log.error({ err: error, requestId: given.requestId }, 'an answer broke off')
      })
    return outcome
  } finally {
    if (!isStreaming) end?.()
  }
}

const readBody = (c: Context, { upload, maxBodyBytes }: Contract): Promise<unknown> =>
  upload ? readUpload(c.req.raw, upload) : readJson(c.req.raw, maxBodyBytes ?? undefined)

/**
 * Returns the routes in the order in which they are tried, whatever the order of the features: a literal path such as
 * `/api/profiles/suggestions` before `/api/profiles/:id`.
 */
export function literalFirst(routes: readonly Route[]): Route[] {
  // `~` sorts a parameter after every literal segment that it would match.
  const patternOf = ({ endpoint }: Route) => endpoint.path.replace(/:\w+/g, '~')
  return routes.toSorted(ascending(patternOf))
}

/** Returns whether an address is one of this pattern, such as `/api/games/:gameId`. */
export function isOfPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  const isAlike = (part: string, at: number) => (part.startsWith(':') ? given[at] !== '' : part === given[at])
  return wanted.length === given.length && wanted.every(isAlike)
}
