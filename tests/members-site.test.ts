import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PageRenderer } from '#server/serve-page.ts'
import { tag } from '#server/tags.ts'
import { SERVER_FEATURES } from '../src/app/features.ts'
import { GAME } from './support/access.ts'
import { openStream } from './support/event-stream.ts'
import { type Member, signUp } from './support/members.ts'
import { ORIGIN, type TestApp, useTestApp } from './support/test-app.ts'

// The walk over every address as a visitor of a members' site (decision 0106).

let render: PageRenderer['render']
let keyOf: PageRenderer['keyOf']
const pages: PageRenderer = { keyOf: (url) => keyOf(url), render: (input) => render(input) }
const world = useTestApp({}, { pages })
let ann: Member
let root: Member

const SETTINGS = {
  registration: 'request',
  visibility: 'members',
  provider_sign_up: false,
  invites_per_month: 0,
  allowed_domains: [],
  refused_domains: [],
  sentence: 'Twelve friends and their games.',
}

beforeAll(async () => {
  const ssr = await import(resolve('src/app/ssr.tsx'))
  render = ssr.createRenderer(() => ({ head: '' }))
  keyOf = ssr.keyOf
  ann = await signUp(world, { username: 'ann' })
  root = await signUp(world, { username: 'the-boss', becomeAdmin: true })
})

/** What visitors may call; everything else is closed. */
const OPEN = [
  'GET /api/app/icons/:icon',
  'GET /api/app/manifest',
  'GET /api/app/pictures/:picture',
  'GET /api/app/recover',
  'GET /api/auth/csrf',
  'GET /api/auth/providers',
  'GET /api/auth/session',
  'GET /api/health',
  'GET /api/health/address',
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/info/:page',
  'GET /api/registration',
  'GET /api/registration/invitations/:token',
  'POST /api/appeals/suspension',
  'POST /api/auth/check-email',
  'POST /api/auth/check-username',
  'POST /api/auth/forgot-password',
  'POST /api/auth/logout',
  'POST /api/auth/oauth/google',
  'POST /api/auth/passkeys/challenge',
  'POST /api/auth/passkeys/sign-in',
  'POST /api/auth/resend-confirmation',
  'POST /api/auth/signin',
  'POST /api/auth/signin/second-step',
  'POST /api/auth/signup',
  'POST /api/auth/update-password',
  'POST /api/contact',
  'POST /api/error-log',
  'POST /api/page-views',
  'POST /api/registration/requests',
  'POST /api/rpc/check_user_exists',
]

const filled = (path: string) =>
  path
    .replace(/\/:?\w+\?/g, '')
    .replace(/:userId|:handle/g, ann.user.id)
    .replace(/:\w+/g, GAME)
const ask = (path: string, method = 'GET') => world.app.request(ORIGIN + path, { method })
const save = (changes: object = {}) => root.put('/api/admin/registration', { ...SETTINGS, ...changes })

