import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { APP_VERSION_TEXT } from '#db/app-version.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { TOO_MANY_ATTEMPTS } from '#shared/sentences.ts'
import { compressed } from './answer.ts'
import { sharersOf } from './answer-cache.ts'
import type { AppDeps } from './app.ts'
import type { Config } from './config.ts'
import { callerOf } from './guard.ts'
import { type InlineHashes, policyOf } from './headers.ts'
import { STALE, sendPage } from './http.ts'
import { signInRequired } from './members-site.ts'
import { type CachedPage, HTML } from './page-cache.ts'
import { plainPage } from './plain-page.ts'
import type { ProxyCheck } from './proxy-check.ts'
import { contextOf } from './requests.ts'
import {
  databaseFailureOfAnswer,
  dispatch,
  failedOutcome,
  fillDefaults,
  type Outcome,
  type RequestContext,
  type Route,
} from './routes.ts'
import { hasSessionCookie, type Viewer } from './session.ts'
import type { Tag } from './tags.ts'

/** Calls the API without HTTP, with the session of the page that is being rendered. */
export type InProcessCall = (
  method: string,
  path: string,
  input: { params: Record<string, string>; query: Record<string, unknown>; body: unknown },
) => Promise<Outcome>

/** Pieces that follow one another: a page for one reader is encoded piece by piece, because joining them copies all of it. */
interface PageInPieces {
  status: number
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
    /** The version of this node. */
    version?: string
    demo: Config['demo']
    credits: readonly ('igdb' | 'rawg')[]
    origin: string
    now: Date
    /** A members' site: a visitor sees only the way in. */
    isForMembers?: boolean
    /** Visitors share the page. */
    isShared: boolean
  }) => Promise<PageInPieces>
}

type PageDeps = Pick<
  AppDeps,
  'config' | 'log' | 'clock' | 'sessions' | 'limits' | 'pageCache' | 'answers' | 'metrics' | 'membersSite'
> & {
  proxyCheck: ProxyCheck
}

export const UNAVAILABLE = { 'cache-control': 'no-store', 'retry-after': '5' }

function frameOf(url: URL, { config, clock }: Pick<PageDeps, 'config' | 'clock'>) {
  return {
    url,
    productName: config.productName,
    version: APP_VERSION_TEXT,
    demo: config.demo,
    credits: config.rawg === null ? (['igdb'] as const) : (['igdb', 'rawg'] as const),
    // The origin must not come from the request: the Host header of one visitor would appear in the cached page that
    // all others get.
    origin: config.baseUrl ?? '',
    now: clock(),
  }
}

/** Renders the error page for a database that is unavailable, so that not even the session could be looked up. */
export async function renderUnavailable(
  url: URL,
  pages: PageRenderer,
  answer: Pick<Outcome, 'status' | 'body'>,
  deps: Pick<PageDeps, 'config' | 'clock'>,
): Promise<PageInPieces> {
  const call = async () => ({ ...answer, headers: new Headers(), tags: [] })
  const rendered = await pages.render({ ...frameOf(url, deps), call, viewer: null, isShared: false }).catch(() => null)
  const html = rendered?.html.length
    ? rendered.html
    : [lastResort(deps.config.productName, (answer.body as ErrorBody).requestId)]
  return { status: 503, html, location: null, ...(rendered?.inline && { inline: rendered.inline }) }
}

/** What the answers to the calls of a page mean for the page. */
interface Answered {
  tags: Set<Tag>
  /** Of a session that was renewed meanwhile: they are sent with the page. */
  cookies: string[]
  /** Something could not be read, so nothing caches the page. */
  isIncomplete: boolean
  /** The answer that says that the database is unavailable. */
  unavailable: Outcome | null
}

