import { afterAll, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '../src/server/session.ts'
import { BROWSER_STORAGE, type BrowserStorageEntry } from '../src/shared/browser-storage.ts'
import { consentText } from '../src/shared/consent-cookie.ts'
import { PASSWORD, signUp } from './support/members.ts'
import { startOidcServer } from './support/oidc-server.ts'
import { follow, newestLink } from './support/outbox-mails.ts'
import { type Answer, type Client, listedName, ORIGIN, type TestApp, useTestApp } from './support/test-app.ts'
import { totp } from './support/totp.ts'

// Every cookie that the server sets, in every flow, with its flags (G10).

const SET_BY_BROWSER = ['consent', 'theme', 'beta']
/** The listed cookies that the server sets, with their longest duration in seconds. */
const SET_BY_SERVER = Object.fromEntries(
  Object.entries<BrowserStorageEntry>(BROWSER_STORAGE)
    .filter(([name, item]) => item.in === 'cookie' && !SET_BY_BROWSER.includes(name))
    .map(([name, { seconds }]) => [name, seconds]),
)

/** Signs in and out in every way and returns every Set-Cookie of the responses. */
async function allCookies(world: TestApp): Promise<string[]> {
  const lines: string[] = []
  const note = (answer: Answer) => {
    lines.push(...answer.headers.getSetCookie())
    return answer
  }
  const visitor = world.visitor()
  const draft = { username: 'cookie', email: 'cookie@example.org', displayName: 'Cookie', password: PASSWORD }
  note(await visitor.get('/api/auth/csrf'))
  note(await visitor.post('/api/auth/signup', draft))
  note(await visitor.post('/api/auth/logout'))
  note(await visitor.post('/api/auth/signin', { ...draft, rememberMe: false }))
  note(await visitor.post('/api/auth/signin', draft))
  note(await visitor.post('/api/auth/forgot-password', { email: draft.email }))
  note(await follow(visitor, await newestLink(world, draft.email)))
  note(await visitor.post('/api/auth/update-password', { password: 'Another-horse-8' }))
  world.time.now = new Date(Date.now() + 2 * 86_400_000)
  note(await visitor.get('/api/auth/session'))
  note(await visitor.delete('/api/user/account', { username: 'cookie', password: 'Another-horse-8' }))
  world.time.now = new Date()
  visitor.cookies.set(
    lines.some((line) => line.startsWith('__Host-')) ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE,
    'old',
  )
  note(await visitor.get('/api/auth/session'))

  const guarded = await signUp(world)
  const credentials = { email: guarded.user.email, password: PASSWORD, rememberMe: true }
  note(await guarded.post('/api/auth/passkeys/new', { password: PASSWORD }))
  const { secret } = note(await guarded.post('/api/auth/two-factor', { password: PASSWORD })).body
  note(await guarded.post('/api/auth/two-factor/confirm', { code: totp(secret) }))
  const phone = world.visitor()
  note(await phone.post('/api/auth/signin', credentials))
  note(await phone.post('/api/auth/signin/second-step', { code: totp(secret, 1), trustDevice: true }))
  note(await phone.post('/api/auth/logout'))
  expect(note(await phone.post('/api/auth/signin', credentials)).body.user.id).toBe(guarded.user.id)

  const other = world.visitor()
  note(await other.post('/api/auth/passkeys/challenge'))
  note(await other.post('/api/auth/oauth/google'))
  other.cookies.set('consent', consentText('analytics', world.time.now))
  note(await other.post('/api/page-views', { page: '/' }))
  return lines
}

const nameOf = (line: string) => line.slice(0, line.indexOf('='))

/** The browser deletes this cookie when consent is withdrawn. It contains only a day. */
const isForScripts = (line: string) => nameOf(line) === 'visit'

const provider = await startOidcServer(`${ORIGIN}/auth/callback`)
afterAll(() => provider.close())

describe.each([
  ['http', {}],
  ['https', { BASE_URL: 'https://games.example' }],
])('over %s', (scheme, settings: Record<string, string>) => {
  const world = useTestApp({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    ...settings,
  })

  test('no script reads a cookie but that of visits, no other site sends one, over TLS each is Secure, and the list has it [R-SESS-18]', async () => {
    const lines = await allCookies(world)
    const isTls = scheme === 'https'
    for (const line of lines) {
      expect([line, /; HttpOnly/i.test(line)]).toEqual([line, !isForScripts(line)])
      expect(line).toMatch(/; SameSite=Lax/i)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).not.toMatch(/; Domain=/i)
      expect([line, /; Secure/i.test(line)]).toEqual([line, isTls])
    }
    // The name's prefix prevents subdomains and plain connections from setting the cookie.
    const stored = lines.filter((line) => !/max-age=0/i.test(line))
    for (const line of stored) expect([line, line.startsWith('__Host-')]).toEqual([line, isTls && !isForScripts(line)])
    // The consent bar shows these names and durations.
    const longest: Record<string, number | null> = {}
    for (const line of stored) {
      const name = listedName(nameOf(line))
      const seconds = Number(/max-age=(\d+)/i.exec(line)?.[1] ?? 0)
      longest[name] = Math.max(longest[name] ?? 0, seconds) || null
    }
    expect(longest).toEqual(SET_BY_SERVER)
    const names = new Set(lines.map((line) => nameOf(line).replace(/^__(Host|Secure)-/, '')))
    expect([...names].filter((name) => !(name in SET_BY_SERVER))).toEqual([])
    const sessions = lines.filter((line) => nameOf(line).endsWith('session_token'))
    expect(sessions.length).toBeGreaterThan(5)
  })
})

describe('over https', () => {
  const world = useTestApp({ BASE_URL: 'https://games.example' })

  test('a cookie with an unprefixed name opens no session, identifies nobody, and is deleted', async () => {
    const member = await signUp(world)
    const isIn = async (who: Client) => (await who.get('/api/auth/session')).body.authenticated
    const own = member.cookies.get('__Host-savepoint.session_token') as string
    for (const name of ['savepoint.session_token', '__Secure-savepoint.session_token']) {
      // A subdomain sets it beside the real cookie.
      member.cookies.set(name, 'planted')
      expect(await isIn(member)).toBe(true)
      const planter = world.visitor()
      planter.cookies.set(name, 'planted')
      expect(await isIn(planter)).toBe(false)
      // A session from before the names changed: the member signs in again.
      const old = world.visitor()
      old.cookies.set(name, own)
      const answer = await old.get('/api/auth/session')
      expect(answer.body.authenticated).toBe(false)
      expect(old.cookies.has(name)).toBe(false)
      member.cookies.delete(name)
    }
    const planted = world.visitor()
    const { csrfToken } = (await planted.get('/api/auth/csrf')).body
    planted.cookies.clear()
    planted.cookies.set('savepoint.csrf', csrfToken)
    const write = await planted.post('/api/auth/check-username', { username: 'free' }, { 'x-csrf-token': csrfToken })
    expect([write.status, write.body.code]).toEqual([403, 'csrf_invalid'])
  })
})
