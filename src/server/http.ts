import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { hasSeveralHosts, isBadlyEncoded, sendBadAddress } from './bad-address.ts'
import { type BrowserFiles, isShareable } from './browser-files.ts'
import { drainBody } from './drain-body.ts'
import { encodingOf, SMALLEST } from './encoding.ts'
import { EMBEDDABLE_POLICY, HSTS, isEmbeddable, policyOf, SECURITY_HEADERS } from './headers.ts'
import { countRequest } from './long-work.ts'
import type { MembersSite } from './members-site.ts'
import type { CachedPage, PageCache, PageEncoding } from './page-cache.ts'
import { hasSessionCookie } from './session.ts'
import type { StaticFile } from './static-files.ts'
import type { Traces } from './traces/traces.ts'

export type App = Hono<{ Bindings: HttpBindings }>

/**
 * Creates the HTTP server. It serves files and cached pages directly from memory, before any routing; the app handles
 * everything else.
 */
export function createHttpServer(deps: {
  app: App
  files: ReadonlyMap<string, StaticFile>
  /** The files of other versions. */
  otherFiles?: Pick<BrowserFiles, 'find'>
  pageCache: PageCache
  membersSite: Pick<MembersSite, 'isPublicForCertain'>
  isTls: boolean
  /** The node has got the signal to stop: answers then end their connections, so that the proxy opens new ones elsewhere. */
  isStopping?: () => boolean
  /** Vite's hot reload needs a socket and inline styles, which the policy forbids. */
  isDevelopment?: boolean
  /** Null or absent: requests leave no traces. */
  traces?: Traces | null
}): Server {
  const listener = getRequestListener((request, bindings) => deps.app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    // Node would cut the connection half a second after an early response; `drainBody` allows more time.
    autoCleanupIncoming: false,
  })
  const always = [...SECURITY_HEADERS, ...(deps.isTls ? [HSTS] : [])].filter(
    ([name]) => !(deps.isDevelopment && name === 'content-security-policy'),
  )
  const { traces = null } = deps
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of always) response.setHeader(name, value)
    if (deps.isStopping?.()) response.setHeader('connection', 'close')
    const address = request.url ?? '/'
    const path = withoutQuery(address)
    if (isEmbeddable(path)) response.setHeader(...EMBEDDABLE_POLICY)
    if (isBadlyEncoded(path) || hasSeveralHosts(request)) return sendBadAddress(request, response, path)
    if (request.method === 'GET' || request.method === 'HEAD') {
      const file = deps.files.get(path)
      if (file) return sendFile(request, response, file)
      if (deps.otherFiles && isShareable(path)) return void sendOther(request, response, path)
      if (!hasSessionCookie(request.headers.cookie) && deps.membersSite.isPublicForCertain()) {
        const page = deps.pageCache.byAddress(address)
        if (page) return sendPage(request, response, page)
      }
    } else drainBody(request, response)
    answer(request, response)
  }
  function answer(request: IncomingMessage, response: ServerResponse): void {
    countRequest()
    void listener(request, response)
  }
  /** Sends a file of another version. Without a database, or if nobody knows it, the app answers. */
  async function sendOther(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const file = await deps.otherFiles?.find(path).catch(() => undefined)
    if (file) sendFile(request, response, file)
    else answer(request, response)
  }
  const server = createServer(
    traces ? (request, response) => traces.request(request, response, () => handle(request, response)) : handle,
  )
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 70_000
  return server
}

/** Stops accepting, lets open requests finish for at most `graceMs`, then cuts the rest. */
export function closeHttpServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    // A keep-alive connection becomes idle only after its response, so idle connections are closed repeatedly.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
  })
}

function withoutQuery(address: string): string {
  const at = address.indexOf('?')
  return at === -1 ? address : address.slice(0, at)
}

interface Forms {
  etag: string
  lastModified?: string | null
  identity: Buffer
  /** Null for bytes that are sent as they are, such as a picture. */
  compressed: ((encoding: PageEncoding) => Buffer) | null
}

function send(request: IncomingMessage, response: ServerResponse, forms: Forms, status: number): void {
  response.setHeader('etag', forms.etag)
  response.setHeader('vary', 'accept-encoding, cookie')
  if (forms.lastModified) response.setHeader('last-modified', forms.lastModified)
  if (isUnchanged(request, forms)) {
    response.writeHead(304).end()
    return
  }
  const encoding = forms.compressed && encodingOf(request.headers['accept-encoding'], SMALLEST)
  const bytes = forms.compressed && encoding ? forms.compressed(encoding) : forms.identity
  if (encoding) response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', bytes.length)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/**
 * Returns whether the client has this version. The ETag decides if the client sends one (RFC 9110). Otherwise the dates
 * must be equal, because a deleted part leaves an earlier date.
 */
function isUnchanged({ headers }: IncomingMessage, { etag, lastModified }: Forms): boolean {
  const etags = headers['if-none-match']
  if (etags !== undefined) return etags.includes(etag)
  return Boolean(lastModified) && headers['if-modified-since'] === lastModified
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  response.setHeader('content-type', file.type)
  response.setHeader('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
  const { brotli, gzip } = file
  // A text file has both encodings or none.
  const compressed = brotli && gzip ? (encoding: PageEncoding) => (encoding === 'br' ? brotli : gzip) : null
  send(request, response, { etag: file.etag, identity: file.identity, compressed }, 200)
}

// Shared caches may store it but must revalidate each time; the ETag makes that cheap.
export const FRESH = { 'cache-control': 'public, max-age=0, must-revalidate' }
/** The headers of a stale page, sent while the database does not respond. */
export const STALE = {
  'cache-control': 'public, max-age=10',
  'x-cache': 'stale',
  warning: '110 - "Response is Stale"',
}

/** The app also uses this for a page that has just been rendered. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  headers: Record<string, string> = FRESH,
): void {
  response.setHeader('content-type', page.type)
  if (page.inline) response.setHeader(...policyOf(page.inline))
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  send(request, response, page, page.status)
}
