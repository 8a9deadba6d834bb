import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Budget } from '#shared/contract.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { Refusal } from '#shared/refusal.ts'
import { TOO_MANY_ATTEMPTS } from '#shared/sentences.ts'
import { answer, compressed, privateAnswer, publicAnswer } from './answer.ts'
import { type AnswerCache, sharersOf } from './answer-cache.ts'
import type { CacheChanges } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Addresses } from './feature.ts'
import { BUDGETS_OF_ADDRESSES, callerOf, guard } from './guard.ts'
import { type InlineHashes, policyOf } from './headers.ts'
import { type App, STALE, sendPage } from './http.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { type CachedPage, HTML, type PageCache } from './page-cache.ts'
import { budgetRefusal, type RateLimits } from './rate-limit.ts'
import { addressOf, contextOf, isOfPath, runRoute } from './requests.ts'
import {
  databaseFailureOfAnswer,
  dispatch,
  errorOutcome,
  fillDefaults,
  newRequestId,
  type Outcome,
  type Route,
} from './routes.ts'
import { wrongMethod } from './server.texts.ts'
import { hasSessionCookie, type Sessions, type Viewer } from './session.ts'
import type { Tag } from './tags.ts'
import type { TokenSource } from './token-access.ts'
import { registerTokenApi } from './token-api.ts'

const UNAVAILABLE = { 'cache-control': 'no-store', 'retry-after': '5' }

/** Calls the API without HTTP, with the session of the page that is being rendered. */
export type InProcessCall = (
  method: string,
  path: string,
  input: { params: Record<string, string>; query: Record<string, unknown>; body: unknown },
) => Promise<Outcome>

export interface RenderedPage {
  status: number
  /** In pieces, one after the other: a page for one reader is encoded piece by piece, because joining them copies all of it. */
  html: readonly string[]
  location: string | null
  inline?: InlineHashes
}

export interface PageRenderer {
  /** Returns the page's key in the cache (path and canonical search), or null for a page that must not be cached. */
  keyOf: (url: URL) => string | null
  render: (input: {
    url: URL
    call: InProcessCall
    viewer: Viewer | null
    productName: string
    demo: Config['demo']
    credits: readonly ('igdb' | 'rawg')[]
    origin: string
    now: Date
    /** Visitors share the page. */
    isShared: boolean
  }) => Promise<RenderedPage>
}

export interface AppDeps {
  config: Config
  log: Log
  clock: Clock
  sessions: Sessions
  changes: Pick<CacheChanges, 'hearing'>
  /** Without it no access token is valid. */
  tokens?: TokenSource
  limits: RateLimits
  pageCache: PageCache
  answers: AnswerCache
  metrics: Metrics | null
  routes: readonly Route[]
  /** Null where only the API is needed, as in route tests. */
  pages: PageRenderer | null
  /** Registers responses other than JSON (images, callbacks, feeds). They are registered before the pages. */
  extra?: Addresses
}

