import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { publicSite } from '#tests/support/public-site.ts'
import { createAnswerCache } from './answer-cache.ts'
import { type AppDeps, createApp } from './app.ts'
import { forCaches } from './changes.ts'
import { readConfig } from './config.ts'
import { readCookie } from './cookies.ts'
import { createHeavyRequests } from './heavy-requests.ts'
import { closeHttpServer, createHttpServer } from './http.ts'
import { createPageCache } from './page-cache.ts'
import { SESSION_COOKIE, type Session } from './session.ts'

// Visitors share pages; members never get one of these, and their own pages are never shared.

const SECRET = 'a secret that is long enough to be one'
const NOW = new Date('2026-11-21T12:00:00Z')
const COOKIE = `${SESSION_COOKIE}=token`

const session: Session = {
  token: 'token',
  expiresAt: new Date('2027-01-01'),
  email: 'ann@example.org',
  isOnboarded: true,
  isRemembered: true,
  viewer: { id: 'u1' as UserId, role: 'user', username: 'ann', displayName: 'Ann', avatarUrl: null },
}

let server: Server
let rendered: string[]
let wait: number | null

async function serve(changed: Partial<AppDeps> = {}): Promise<void> {
  const changes = forCaches({ isLive: () => true, subscribe: () => () => {}, close: async () => {} })
  const pageCache = createPageCache({ changes, clock: () => NOW })
  const app = createApp({
    membersSite: publicSite,
    changes,
    config: readConfig({ SECRET, BASE_URL: 'http://localhost:3000' }),
    log: pino({ level: 'silent' }),
    clock: () => NOW,
    pageCache,
    heavy: createHeavyRequests(),
    answers: createAnswerCache({ changes, clock: () => NOW }),
    pages: {
      keyOf: (url) => url.pathname,
      render: async ({ viewer, url }) => {
        const html = `${url.pathname} for ${viewer?.displayName ?? 'visitors'}`
        rendered.push(html)
        return { status: 200, html: [html], location: null }
      },
    },
    routes: [],
    sessions: {
      find: async (headers) => (readCookie(headers.get('cookie'), SESSION_COOKIE) === 'token' ? session : null),
      evict: () => {},
      evictMember: () => {},
    },
    limits: { draw: async () => wait, giveBack: async () => {}, drawOfToken: async () => null },
    metrics: null,
    ...changed,
  })
  server = createHttpServer({ app, files: new Map(), pageCache, membersSite: publicSite, isTls: false })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

/** Sends the Host header, too, which `fetch` does not. */
function get(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number | undefined; text: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      request({ port, path, headers, agent: false }, async (answer) => {
        resolve({ status: answer.statusCode, text: (await answer.toArray()).join(''), headers: answer.headers })
      })
        .on('error', reject)
        .end()
    },
  )
}
const textOf = async (path: string, cookie?: string) => (await get(path, cookie ? { cookie } : {})).text

beforeEach(() => {
  rendered = []
  wait = null
})
afterEach(() => closeHttpServer(server, 1000))

test('a member gets their own page where visitors share a cached one, and it is stored nowhere', async () => {
  await serve()
  expect([await textOf('/games'), await textOf('/games')]).toEqual(['/games for visitors', '/games for visitors'])
  expect(rendered).toHaveLength(1)
  const own = await get('/games', { cookie: `theme=dark; ${COOKIE}` })
  expect([own.text, own.headers['cache-control']]).toEqual(['/games for Ann', 'private, no-store'])
})

test('a page that was first rendered for a member is not shared with visitors', async () => {
  await serve()
  expect(await textOf('/games', COOKIE)).toBe('/games for Ann')
  expect(await textOf('/games')).toBe('/games for visitors')
  expect(await textOf('/games', COOKIE)).toBe('/games for Ann')
})

test('a page for a cookie whose session has ended is rendered, not taken from the cache', async () => {
  await serve()
  await textOf('/games')
  for (const cookie of [`${SESSION_COOKIE}=ended`, `__Host-${SESSION_COOKIE}=ended`])
    expect(await textOf('/games', cookie)).toBe('/games for visitors')
  expect(rendered).toHaveLength(3)
})

test('a page that must be rendered uses the read budget, and a cached page does not', async () => {
  await serve()
  expect((await get('/kept')).status).toBe(200)
  wait = 30
  expect((await get('/kept')).status).toBe(200)
  const refused = await get('/other')
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30'])
  expect(rendered).toHaveLength(1)
})

test('a public page contains nothing of the request that first rendered it', async () => {
  await serve({
    config: readConfig({ SECRET, DATABASE_URL: 'postgresql://nowhere' }),
    pages: {
      keyOf: (url) => url.pathname,
      render: async ({ origin }) => ({ status: 200, html: [`<link href="${origin}/page">`], location: null }),
    },
  })
  const ask = async (host: string) => (await get('/page', { host, 'x-forwarded-host': host })).text
  expect(await ask('evil.example')).toBe('<link href="/page">')
  expect(await ask('games.example')).toBe('<link href="/page">')
})

test('the policy of a page allows exactly what it contains itself, for visitors and members, from the cache, too', async () => {
  const inline = { script: 'sha256-script', style: 'sha256-style' }
  const render = async () => ({ status: 200, html: ['page'], location: null, inline })
  await serve({ pages: { keyOf: (url) => url.pathname, render } })
  for (const headers of [{}, {}, { cookie: COOKIE }]) {
    const policy = String((await get('/', headers)).headers['content-security-policy'])
    expect(policy).toMatch(/; script-src 'self' 'sha256-script'; style-src 'self' 'sha256-style'; /)
    // Of two policies a browser allows what both allow.
    expect(policy.match(/default-src/g)).toHaveLength(1)
  }
  const other = String((await get('/api/nothing')).headers['content-security-policy'])
  expect(other).toMatch(/; script-src 'self'; style-src 'self'; /)
})
