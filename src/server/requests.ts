import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { CacheChanges } from './changes.ts'
import { clientAddress } from './client-address.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { readJson, readUpload } from './request-body.ts'
import { dispatch, errorOutcome, newRequestId, type Outcome, type RequestContext, type Route } from './routes.ts'
import type { Sessions } from './session.ts'

/** Returns the address of the client, behind as many proxies as the operator trusts. */
export function addressOf(c: Context, config: Config): string {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  return clientAddress(incoming?.socket.remoteAddress, c.req.header('x-forwarded-for') ?? null, config.trustedProxies)
}

/** Returns the context of a request, with the session of its cookie. */
export async function contextOf(
  c: Context,
  deps: { config: Config; sessions: Pick<Sessions, 'find'> },
): Promise<RequestContext> {
  const { config } = deps
  const { headers } = c.req.raw
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

/** Runs the call of a route. The caches of this node hear what a write announces before its response is sent. */
export function runRoute(
  { changes, log }: { changes: Pick<CacheChanges, 'hearing'>; log: Log },
  c: Context,
  route: Route,
  request: RequestContext,
): Promise<Outcome> {
  const run = () => runCall(c, route, request, log)
  return route.endpoint.method === 'GET' ? run() : changes.hearing(run)
}

/** Reads the body of a request and dispatches it. A body that cannot be read is refused. */
async function runCall(c: Context, route: Route, request: RequestContext, log: Log): Promise<Outcome> {
  const input = { params: c.req.param() as Record<string, string>, query: c.req.query(), body: {} as unknown }
  if (route.endpoint.method !== 'GET')
    try {
      const { upload, maxBodyBytes } = route.endpoint
      input.body = upload ? await readUpload(c.req.raw, upload) : await readJson(c.req.raw, maxBodyBytes ?? undefined)
    } catch (error) {
      const { status, body } = errorOutcome(error, request.requestId, log)
      return { status, body, headers: new Headers(), tags: [] }
    }
  return dispatch(route, input, request, log)
}

/**
 * Returns the routes in the order in which they are tried, whatever the order of the features: a literal path such as
 * `/api/profiles/suggestions` before `/api/profiles/:id`.
 */
export function literalFirst(routes: readonly Route[]): Route[] {
  // `~` sorts a parameter after every literal segment that it would match.
  const patternOf = ({ endpoint }: Route) => endpoint.path.replace(/:\w+/g, '~')
  return routes.toSorted((a, b) => (patternOf(a) < patternOf(b) ? -1 : 1))
}

/** Returns whether an address is one of this pattern, such as `/api/games/:gameId`. */
export function isOfPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  const isAlike = (part: string, at: number) => (part.startsWith(':') ? given[at] !== '' : part === given[at])
  return wanted.length === given.length && wanted.every(isAlike)
}
