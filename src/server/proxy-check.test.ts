import { describe, expect, test } from 'vitest'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { addressToOpen } from './listen.ts'

const PUBLIC = 'https://games.example.org'
/** What a browser and a proxy with TLS send for a write of our own page. */
const BEHIND_TLS = { origin: PUBLIC, host: 'games.example.org', 'sec-fetch-site': 'same-origin' }

const linesOf = (app: { logged: () => string }) =>
  app
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('without BASE_URL and TRUST_PROXY', () => {
  const app = useTestApp({ BASE_URL: '', LOG_LEVEL: 'warn' })
  const write = (headers: Record<string, string>) => app.visitor().post('/api/auth/logout', {}, headers)

  test('the refusal of a write behind a proxy with TLS names both origins, and the log once a minute', async () => {
    const before = linesOf(app).length
    for (const headers of [BEHIND_TLS, { origin: PUBLIC, host: 'games.example.org' }]) {
      const { status, body } = await write(headers)
      expect([status, body.code]).toEqual([403, 'csrf_invalid'])
      expect(body.error).toBe(
        `This page is at ${PUBLIC}, and the site expects ${ORIGIN}. Whoever runs the site sets BASE_URL to the address that people open.`,
      )
    }
    expect(linesOf(app).slice(before)).toMatchObject([
      {
        ...{ level: 'warn', received: PUBLIC, expected: ORIGIN, method: 'POST', path: '/api/auth/logout' },
        msg: expect.stringContaining('set BASE_URL to the address that people open'),
      },
    ])
    app.time.now = new Date(app.time.now.getTime() + 61_000)
    await write(BEHIND_TLS)
    expect(linesOf(app).slice(before)).toHaveLength(2)
  })

  test.each([
    ['another site', { ...BEHIND_TLS, 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { ...BEHIND_TLS, 'sec-fetch-site': 'same-site' }],
    ['another site in an old browser', { origin: 'https://evil.example', host: 'games.example.org' }],
    ['no origin', { origin: 'null', host: 'games.example.org' }],
    ['an origin with a path', { ...BEHIND_TLS, origin: `${PUBLIC}/<script>` }],
    ['a long origin', { ...BEHIND_TLS, origin: `https://${'a'.repeat(300)}.example` }],
  ])('of %s it repeats nothing, and neither does the log', async (_, headers) => {
    const before = linesOf(app).length
    app.time.now = new Date(app.time.now.getTime() + 61_000)
    expect((await write(headers)).body.error).toBe('Invalid or missing security token')
    expect(linesOf(app)).toHaveLength(before)
  })

  test('the first request that a proxy passes on warns of both settings, and no other does', async () => {
    const before = linesOf(app).length
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
    for (let times = 0; times < 3; times += 1) await app.visitor().get('/api/auth/session', forwarded)
    expect(linesOf(app).slice(before)).toMatchObject([
      { level: 'warn', 'x-forwarded-proto': 'https', msg: expect.stringContaining('TRUST_PROXY is off') },
      { level: 'warn', msg: expect.stringContaining('without BASE_URL') },
    ])
  })
})

describe('with BASE_URL, and without TRUST_PROXY', () => {
  const app = useTestApp({ BASE_URL: PUBLIC, LOG_LEVEL: 'warn' })

  test('the start warns that all visitors share one rate limit, and no request repeats it', async () => {
    await app.visitor().get('/api/auth/session', { 'x-forwarded-for': '192.0.2.1' })
    expect(linesOf(app)).toMatchObject([{ level: 'warn', msg: expect.stringContaining('TRUST_PROXY is off') }])
  })
})

describe('with both', () => {
  const app = useTestApp({ BASE_URL: PUBLIC, TRUST_PROXY: 'on', LOG_LEVEL: 'warn' })

  test('nothing is to be said', async () => {
    await app.visitor().get('/api/auth/session', { 'x-forwarded-for': '192.0.2.1' })
    expect(linesOf(app)).toEqual([])
  })
})

test.each([
  ['::', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['', 'http://localhost:3000'],
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['0:0:0:0:0:0:0:0', 'http://localhost:3000'],
  ['2001:db8::5', 'http://[2001:db8::5]:3000'],
  ['192.168.1.5', 'http://192.168.1.5:3000'],
  ['games.local', 'http://games.local:3000'],
])('an app on HOST=%s is opened at %s', (host, address) => {
  expect(addressToOpen(host, 3000)).toBe(address)
})