export function createApp(deps: AppDeps): App {
  const { config, log, clock } = deps
  const app: App = new Hono<{ Bindings: HttpBindings }>()
  const routeOf = new Map(deps.routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]))
  let openApi: string | null = null

  app.onError(async (error, c) => {
    const { status, body } = errorOutcome(error, newRequestId(), log)
    if (body.retryAfter !== undefined) c.header('retry-after', String(body.retryAfter))
    if (c.req.path.startsWith('/api/')) return c.json(body, status as 500)
    if (pages && databaseFailureOfAnswer({ status, body })) {
      const { html } = await renderAway(new URL(c.req.url), pages, { status, body })
      return c.html(html.join(''), 503, UNAVAILABLE)
    }
    return c.html(lastResort(config.productName, body.requestId), status as 500)
  })

  // A literal path such as `/api/profiles/suggestions` is matched before `/api/profiles/:id`, whatever the order of the
  // features.
  const literalFirst = deps.routes.toSorted((a, b) => (patternOf(a) < patternOf(b) ? -1 : 1))
  registerTokenApi(app, literalFirst, deps)
  for (const route of literalFirst) {
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
        await deps.limits.giveBack(endpoint.budget, callerOf(request), performance.now() - drawn)
      deps.metrics?.answered(endpoint.path, endpoint.method, outcome.status, (performance.now() - began) / 1000)
      return answer(c, outcome, request.requestId)
    })
  }

  for (const [path, budget] of BUDGETS_OF_ADDRESSES) app.use(path, within(budget))
  app.get('/api/openapi.json', (c) => {
    openApi ??= JSON.stringify(openApiDocument(deps.routes, config.productName))
    return c.body(openApi, 200, { 'content-type': 'application/json' })
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
    const { status, body } = errorOutcome(new Refusal('not_found', 'not_found', 'Not found'), newRequestId(), log)
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
      const { status, body } = errorOutcome(budgetRefusal(budget, retryAfter), newRequestId(), log)
      const headers = { 'retry-after': String(retryAfter), 'cache-control': 'no-store' }
      return c.req.path.startsWith('/api/')
        ? c.json(body, status as 429, headers)
        : c.text(body.error, status as 429, headers)
    }
  }

  function frameOf(url: URL) {
    return {
      url,
      productName: config.productName,
      demo: config.demo,
      credits: config.rawg === null ? (['igdb'] as const) : (['igdb', 'rawg'] as const),
      // The origin must not come from the request: the Host header of one visitor would appear in the cached page that
      // all others get.
      origin: config.baseUrl ?? '',
      now: clock(),
    }
  }

  /** Renders the error page for a database that is unavailable, so that not even the session could be looked up. */
  async function renderAway(
    url: URL,
    pages: PageRenderer,
    answer: Pick<Outcome, 'status' | 'body'>,
  ): Promise<RenderedPage> {
    const call = async () => ({ ...answer, headers: new Headers(), tags: [] })
    const rendered = await pages.render({ ...frameOf(url), call, viewer: null, isShared: false }).catch(() => null)
    const html = rendered?.html.length
      ? rendered.html
      : [lastResort(config.productName, (answer.body as ErrorBody).requestId)]
    return { status: 503, html, location: null, ...(rendered?.inline && { inline: rendered.inline }) }
  }

  async function servePage(c: Context, pages: PageRenderer, deps: AppDeps, routes: Map<string, Route>) {
    const began = performance.now()
    const request = await contextOf(c, deps)
    const url = new URL(c.req.url)
    const tags = new Set<Tag>()
    let isIncomplete = false
    let away: Outcome | null = null
    // If the session is renewed during the rendering, its cookies are sent with the page.
    const cookies: string[] = []
    const call: InProcessCall = async (method, path, input) => {
      const route = routes.get(`${method} ${path}`)
      if (!route) throw new Error(`No such endpoint: ${method} ${path}`)
      const wanted = await fillDefaults(route, input, request)
      const answered = () => dispatch(route, wanted, request, log)
      const sharers = sharersOf(route, wanted, request)
      const outcome = sharers ? await deps.answers.serve(route, wanted, sharers, answered) : await answered()
      for (const tag of outcome.tags) tags.add(tag)
      const lack = databaseFailureOfAnswer(outcome)
      if (lack || outcome.isPartial) isIncomplete = true
      if (lack === 'away') away = outcome
      cookies.push(...outcome.headers.getSetCookie())
      return outcome
    }
    const key = hasSessionCookie(c.req.header('cookie')) ? null : pages.keyOf(url)
    const render = async () => {
      const viewer = request.session?.viewer ?? null
      const rendered = await pages.render({ ...frameOf(url), call, viewer, isShared: key !== null })
      // If the data of the page could not be read, render the error page, even though the frame was rendered.
      return away && rendered.location === null ? renderAway(url, pages, away) : rendered
    }
    // Pages that the fast path serves from the cache use no budget. A page that may have to be rendered counts as a read.
    const retryAfter = await deps.limits.draw('read', callerOf(request))
    if (retryAfter !== null) return c.text(TOO_MANY_ATTEMPTS, 429, { 'retry-after': String(retryAfter) })
    if (key !== null) {
      const made = await deps.pageCache.serve(key, url.pathname + url.search, async () => {
        const { html, ...rendered } = await render()
        return { ...rendered, text: html.join(''), tags: [...tags], isIncomplete }
      })
      const stale = made.isIncomplete ? deps.pageCache.stale(key) : null
      const page = stale ?? made
      deps.metrics?.answered('page', 'GET', page.status, (performance.now() - began) / 1000)
      if (page.location !== null) return c.redirect(page.location, page.status as 302)
      return sendCached(c, page, stale ? STALE : page.status === 503 ? UNAVAILABLE : undefined)
    }
    const rendered = await render()
    deps.metrics?.answered('page', 'GET', rendered.status, (performance.now() - began) / 1000)
    const headers = new Headers({ 'content-type': HTML, 'cache-control': 'private, no-store' })
    if (rendered.inline) headers.set(...policyOf(rendered.inline))
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    if (rendered.status === 503) for (const [name, value] of Object.entries(UNAVAILABLE)) headers.set(name, value)
    if (rendered.location !== null) {
      headers.set('location', rendered.location)
      return new Response(null, { status: rendered.status, headers })
    }
    return compressed(c, rendered.html, rendered.status, headers)
  }
}

/** Sends a cached page or document: directly to the socket where there is one, otherwise as a `Response`. */
function sendCached(c: Context, page: CachedPage, headers?: Record<string, string>): Response {
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  if (!incoming || !outgoing)
    return c.body(new Uint8Array(page.identity), page.status as 200, {
      'content-type': page.type,
      ...(page.inline && Object.fromEntries([policyOf(page.inline)])),
      ...headers,
    })
  sendPage(incoming, outgoing, page, headers)
  return RESPONSE_ALREADY_SENT
}

/** `~` sorts a parameter after every literal segment that it would match. */
const patternOf = ({ endpoint }: Route) => endpoint.path.replace(/:\w+/g, '~')

/** Shown when a page cannot be rendered. It has no styles and no scripts, so that nothing else can fail. */
function lastResort(productName: string, requestId: string): string {
  const title = `Something went wrong · ${productName.replace(/[&<>]/g, '')}`
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>Something went wrong</h1><p>The page could not be made. Your data is safe. <a href="">Try again</a>, or go to <a href="/">the start page</a>.</p><p><small>Request ${requestId}</small></p></html>`
}
