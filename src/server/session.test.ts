import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import type { UserId } from '#shared/ids.ts'
import { publicSite } from '#tests/support/public-site.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createApp } from './app.ts'
import { forCaches } from './changes.ts'
import { readConfig } from './config.ts'
import { createHeavyRequests } from './heavy-requests.ts'
import { createPageCache } from './page-cache.ts'
import { route } from './routes.ts'
import { createSessions, type Session, type Sessions } from './session.ts'
import type { Tag } from './tags.ts'
import { tag } from './tags.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const headersOf = (token: string) => new Headers({ cookie: `savepoint.session_token=${token}` })
const sessionOf = (id: string): Session => ({
  token: `token-of-${id}`,
  expiresAt: new Date('2026-12-21T12:00:00Z'),
  email: `${id}@example.org`,
  isOnboarded: true,
  isRemembered: true,
  viewer: { id: id as UserId, role: 'user', username: id, displayName: id, avatarUrl: null },
})

describe('remembered sessions', () => {
  let now: Date
  let isLive: boolean
  let lookUps: number
  let lookUp: (headers: Headers) => Promise<Session | null>
  let announced: (tags: readonly Tag[] | null) => void
  let sessions: Sessions

  beforeEach(() => {
    now = NOW
    isLive = true
    lookUps = 0
    lookUp = async () => sessionOf('ann')
    sessions = createSessions({
      isTls: false,
      lookUp: (headers) => {
        lookUps += 1
        return lookUp(headers)
      },
      changes: {
        isLive: () => isLive,
        subscribe: (listener) => {
          announced = listener
          return () => {}
        },
        close: async () => {},
      },
      clock: () => now,
    })
  })
  const find = () => sessions.find(headersOf('ann'))

  test('are looked up once a minute', async () => {
    for (let call = 0; call < 3; call += 1) expect((await find())?.viewer.id).toBe('ann')
    expect(lookUps).toBe(1)
    now = new Date(NOW.getTime() + 60_000)
    await find()
    expect(lookUps).toBe(2)
  })

  test('without a cookie nothing is looked up', async () => {
    expect(await sessions.find(new Headers({ cookie: 'theme=dark' }))).toBeNull()
    expect(lookUps).toBe(0)
  })

  test('are invalidated on demand, when the member changes and after a gap, and are not trusted during a gap', async () => {
    await find()
    announced([tag.game('igdb_1'), tag.member('bob')])
    await find()
    expect(lookUps).toBe(1)
    announced([tag.member('ann')])
    await find()
    sessions.evict(headersOf('ann'))
    await find()
    sessions.evictMember('bob')
    await find()
    expect(lookUps).toBe(3)
    sessions.evictMember('ann')
    await find()
    announced(null)
    await find()
    expect(lookUps).toBe(5)
    isLive = false
    await find()
    expect(lookUps).toBe(6)
  })

  test('a session that was invalidated during its lookup is not cached', async () => {
    for (const forget of [
      () => announced([tag.member('ann')]),
      () => announced(null),
      () => sessions.evict(headersOf('ann')),
      () => sessions.evictMember('ann'),
    ]) {
      let answer: (session: Session) => void = () => {}
      lookUp = () =>
        new Promise((resolve) => {
          answer = resolve
        })
      const finding = find()
      forget()
      answer(sessionOf('ann'))
      await finding
      lookUp = async () => null
      expect(await find()).toBeNull()
    }
  })

  test('an ended session is not trusted, however recently it was looked up', async () => {
    lookUp = async () => ({ ...sessionOf('ann'), expiresAt: new Date(NOW.getTime() + 30_000) })
    await find()
    lookUp = async () => null
    now = new Date(NOW.getTime() + 29_999)
    expect((await find())?.viewer.id).toBe('ann')
    now = new Date(NOW.getTime() + 30_000)
    expect(await find()).toBeNull()
  })
})

test('a cookie that is set while a page is rendered reaches the browser with the page, or with its redirect', async () => {
  const renew = contract(
    { method: 'GET', path: '/api/renew' },
    { access: 'anyone', summary: 'x', response: z.object({}) },
  )
  const changes = forCaches({ isLive: () => true, subscribe: () => () => {}, close: async () => {} })
  const clock = () => NOW
  const app = createApp({
    membersSite: publicSite,
    changes,
    config: readConfig({ SECRET: 'a secret that is long enough for this', DATABASE_URL: 'postgresql://nowhere' }),
    log: pino({ level: 'silent' }),
    clock,
    sessions: { find: async () => sessionOf('ann'), evict: () => {}, evictMember: () => {} },
    limits: { draw: async () => null, giveBack: async () => {}, drawOfToken: async () => null },
    pageCache: createPageCache({ changes, clock }),
    heavy: createHeavyRequests(),
    answers: createAnswerCache({ changes, clock }),
    metrics: null,
    routes: [
      route(renew, async ({ reply }) => {
        reply.headers.append('set-cookie', 'a=1')
        reply.headers.append('set-cookie', 'b=2')
        return {}
      }),
    ],
    pages: {
      keyOf: (url) => url.pathname,
      render: async ({ url, call }) => {
        await call('GET', '/api/renew', { params: {}, query: {}, body: {} })
        return url.pathname === '/away'
          ? { status: 302, html: [], location: '/there' }
          : { status: 200, html: ['<p>page</p>'], location: null }
      },
    },
  })
  const page = await app.request('http://here.example/page', { headers: headersOf('ann') })
  expect([page.status, page.headers.getSetCookie(), await page.text()]).toEqual([200, ['a=1', 'b=2'], '<p>page</p>'])
  const away = await app.request('http://here.example/away', { headers: headersOf('ann') })
  expect([away.status, away.headers.get('location'), away.headers.getSetCookie()]).toEqual([
    302,
    '/there',
    ['a=1', 'b=2'],
  ])
  // A public page carries no session cookies.
  const anonymous = await app.request('http://here.example/page')
  expect(anonymous.headers.getSetCookie()).toEqual([])
})