describe('a members’ site', () => {
  beforeAll(async () => {
    // Visitors have cached pages and answers of the public site.
    for (const path of ['/', '/all-games', `/profile/${ann.user.id}`, '/releases', '/info/news', '/api/games'])
      await ask(path)
    expect((await save()).status).toBe(200)
    return async () => {
      await save({ visibility: 'public', registration: 'open' })
    }
  })

  test('only the listed endpoints are open', () => {
    const open = world.routes.filter(({ endpoint }) => endpoint.beforeSignIn)
    expect(open.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).sort()).toEqual(OPEN)
  })

  test('every other endpoint of the app answers a visitor with 401', async () => {
    const closed = world.routes.filter(({ endpoint }) => !endpoint.beforeSignIn)
    expect(closed.length).toBeGreaterThan(200)
    const answers = await Promise.all(
      closed.map(async ({ endpoint: { method, path } }) => [
        `${method} ${path}`,
        (await ask(filled(path), method)).status,
      ]),
    )
    expect(answers.filter(([, status]) => status !== 401)).toEqual([])
  })

  test('every page that is not open leads to the sign-in, and so does one that does not exist', async () => {
    const paths = SERVER_FEATURES.flatMap((feature) => feature.pages?.pages ?? [])
    const closed = paths.filter(({ beforeSignIn }) => !beforeSignIn).map(({ path }) => filled(path))
    expect(closed.length).toBeGreaterThan(30)
    for (const path of [...closed, '/nothing/here', '/profile/nobody', '/design']) {
      const answer = await ask(path)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        302,
        `/signin?redirect=${encodeURIComponent(path)}`,
      ])
    }
  })

  test('the open pages say nothing of members and games', async () => {
    const open = SERVER_FEATURES.flatMap((feature) => feature.pages?.pages ?? []).filter((page) => page.beforeSignIn)
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/',
      '/forgot-password',
      '/info/:page?',
      '/offline',
      '/reset-password',
      '/signin',
      '/signup',
    ])
    for (const path of [
      '/',
      '/signin',
      '/signup',
      '/forgot-password',
      '/reset-password',
      '/info',
      '/info/about',
      '/offline',
    ]) {
      const answer = await ask(path)
      const text = await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      expect([path, answer.headers.get('cache-control')]).toEqual([path, 'private, no-store'])
      expect([path, text.includes(ann.user.id), /"queryKey":\["(?:feed|games|activities)/.test(text)]).toEqual([
        path,
        false,
        false,
      ])
    }
    expect(await (await ask('/')).text()).toContain('Twelve friends and their games.')
  })

  test('no feed, picture, sitemap, preview, stream or document', async () => {
    const documents = [
      '/sitemap.xml',
      '/sitemaps/pages-1.xml',
      '/info/news/atom.xml',
      `/feeds/${ann.user.id}/reviews.atom`,
      `/avatars/${ann.user.id}/avatar.webp`,
      `/covers/${GAME}.svg`,
      '/api/image?url=https%3A%2F%2Fimages.igdb.com%2Fa.jpg',
      '/api/openapi.json',
      '/api/v1/openapi.json',
      '/api/v1/me',
      '/api/realtime?channels=feed',
      '/api/exports/schema.json',
    ]
    for (const path of documents) expect([path, (await ask(path)).status]).toEqual([path, 401])
    const robots = await ask('/robots.txt')
    expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n')
    for (const file of globSync('src/**/*.ts')) {
      const text = file.endsWith('.test.ts') ? '' : readFileSync(file, 'utf8')
      for (const [, path = ''] of text.matchAll(/app\.(?:get|post|all)\('(\/(?!api)[^'*]+)'/g)) {
        const status = (await ask(filled(path))).status
        if (!['/auth/callback', '/auth/backchannel-logout', '/robots.txt', '/metrics'].includes(path))
          expect([path, [401, 302].includes(status)]).toEqual([path, true])
      }
    }
  })

  test('a member sees everything as before, and nothing of it is for shared caches', async () => {
    for (const path of ['/all-games', '/api/games', '/sitemap.xml', '/info/news/atom.xml']) {
      const answer = await ann.get(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('cache-control') ?? '').not.toMatch(/^public/)
    }
  })

  test('a calendar with a member’s secret, and the public API with a token, keep working', async () => {
    const { address } = (await ann.post('/api/releases/calendar', {})).body
    expect((await ask(address)).status).toBe(200)
    expect((await ask('/releases.ics')).status).toBe(404)
    const { secret } = (await ann.post('/api/tokens', { name: 'Script', scopes: ['read:library'], days: null })).body
    const answer = await world.app.request(`${ORIGIN}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
    expect(answer.status).toBe(200)
  })
})

describe('a switch', () => {
  test('ends what visitors get from memory, and the streams of visitors', async () => {
    await save({ visibility: 'public' })
    const origin = await world.listen()
    const page = () => fetch(`${origin}/all-games`, { redirect: 'manual' }).then(({ status }) => status)
    expect([await page(), await page()]).toEqual([200, 200])
    const stream = await openStream(origin, ['feed'])
    await save()
    expect(await page()).toBe(302)
    await stream.ended
    await save({ visibility: 'public' })
    expect(await page()).toBe(200)
  })
})

describe('another node', () => {
  const other: TestApp = useTestApp(
    {},
    { pages, database: async () => ({ connectionString: world.connectionString, drop: async () => {} }) },
  )

  test('with stale pages receives the switch', async () => {
    const origin = await other.listen()
    const page = () => fetch(`${origin}/all-games`, { redirect: 'manual' }).then(({ status }) => status)
    expect([await page(), await page()]).toEqual([200, 200])
    await save()
    await other.settle([tag.site])
    expect(await page()).toBe(302)
    await save({ visibility: 'public' })
  })
})

describe('VISIBILITY=members', () => {
  const fixed = useTestApp({ VISIBILITY: 'members' }, { pages })

  test('wins over what admins chose', async () => {
    expect((await fixed.app.request(`${ORIGIN}/all-games`)).status).toBe(302)
    expect((await fixed.app.request(`${ORIGIN}/api/registration`)).status).toBe(200)
  })
})
