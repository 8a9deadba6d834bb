import { describe, expect, test } from 'vitest'
import { PASSWORD, signUp } from './support/members.ts'
import { newestLink } from './support/outbox-mails.ts'
import { type Answer, type Client, type TestApp, useTestApp } from './support/test-app.ts'

// Every cookie that the server sets, in every flow, with its flags (G10).

/** Each cookie, and whether a script may read it. None is readable. */
const KNOWN = [
  'savepoint.csrf',
  'savepoint.session_token',
  'savepoint.dont_remember',
  'savepoint.recovery',
  'savepoint.device',
] as const

/** Signs in and out in every way and returns every Set-Cookie of the responses. */
async function allCookies(world: TestApp): Promise<string[]> {
  const lines: string[] = []
  const visitor = world.visitor()
  const note = (answer: Answer) => {
    lines.push(...answer.headers.getSetCookie())
    return answer
  }
  const draft = { username: 'cookie', email: 'cookie@example.org', displayName: 'Cookie', password: PASSWORD }
  note(await visitor.get('/api/auth/csrf'))
  note(await visitor.post('/api/auth/signup', draft))
  note(await visitor.post('/api/auth/logout'))
  note(await visitor.post('/api/auth/signin', { ...draft, rememberMe: false }))
  note(await visitor.post('/api/auth/signin', draft))
  note(await visitor.post('/api/auth/forgot-password', { email: draft.email }))
  note(await visitor.get(await newestLink(world, draft.email)))
  note(await visitor.post('/api/auth/update-password', { password: 'Another-horse-8' }))
  world.time.now = new Date(Date.now() + 2 * 86_400_000)
  note(await visitor.get('/api/auth/session'))
  note(await visitor.delete('/api/user/account', { username: 'cookie', password: 'Another-horse-8' }))
  world.time.now = new Date()
  visitor.cookies.set(lines.some((line) => line.startsWith('__Host-')) ? `__Host-${KNOWN[1]}` : KNOWN[1], 'old')
  note(await visitor.get('/api/auth/session'))
  return lines
}

const nameOf = (line: string) => line.slice(0, line.indexOf('='))

describe.each([
  ['http', {}],
  ['https', { BASE_URL: 'https://games.example' }],
])('over %s', (scheme, settings: Record<string, string>) => {
  const world = useTestApp(settings)

  test('no script reads a cookie, no other site sends one, and over TLS every cookie is Secure [R-SESS-18]', async () => {
    const lines = await allCookies(world)
    const isTls = scheme === 'https'
    for (const line of lines) {
      expect(line).toMatch(/; HttpOnly/i)
      expect(line).toMatch(/; SameSite=Lax/i)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).not.toMatch(/; Domain=/i)
      expect([line, /; Secure/i.test(line)]).toEqual([line, isTls])
    }
    // The name's prefix prevents subdomains and plain connections from setting the cookie.
    for (const line of lines)
      if (!/max-age=0/i.test(line)) expect([line, line.startsWith('__Host-')]).toEqual([line, isTls])
    const names = new Set(lines.map((line) => nameOf(line).replace(/^__(Host|Secure)-/, '')))
    expect([...names].sort()).toEqual([...KNOWN].sort())
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
