import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { ERROR_KINDS, type ErrorBody } from '#shared/errors.ts'
import { Refusal } from '#shared/refusal.ts'
import { compressed } from './answer.ts'
import type { AppDeps } from './app.ts'
import { type App, FRESH } from './http.ts'
import { PUBLIC_API, publicApiDocument } from './openapi/openapi.ts'
import { type CachedPage, jsonDocument } from './page-cache.ts'
import { PROBLEM_JSON, problemOf } from './problem.ts'
import { type BudgetState, budgetRefusal } from './rate-limit.ts'
import { addressOf, isOfPath, originOf, runRoute } from './requests.ts'
import { type AboutCall, errorOutcome, newRequestId, type Outcome, type RequestContext, type Route } from './routes.ts'
import { sendCached } from './serve-page.ts'
import { TOKEN_REFUSALS, wrongMethod } from './server.texts.ts'
import type { Session } from './session.ts'
import type { TokenAccess } from './token-access.ts'

/** A page of another site may use the API with a token, and never with a cookie. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, idempotent-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
}
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, PUT, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-none-match',
  'access-control-max-age': '86400',
}

/** The most tokens of which a node remembers that they were valid. */
const KNOWN_TOKENS = 10_000

/**
 * Registers the endpoints of the public API (decision 0077). The identity comes from an access token in the header
 * Authorization and never from a cookie, so no other site can use it through a browser, and no CSRF token is needed.
 */
export function registerTokenApi(app: App, routes: readonly Route[], deps: AppDeps): void {
  const { config, log } = deps
  const own = routes.filter(({ endpoint }) => endpoint.scope !== null)
  let document: CachedPage | null = null
  /** The hashes of tokens that were valid when they were last used here. */
  const known = new Set<string>()

  app.get(`${PUBLIC_API}/openapi.json`, async (c) => {
    const refused = await refusedByAddress(c)
    if (refused) return refused
    document ??= jsonDocument(publicApiDocument(own, deps.schemas ?? new Map(), config.productName))
    return sendCached(c, document, { ...CORS, ...FRESH })
  })
  app.options(`${PUBLIC_API}/*`, async (c) => {
    return (await refusedByAddress(c)) ?? c.body(null, 204, { ...CORS, ...PREFLIGHT })
  })
  for (const route of own)
    app.on(route.endpoint.method, route.endpoint.path, async (c) => {
      const began = performance.now()
      const { method, path } = route.endpoint
      const { response, status } = await respond(c, route).catch(async (error: unknown) => {
        const response = await sendProblem(c, error, {}, undefined, { method, path })
        return { response, status: response.status }
      })
      deps.metrics?.answered(path, method, status, (performance.now() - began) / 1000)
      return response
    })
  app.all(`${PUBLIC_API}/*`, async (c) => {
    const refused = await refusedByAddress(c)
    if (refused) return refused
    const methods = own.filter(({ endpoint }) => isOfPath(endpoint.path, c.req.path)).map((of) => of.endpoint.method)
    if (methods.length === 0) return sendProblem(c, new Refusal('not_found', 'not_found', 'Not found'))
    const allow = [...new Set(methods)].join(', ')
    const detail = wrongMethod(allow, c.req.method)
    return sendProblem(c, new Refusal('invalid', 'method_not_allowed', detail), { allow }, 405)
  })

  async function respond(c: Context, route: Route): Promise<{ response: Response; status: number }> {
    const problem = async (refusal: Refusal, headers: Record<string, string> = {}) => {
      const response = await sendProblem(c, refusal, headers)
      return { response, status: ERROR_KINDS[refusal.kind].status }
    }
    const { endpoint } = route
    const authentication = await authenticate(c)
    if (authentication instanceof Refusal) {
      const { code } = authentication
      if (authentication.kind === 'too_many') return problem(authentication)
      const challenge = code === 'token_required' ? 'Bearer' : `Bearer error="invalid_token"`
      return problem(authentication, { 'www-authenticate': challenge })
    }
    const budget = await deps.limits.drawOfToken(endpoint.budget, authentication.id)
    const limits = headersOf(budget)
    if (budget?.isExhausted) return problem(budgetRefusal(endpoint.budget, budget.reset), limits)
    const { scope } = endpoint
    if (scope !== null && scope !== 'any' && !authentication.scopes.includes(scope))
      return problem(new Refusal('forbidden', 'insufficient_scope', TOKEN_REFUSALS.scope(scope)), {
        ...limits,
        'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
      })
    const request = requestOf(c, authentication)
    const outcome = await runRoute(deps, c, route, request)
    return { response: await send(c, outcome, request.requestId, limits), status: outcome.status }
  }

  /**
   * Looks up the token of a request. A token that was not valid here before counts for its address first, so that an
   * address that guesses costs no look-ups, and does not stop the known tokens of that address.
   */
  async function authenticate(c: Context): Promise<TokenAccess | Refusal> {
    const [, token] = /^Bearer +([\w-]{1,200})$/i.exec(c.req.header('authorization') ?? '') ?? []
    const key = token === undefined ? '' : hash('sha256', token, 'base64')
    if (!known.has(key)) {
      const refused = await refusalOfAddress(c)
      if (refused) return refused
    }
    if (token === undefined) return new Refusal('unauthenticated', 'token_required', TOKEN_REFUSALS.missing)
    const access = (await deps.tokens?.lookUp(token)) ?? null
    // A token that is used moves to the end, so the one that was not used for the longest time is forgotten.
    known.delete(key)
    if (access === 'expired') return new Refusal('unauthenticated', 'token_expired', TOKEN_REFUSALS.expired)
    if (access === null) return new Refusal('unauthenticated', 'invalid_token', TOKEN_REFUSALS.invalid)
    known.add(key)
    for (const oldest of known) {
      if (known.size <= KNOWN_TOKENS) break
      known.delete(oldest)
    }
    return access
  }

  function requestOf(c: Context, token: TokenAccess): RequestContext {
    // Nothing in the public API reads more of a session than the viewer.
    const session: Session = {
      token: '',
      viewer: token.viewer,
      expiresAt: token.expiresAt ?? deps.clock(),
      email: '',
      isOnboarded: true,
      isRemembered: false,
    }
    const origin = config.baseUrl ?? originOf(c, config)
    return { requestId: newRequestId(), headers: c.req.raw.headers, ip: addressOf(c, config), origin, session, token }
  }

  /** Counts a request without a valid token by its address. */
  async function refusalOfAddress(c: Context): Promise<Refusal | null> {
    const wait = await deps.limits.draw('read', { memberId: null, address: addressOf(c, config) })
    return wait === null ? null : budgetRefusal('read', wait)
  }

  async function refusedByAddress(c: Context): Promise<Response | null> {
    const refusal = await refusalOfAddress(c)
    return refusal && sendProblem(c, refusal)
  }

  function sendProblem(
    c: Context,
    error: unknown,
    headers: Record<string, string> = {},
    status?: number,
    about: Omit<AboutCall, 'requestId'> = {},
  ) {
    const requestId = newRequestId()
    const outcome = errorOutcome(error, { requestId, ...about }, log)
    return send(
      c,
      { ...outcome, status: status ?? outcome.status, headers: new Headers(), tags: [] },
      requestId,
      headers,
    )
  }
}

