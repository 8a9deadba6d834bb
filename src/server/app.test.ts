import { Agent, createServer, request } from 'node:http'
import { Writable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { publicSite } from '#tests/support/public-site.ts'
import { createAnswerCache } from './answer-cache.ts'
import { type AppDeps, createApp } from './app.ts'
import { forCaches } from './changes.ts'
import { readConfig } from './config.ts'
import { CSRF_COOKIE, makeCsrfToken } from './csrf.ts'
import { createHeavyRequests } from './heavy-requests.ts'
import type { App } from './http.ts'
import { closeHttpServer, createHttpServer } from './http.ts'
import { createPageCache } from './page-cache.ts'
import { route } from './routes.ts'
import type { Session } from './session.ts'

const ORIGIN = 'http://localhost:3000'
const MAX_BODY_BYTES = 256 * 1024
const SECRET = 'a secret that is long enough to be one'
const NOW = new Date('2026-11-21T12:00:00Z')

const Thing = z.object({ name: z.string(), size: z.number() })
const listThings = contract(
  { method: 'GET', path: '/api/things' },
  {
    access: 'anyone',
    summary: 'Things',
    query: z.object({ count: z._default(z.coerce.number(), 1) }),
    response: z.object({ things: z.array(Thing) }),
    isPublic: true,
  },
)
const addThing = contract(
  { method: 'POST', path: '/api/things/:shelf' },
  {
    access: 'member',
    summary: 'Add a thing',
    params: z.object({ shelf: z.string().check(z.regex(/^[a-z]+$/, 'Invalid shelf')) }),
    body: z.object({ name: z.string('Name is required').check(z.minLength(2, 'Name is too short')) }),
    response: Thing,
    status: 201,
    signInMessage: 'Please sign in to add things',
  },
)
const removeThings = contract(
  { method: 'DELETE', path: '/api/things' },
  {
    access: 'admin',
    summary: 'Remove all',
    response: NoContent,
    status: 204,
  },
)
const breakThings = contract(
  { method: 'GET', path: '/api/broken' },
  {
    access: 'anyone',
    summary: 'A bug',
    response: Thing,
  },
)

const sessionOf = (role: 'user' | 'admin'): Session => ({
  token: `token-of-${role}`,
  expiresAt: new Date('2027-01-01'),
  email: 'ann@example.org',
  isOnboarded: true,
  isRemembered: true,
  viewer: { id: 'u1' as UserId, role, username: 'ann', displayName: 'Ann', avatarUrl: null },
})

describe('the API', () => {
  let app: App
  let logged: string
  let drawn: string[]
  let wait: number | null

  beforeEach(() => {
    logged = ''
    drawn = []
    wait = null
    const sink = new Writable({
      write(chunk, _encoding, done) {
        logged += chunk
        done()
      },
    })
    const changes = forCaches({ isLive: () => true, subscribe: () => () => {}, close: async () => {} })
    app = createApp({
      membersSite: publicSite,
      changes,
      config: readConfig({ SECRET, BASE_URL: ORIGIN, DATABASE_URL: 'postgresql://nowhere' }),
      log: pino(sink),
      clock: () => NOW,
      sessions: {
        find: async (headers) => {
          const who = /who=(user|admin)/.exec(headers.get('cookie') ?? '')?.[1]
          return who ? sessionOf(who as 'user' | 'admin') : null
        },
        evict: () => {},
        evictMember: () => {},
      },
      limits: {
        giveBack: async () => {},
        drawOfToken: async () => null,
        draw: async (budget, { memberId, address }) => {
          drawn.push(`${budget} ${memberId ?? address}`)
          return wait
        },
      },
      pageCache: createPageCache({ changes, clock: () => NOW }),
      heavy: createHeavyRequests(),
      answers: createAnswerCache({ changes, clock: () => NOW }),
      metrics: null,
      pages: null,
      routes: [
        route(listThings, async ({ query }) => ({
          things: Array.from({ length: query.count }, (_, size) => ({ name: 'a thing', size, secret: 'hash' })),
        })),
        route(addThing, async ({ body, params }) =>
          params.shelf === 'full'
            ? refuse('conflict', 'shelf_full', 'The shelf is full', { body: { room: 0 } })
            : { ...body, size: 1 },
        ),
        route(removeThings, async () => undefined),
        route(breakThings, async () => {
          throw new Error('password=hunter2 broke')
        }),
      ],
    })
  })

  const write = (
    path: string,
    body: unknown,
    who: string | null,
    headers: Record<string, string> = {},
    method = 'POST',
  ) => {
    const token = makeCsrfToken(SECRET, who ? `token-of-${who}` : null, NOW)
    return app.request(ORIGIN + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': token,
        cookie: `${CSRF_COOKIE}=${token}${who ? `; who=${who}` : ''}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  test('a response contains only the keys that the contract names', async () => {
    const response = await app.request(`${ORIGIN}/api/things`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ things: [{ name: 'a thing', size: 0 }] })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a public response carries an ETag and is not sent a second time', async () => {
    const first = await app.request(`${ORIGIN}/api/things`)
    const etag = first.headers.get('etag') as string
    const second = await app.request(`${ORIGIN}/api/things`, { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
  })

  test('long responses are compressed for clients that accept compression', async () => {
    const response = await app.request(`${ORIGIN}/api/things?count=200`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(response.headers.get('content-encoding')).toBe('br')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(JSON.parse(brotliDecompressSync(bytes).toString()).things).toHaveLength(200)
    const plain = await app.request(`${ORIGIN}/api/things?count=200`)
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  test('the API distinguishes visitors, members and admins', async () => {
    const stranger = await write('/api/things/top', { name: 'chair' }, null)
    expect(stranger.status).toBe(401)
    expect(await stranger.json()).toMatchObject({ error: 'Please sign in to add things', code: 'sign_in_required' })
    expect((await write('/api/things/top', { name: 'chair' }, 'user')).status).toBe(201)
    const member = await write('/api/things', {}, 'user', {}, 'DELETE')
    expect(member.status).toBe(403)
    expect(await member.json()).toMatchObject({ error: 'Unauthorized: Admin access required', code: '42501' })
    const admin = await write('/api/things', {}, 'admin', {}, 'DELETE')
    expect(admin.status).toBe(204)
    expect(await admin.text()).toBe('')
  })

  test('invalid input gets 400 with a message and the fields', async () => {
    const short = await write('/api/things/top', { name: 'x' }, 'user')
    expect(short.status).toBe(400)
    expect(await short.json()).toMatchObject({
      error: 'Name is too short',
      code: 'validation_failed',
      details: { name: 'Name is too short' },
    })
    expect(await (await write('/api/things/top', {}, 'user')).json()).toMatchObject({ error: 'Name is required' })
    expect(await (await write('/api/things/T0P', { name: 'chair' }, 'user')).json()).toMatchObject({
      code: 'invalid_id',
    })
    const garbage = await write('/api/things/top', '{"name":', 'user')
    expect(garbage.status).toBe(400)
    expect(await garbage.json()).toMatchObject({
      error: 'Please check your information and try again.',
      code: 'validation_failed',
      details: { body: 'The request body is not valid JSON' },
    })
    for (const odd of ['null', '[]', '"text"', '1'])
      expect((await write('/api/things/top', odd, 'user')).status).toBe(400)
  })

  test('text that PostgreSQL cannot store is refused in every part of the request', async () => {
    for (const name of ['a\0b', 'a\ud800b', 'ab\udc00']) {
      const refused = await write('/api/things/top', { name }, 'user')
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({
        code: 'validation_failed',
        details: { name: 'The text contains characters that cannot be stored' },
      })
    }
    expect((await write('/api/things/top', { name: '🎮 ゼルダ' }, 'user')).status).toBe(201)
    // Keys that the contract does not name are not checked.
    expect((await write('/api/things/top', { name: 'chair', other: '\0' }, 'user')).status).toBe(201)
  })

  test('a refusal is sent with its status, code and documented keys', async () => {
    const response = await write('/api/things/full', { name: 'chair' }, 'user')
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ error: 'The shelf is full', code: 'shelf_full', room: 0 })
  })

  test('a bug is logged with its request id and the response reveals nothing', async () => {
    const response = await app.request(`${ORIGIN}/api/broken`)
    expect(response.status).toBe(500)
    const body = (await response.json()) as { error: string; requestId: string }
    expect(body.error).toBe('Something went wrong.')
    expect(JSON.stringify(body)).not.toContain('hunter2')
    expect(logged).toContain(body.requestId)
  })

  test('a write with a missing or wrong token, or from another site, is refused before anything else', async () => {
    const refused = [
      await write('/api/things/top', { name: 'chair' }, 'user', { 'x-csrf-token': 'x.1.y' }),
      await write('/api/things/top', { name: 'chair' }, 'user', { origin: 'https://evil.example' }),
      await write('/api/things/top', { name: 'chair' }, 'user', { 'sec-fetch-site': 'cross-site' }),
      await write('/api/things/top', { name: 'chair' }, 'user', { cookie: 'who=user' }),
    ]
    for (const response of refused) {
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: 'Invalid or missing security token', code: 'csrf_invalid' })
    }
    expect(drawn).toEqual([])
  })

  test('budgets are counted per member, else per address, and an exhausted budget states the wait', async () => {
    await app.request(`${ORIGIN}/api/things`)
    await write('/api/things/top', { name: 'chair' }, 'user')
    expect(drawn).toEqual(['read 127.0.0.1', 'write u1'])
    wait = 42
    const response = await app.request(`${ORIGIN}/api/things`)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('42')
    expect(await response.json()).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 42 })
  })

  test('unknown addresses have budgets per IP address, with or without a session', async () => {
    const addresses = [
      '/api/openapi.json',
      '/api/nothing',
      '/api/image',
      '/covers/x.svg',
      '/avatars/x',
      '/api/imports/x/report.csv',
      '/feeds/x/reviews.atom',
      '/sitemap.xml',
      '/sitemaps/games-1.xml',
      '/robots.txt',
      '/auth/callback',
    ]
    const headers = { cookie: 'who=user' }
    for (const path of addresses) await app.request(ORIGIN + path, { headers })
    const at = (budget: string) => `${budget} 127.0.0.1`
    expect(drawn).toEqual(
      // Without the feature that answers it, such an address under /api is then a read of nothing.
      [
        ...['read', 'read', 'image', 'read', 'image', 'image', 'export', 'read'],
        ...['read', 'read', 'read', 'read', 'callback'],
      ].map(at),
    )
    wait = 42
    for (const path of addresses) {
      const refused = await app.request(ORIGIN + path, { headers })
      expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 429, '42'])
    }
  })

  test('a body over the limit gets 413 and an unknown address 404, both with the documented body', async () => {
    const large = await write('/api/things/top', { name: 'x'.repeat(MAX_BODY_BYTES) }, 'user')
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ code: 'body_too_large' })
    const missing = await app.request(`${ORIGIN}/api/nothing`)
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ error: 'Not found', code: 'not_found' })
    expect((await app.request(`${ORIGIN}/metrics`)).status).toBe(404)
  })

  test('a known address with another method gets 405 and lists the allowed methods', async () => {
    const wrong = await write('/api/broken', {}, 'user')
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET')
    expect(await wrong.json()).toMatchObject({
      error: 'This address answers to GET, not to POST',
      code: 'method_not_allowed',
      requestId: expect.any(String),
    })
    expect((await app.request(`${ORIGIN}/api/things`, { method: 'PUT' })).headers.get('allow')).toBe('GET, DELETE')
  })

  test('the OpenAPI document names every endpoint with its parameters, body and response', async () => {
    const document = (await (await app.request(`${ORIGIN}/api/openapi.json`)).json()) as {
      openapi: string
      paths: Record<string, Record<string, { parameters: { name: string; in: string }[]; requestBody?: unknown }>>
    }
    expect(document.openapi).toMatch(/^3\.1/)
    expect(Object.keys(document.paths)).toEqual(['/api/things', '/api/things/{shelf}', '/api/broken'])
    const add = document.paths['/api/things/{shelf}']?.post
    expect(add?.parameters).toMatchObject([{ name: 'shelf', in: 'path' }])
    expect(JSON.stringify(add?.requestBody)).toContain('"name"')
    expect(document.paths['/api/things']?.get?.parameters).toMatchObject([{ name: 'count', in: 'query' }])
  })
})

describe('the HTTP server', () => {
  test('finishes open requests before it closes and accepts no new ones', async () => {
    let finish = () => {}
    const server = createServer((_request, response) => {
      finish = () => response.end('done')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const answer = fetch(`http://127.0.0.1:${port}/`)
    await new Promise((resolve) => server.once('request', resolve))
    const closed = closeHttpServer(server, 5000)
    finish()
    expect(await (await answer).text()).toBe('done')
    await closed
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  })

  /** These tests use real connections, because they test how Node transfers a body. */
  async function serve(changed: Partial<AppDeps> = {}) {
    const changes = forCaches({ isLive: () => true, subscribe: () => () => {}, close: async () => {} })
    const pageCache = createPageCache({ changes, clock: () => NOW })
    const app = createApp({
      membersSite: publicSite,
      changes,
      config: readConfig({ SECRET, BASE_URL: ORIGIN }),
      log: pino({ level: 'silent' }),
      clock: () => NOW,
      pageCache,
      heavy: createHeavyRequests(),
      answers: createAnswerCache({ changes, clock: () => NOW }),
      pages: null,
      routes: [
        route(removeThings, async () => undefined),
        route(addThing, async ({ body }) => ({ ...body, size: body.name.length })),
      ],
      sessions: { find: async () => sessionOf('admin'), evict: () => {}, evictMember: () => {} },
      limits: { draw: async () => null, giveBack: async () => {}, drawOfToken: async () => null },
      metrics: null,
      ...changed,
    })
    const server = createHttpServer({ app, files: new Map(), pageCache, membersSite: publicSite, isTls: false })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    return { server, port }
  }

  test('a response over a socket is complete: length, encoding, headers, and no body for HEAD', async () => {
    const things = Array.from({ length: 200 }, (_, size) => ({ name: 'a thing', size }))
    const { server, port } = await serve({
      routes: [route(listThings, async () => ({ things }))],
      sessions: { find: async () => null, evict: () => {}, evictMember: () => {} },
    })
    const address = `http://127.0.0.1:${port}/api/things?count=200`
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
    const text = await plain.text()
    expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(text))
    expect(JSON.parse(text).things).toHaveLength(200)
    const small = await fetch(address, { headers: { 'accept-encoding': 'br;q=0, gzip' } })
    expect(small.headers.get('content-encoding')).toBe('gzip')
    expect(await small.text()).toBe(text)
    expect(small.headers.get('x-request-id')).toBeTruthy()
    expect(small.headers.get('vary')).toContain('accept-encoding')
    const head = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(text))
    await closeHttpServer(server, 1000)
  })

  /** Sends a write in chunks, and thus without a content length. Returns the status and the body. */
  function sendInPieces(port: number, method: string, path: string, pieces: readonly string[], agent: Agent) {
    const token = makeCsrfToken(SECRET, 'token-of-admin', NOW)
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const headers = {
        'transfer-encoding': 'chunked',
        'x-csrf-token': token,
        cookie: `${CSRF_COOKIE}=${token}`,
      }
      const sent = request({ port, method, path, headers, agent }, async (answer) => {
        resolve({ status: answer.statusCode, text: (await answer.toArray()).join('') })
      })
      sent.on('error', reject)
      for (const piece of pieces) sent.write(piece)
      sent.end()
    })
  }

  test('a chunked body is read like any other, within the same limit', async () => {
    const { server, port } = await serve()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (method: string, path: string, pieces: readonly string[]) =>
      sendInPieces(port, method, path, pieces, agent)
    expect(await send('POST', '/api/things/top', ['{"name":', '"chair"}'])).toEqual({
      status: 201,
      text: '{"name":"chair","size":5}',
    })
    expect(await send('DELETE', '/api/things', ['{}'])).toEqual({ status: 204, text: '' })
    const large = ['{"name":"', 'x'.repeat(MAX_BODY_BYTES), '"}']
    for (const [method, path] of [
      ['POST', '/api/things/top'],
      ['DELETE', '/api/things'],
    ] as const) {
      expect((await send(method, path, large)).status).toBe(413)
      // The refused body does not disturb the next request.
      expect((await send('POST', '/api/things/top', ['{"name":"table"}'])).status).toBe(201)
    }
    agent.destroy()
    await closeHttpServer(server, 1000)
  })

  test('a DELETE as browsers send it, without a body and a content length, is handled', async () => {
    const { server, port } = await serve()
    const answer = await fetch(`http://127.0.0.1:${port}/api/things`, { method: 'DELETE' })
    // The request had no token, so it was refused after it had been parsed.
    expect(((await answer.json()) as { code: string }).code).toBe('csrf_invalid')
    await closeHttpServer(server, 1000)
  })

  test('files are served precompressed, immutable under their hashed name, with the security headers', async () => {
    const changes = forCaches({ isLive: () => true, subscribe: () => () => {}, close: async () => {} })
    const file = {
      type: 'text/javascript',
      etag: '"e"',
      isImmutable: true,
      identity: Buffer.from('plain'),
      brotli: Buffer.from('small'),
      gzip: null,
    }
    const { Hono } = await import('hono')
    const server = createHttpServer({
      app: new Hono() as unknown as App,
      files: new Map([['/assets/a.js', file]]),
      pageCache: createPageCache({ changes, clock: () => NOW }),
      membersSite: publicSite,
      isTls: true,
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const get = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/assets/a.js?v=1`, { headers })
    const plain = await get({ 'accept-encoding': 'identity' })
    expect(await plain.text()).toBe('plain')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(plain.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
    expect(plain.headers.get('strict-transport-security')).not.toBeNull()
    expect((await get({ 'if-none-match': '"e"' })).status).toBe(304)
    await closeHttpServer(server, 1000)
  })
})
