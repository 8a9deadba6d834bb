import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Budget } from '#shared/contract.ts'
import { Refusal } from '#shared/refusal.ts'
import { answer, privateAnswer, publicAnswer } from './answer.ts'
import { type AnswerCache, sharersOf } from './answer-cache.ts'
import type { CacheChanges } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { ContractNames } from './contract-names.ts'
import { cookieName, isTls } from './cookies.ts'
import type { Addresses } from './feature.ts'
import { BUDGETS_OF_ADDRESSES, type ClosedAddresses, callerOf, guard } from './guard.ts'
import type { HeavyRequests } from './heavy-requests.ts'
import type { App } from './http.ts'
import type { Log } from './log.ts'
import { type MembersSite, signInRequired, toSignIn } from './members-site.ts'
import type { Metrics } from './metrics.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { type CachedPage, jsonDocument, type PageCache } from './page-cache.ts'
import { createProxyCheck, type ProxyCheck } from './proxy-check.ts'
import { budgetRefusal, type RateLimits } from './rate-limit.ts'
import { isForApps, refusedApp } from './refused-app.ts'
import { mayHaveWritten } from './replicas.ts'
import { addressOf, contextOf, isOfPath, literalFirst, runRoute } from './requests.ts'
import { databaseFailureOfAnswer, dispatch, errorOutcome, fillDefaults, newRequestId, type Route } from './routes.ts'
import { lastResort, type PageRenderer, renderUnavailable, sendCached, servePage, UNAVAILABLE } from './serve-page.ts'
import { wrongMethod } from './server.texts.ts'
import { SESSION_COOKIE, type Sessions } from './session.ts'
import type { TokenSource } from './token-access.ts'
import { registerTokenApi } from './token-api.ts'
import { nameRoutes } from './traces/name-routes.ts'
import type { Traces } from './traces/traces.ts'

export interface AppDeps {
  config: Config
  log: Log
  clock: Clock
  sessions: Sessions
  changes: Pick<CacheChanges, 'hearing'>
  /** Set if reads go to replicas: tells every node that a request has written, before it is answered. */
  wrote?: () => Promise<void>
  /** Without it no access token is valid. */
  tokens?: TokenSource
  limits: RateLimits
  /** Without it no address is closed. */
  isClosedTo?: ClosedAddresses
  membersSite: MembersSite
  heavy: HeavyRequests
  pageCache: PageCache
  answers: AnswerCache
  metrics: Metrics | null
  routes: readonly Route[]
  /** The names of schemas in the OpenAPI documents; without it they stand where they are used. */
  schemas?: ContractNames['schemas']
  /** Null where only the API is needed, as in route tests. */
  pages: PageRenderer | null
  /** Null or absent: requests leave no traces. `pagePaths` are the patterns of pages. */
  traces?: { traces: Traces; pagePaths: readonly string[] } | null
  /** Registers responses other than JSON (images, callbacks, feeds). They are registered before the pages. */
  extra?: Addresses
}