const headersOf = (budget: BudgetState | null): Record<string, string> =>
  budget
    ? {
        'ratelimit-limit': String(budget.limit),
        'ratelimit-remaining': String(budget.remaining),
        'ratelimit-reset': String(budget.reset),
      }
    : {}

async function send(c: Context, outcome: Outcome, requestId: string, more: Record<string, string>): Promise<Response> {
  const headers = new Headers({ ...CORS, ...more, 'x-request-id': requestId })
  for (const [name, value] of outcome.headers) headers.set(name, value)
  const { status, body } = outcome
  if (status === 204) return new Response(null, { status, headers })
  if (status < 400) return sendJson(c, status, JSON.stringify(body), headers, 'private, no-cache')
  const problem = problemOf(status, body as ErrorBody)
  if (problem.retry_after !== undefined) headers.set('retry-after', String(problem.retry_after))
  headers.set('content-type', PROBLEM_JSON)
  headers.set('cache-control', 'no-store')
  return compressed(c, JSON.stringify(problem), status, headers)
}

/** Sends JSON with an ETag, which answers a repeated read with 304. */
async function sendJson(c: Context, status: number, text: string, headers: Headers, cache: string): Promise<Response> {
  headers.set('content-type', 'application/json')
  headers.set('cache-control', cache)
  if (c.req.method === 'GET') {
    const etag = `"${hash('sha1', text, 'base64url')}"`
    headers.set('etag', etag)
    const given = c.req.header('if-none-match')?.split(',') ?? []
    if (given.some((each) => each.trim().replace(/^W\//, '') === etag))
      return new Response(null, { status: 304, headers })
  }
  return compressed(c, text, status, headers)
}