/** Returns the calls of a page that is being rendered for this request. They note in `answered` what they mean for it. */
const callsOf =
  (
    request: RequestContext,
    routes: ReadonlyMap<string, Route>,
    deps: PageDeps & { isForMembers: boolean },
    answered: Answered,
  ): InProcessCall =>
  async (method, path, input) => {
    const route = routes.get(`${method} ${path}`)
    if (!route) throw new Error(`No such endpoint: ${method} ${path}`)
    if (deps.isForMembers && request.session === null && !route.endpoint.beforeSignIn)
      return failedOutcome(signInRequired(), { requestId: request.requestId }, deps.log)
    const wanted = await fillDefaults(route, input, request)
    const answer = () => dispatch(route, wanted, request, deps.log)
    const sharers = sharersOf(route, wanted, request)
    const outcome = sharers ? await deps.answers.serve(route, wanted, sharers, answer) : await answer()
    for (const tag of outcome.tags) answered.tags.add(tag)
    const failure = databaseFailureOfAnswer(outcome)
    if (failure || outcome.isPartial) answered.isIncomplete = true
    if (failure === 'away') answered.unavailable = outcome
    answered.cookies.push(...outcome.headers.getSetCookie())
    return outcome
  }

/** Renders a page for one reader, or serves the page that all visitors share from the page cache. */
export async function servePage(c: Context, pages: PageRenderer, deps: PageDeps, routes: ReadonlyMap<string, Route>) {
  const began = performance.now()
  const request = await contextOf(c, deps)
  const url = new URL(c.req.url)
  const answered: Answered = { tags: new Set(), cookies: [], isIncomplete: false, unavailable: null }
  const isForMembers = await deps.membersSite.isForMembers()
  const call = callsOf(request, routes, { ...deps, isForMembers }, answered)
  const key = isForMembers || hasSessionCookie(c.req.header('cookie')) ? null : pages.keyOf(url)
  const render = async () => {
    const viewer = request.session?.viewer ?? null
    const frame = { ...frameOf(url, deps), isForMembers }
    const rendered = await pages.render({ ...frame, call, viewer, isShared: key !== null })
    const { unavailable } = answered
    // If the data of the page could not be read, render the error page, even though the frame was rendered.
    return unavailable && rendered.location === null ? renderUnavailable(url, pages, unavailable, deps) : rendered
  }
  const measure = ({ status }: { status: number }) =>
    deps.metrics?.answered('page', 'GET', status, (performance.now() - began) / 1000)
  // Pages that the fast path serves from the cache use no budget. A page that may have to be rendered counts as a read.
  const retryAfter = await deps.limits.draw('read', callerOf(request))
  if (retryAfter !== null) return c.text(TOO_MANY_ATTEMPTS, 429, { 'retry-after': String(retryAfter) })
  if (key === null) {
    const rendered = await render()
    measure(rendered)
    return sendOwn(c, rendered, answered.cookies)
  }
  const made = await deps.pageCache.serve(key, url.pathname + url.search, async () => {
    const { html, ...rendered } = await render()
    return { ...rendered, text: html.join(''), tags: [...answered.tags], isIncomplete: answered.isIncomplete }
  })
  const stale = made.isIncomplete ? deps.pageCache.stale(key) : null
  const page = stale ?? made
  measure(page)
  if (page.location !== null) return c.redirect(page.location, page.status as 302)
  return sendCached(c, page, stale ? STALE : page.status === 503 ? UNAVAILABLE : undefined)
}

/** Sends a page that was rendered for one reader. */
function sendOwn(c: Context, { status, html, location, inline }: PageInPieces, cookies: readonly string[]) {
  const headers = new Headers({ 'content-type': HTML, 'cache-control': 'private, no-store' })
  if (inline) headers.set(...policyOf(inline))
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (status === 503) for (const [name, value] of Object.entries(UNAVAILABLE)) headers.set(name, value)
  if (location === null) return compressed(c, html, status, headers)
  headers.set('location', location)
  return new Response(null, { status, headers })
}

/** Sends a cached page or document: directly to the socket where there is one, otherwise as a `Response`. */
export function sendCached(c: Context, page: CachedPage, headers?: Record<string, string>): Response {
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

/** Shown when a page cannot be rendered. It has no scripts, so that nothing else can fail. */
export const lastResort = (productName: string, requestId: string): string =>
  plainPage({
    title: `Something went wrong · ${productName}`,
    body: `<h1>Something went wrong</h1><p>The page could not be made. Your data is safe. <a href="">Try again</a>, or go to <a href="/">the start page</a>.</p><p><small>Request ${requestId}</small></p>`,
  })