export function createApp(given: AppDeps): App {
  const deps = { ...given, proxyCheck: createProxyCheck(given) }
  const { config, log } = deps
  const app: App = new Hono<{ Bindings: HttpBindings }>()
  const routeOf = new Map(deps.routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]))
  let openApi: CachedPage | null = null

  app.onError(async (error, c) => {
    const { status, body } = errorOutcome(
      error,
      { requestId: newRequestId(), method: c.req.method, path: c.req.path },
      log,
    )
    if (body.retryAfter !== undefined) c.header('retry-after', String(body.retryAfter))
    if (isForApps(c.req.path)) return refusedApp(c, status, body)
    if (c.req.path.startsWith('/api/')) return c.json(body, status as 500)
    if (pages && databaseFailureOfAnswer({ status, body })) {
      const { html } = await renderUnavailable(new URL(c.req.url), pages, { status, body }, deps)
      return c.html(html.join(''), 503, UNAVAILABLE)
    }
    return c.html(lastResort(config.productName, body.requestId), status as 500)
  })

  const { wrote } = deps
  if (wrote)
    app.use('*', async (c, next) => {
      await next()
      if (mayHaveWritten(c.req.method, c.req.path)) await wrote()
    })
  if (deps.traces) app.use('*', nameRoutes(deps.traces))
  app.use('*', membersOnly(deps))
  const routes = literalFirst(deps.routes)
  registerTokenApi(app, routes, deps)
  for (const route of routes) {
    const { endpoint } = route
    if (endpoint.scope !== null) continue
    app.on(endpoint.method, endpoint.path, async (c) => {
      const began = performance.now()
      const request = await contextOf(c, deps)
      const refused = await guard(c, route, request, deps)
      const drawn = performance.now()
      const given = { params: c.req.param() as Record<string, string>, query: c.req.query(), body: {} }
      const sharers = refused || endpoint.method !== 'GET' ? null : sharersOf(route, given, request)
      if (sharers) {
        const input = await fillDefaults(route, given, request)
        let isMade = false
        const cached = await deps.answers.serveText(route, input, sharers, () => {
          isMade = true
          return dispatch(route, input, request, log)
        })
        deps.metrics?.answered(
          endpoint.path,
          endpoint.method,
          cached.outcome.status,
          (performance.now() - began) / 1000,
        )
        return sharers === 'everybody' && cached.outcome.status === 200
          ? publicAnswer(c, cached, { isMade, isOwn: input !== given || !endpoint.isPublic }, request.requestId)
          : privateAnswer(c, cached, request.requestId)
      }
      const outcome = refused ?? (await runRoute(deps, c, route, request))
      if (!refused && outcome.status >= 400)
        await deps.limits.giveBack(endpoint.budget, callerOf(request), performance.now() - drawn, outcome.isUnread)
      deps.metrics?.answered(endpoint.path, endpoint.method, outcome.status, (performance.now() - began) / 1000)
      return answer(c, outcome, request.requestId)
    })
  }

  for (const [path, budget] of BUDGETS_OF_ADDRESSES) app.use(path, within(budget))
  app.get('/api/openapi.json', (c) => {
    openApi ??= jsonDocument(
      openApiDocument(deps.routes, deps.schemas ?? new Map(), {
        productName: config.productName,
        sessionCookie: cookieName(SESSION_COOKIE, isTls(deps)),
      }),
    )
    return sendCached(c, openApi)
  })
  const { metrics, pages } = deps
  if (metrics)
    app.get('/metrics', async (c) => {
      const { type, text } = await metrics.read()
      return c.body(text, 200, { 'content-type': type })
    })
  deps.extra?.(
    app,
    (c) => contextOf(c, deps),
    async (c, key, render) => {
      const { pathname, search } = new URL(c.req.url)
      return sendCached(c, await deps.pageCache.serve(key, pathname + search, render))
    },
  )
  app.all('/api/*', within('read'), (c) => {
    const allowed = deps.routes.filter(({ endpoint }) => isOfPath(endpoint.path, c.req.path))
    if (allowed.length > 0) {
      const methods = [...new Set(allowed.map(({ endpoint }) => endpoint.method))].join(', ')
      const error = wrongMethod(methods, c.req.method)
      return c.json({ error, code: 'method_not_allowed', requestId: newRequestId() }, 405, { allow: methods })
    }
    const { status, body } = errorOutcome(
      new Refusal('not_found', 'not_found', 'Not found'),
      { requestId: newRequestId() },
      log,
    )
    return c.json(body, status as 404)
  })
  if (pages) app.get('*', (c) => servePage(c, pages, deps, routeOf))
  app.notFound((c) => c.text('Not found', 404))
  return app

  /** Counts by IP address alone, so that the session need not be looked up. */
  function within(budget: Budget): MiddlewareHandler {
    return async (c, next) => {
      const address = addressOf(c, config)
      const retryAfter = await deps.limits.draw(budget, { memberId: null, address })
      if (retryAfter === null) return next()
      const { status, body } = errorOutcome(budgetRefusal(budget, retryAfter), { requestId: newRequestId() }, log)
      const headers = { 'retry-after': String(retryAfter), 'cache-control': 'no-store' }
      if (isForApps(c.req.path)) return refusedApp(c, status, body, headers)
      return c.req.path.startsWith('/api/')
        ? c.json(body, status as 429, headers)
        : c.text(body.error, status as 429, headers)
    }
  }
}

/**
 * The gate of a members' site (decision 0106): it stands before every address. It lets a member in, and everybody to the
 * addresses that say that they are open. What passes it is not for the caches of others.
 */
function membersOnly(deps: AppDeps & { proxyCheck: ProxyCheck }): MiddlewareHandler {
  const { membersSite, log } = deps
  return async (c, next) => {
    if (membersSite.isPublicForCertain() || !(await membersSite.isForMembers())) return next()
    const { path, method } = c.req
    if (!membersSite.isOpen(method, path) && (await contextOf(c, deps)).session === null) {
      if (!path.startsWith('/api/')) return toSignIn(c)
      const { status, body } = errorOutcome(signInRequired(), { requestId: newRequestId() }, log)
      return c.json(body, status as 401, { 'cache-control': 'no-store' })
    }
    await next()
    const cache = c.res.headers.get('cache-control')
    if (cache?.startsWith('public')) c.header('cache-control', cache.replace('public', 'private'))
  }
}
