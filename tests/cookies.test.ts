import { describe, expect, test } from 'vitest'
import { newestLink } from './support/kept-mails.ts'
import { PASSWORD } from './support/members.ts'
import { type Answer, type TestApp, useTestApp } from './support/test-app.ts'

// Every cookie that the server sets, in every flow, with its flags (G10).

/** Each with whether a script may read it. None may. */
const KNOWN = ['savepoint.csrf', 'savepoint.session_token', 'savepoint.dont_remember', 'savepoint.recovery']

/** Comes in by every way and goes by every way; answers every Set-Cookie on the way. */
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
  visitor.cookies.set(
    lines.some((line) => line.startsWith('__Secure-')) ? '__Secure-savepoint.session_token' : (KNOWN[1] as string),
    'old',
  )
  note(await visitor.get('/api/auth/session'))
  return lines
}

const nameOf = (line: string) => line.slice(0, line.indexOf('='))

describe.each([
  ['http', {}],
  ['https', { BASE_URL: 'https://games.example' }],
])('over %s', (scheme, settings: Record<string, string>) => {
  const world = useTestApp(settings)

  test('no script reads a cookie, none goes along from another site, and over TLS none goes without it [R-SESS-18]', async () => {
    const lines = await allCookies(world)
    const isTls = scheme === 'https'
    for (const line of lines) {
      expect(line).toMatch(/; HttpOnly/i)
      expect(line).toMatch(/; SameSite=Lax/i)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).not.toMatch(/; Domain=/i)
      expect([line, /; Secure/i.test(line)]).toEqual([line, isTls])
    }
    const names = new Set(lines.map((line) => nameOf(line).replace('__Secure-', '')))
    expect([...names].sort()).toEqual([...KNOWN].sort())
    const sessions = lines.filter((line) => nameOf(line).endsWith('session_token'))
    expect(sessions.length).toBeGreaterThan(5)
    for (const line of sessions) expect(line.startsWith('__Secure-')).toBe(isTls)
  })
})
