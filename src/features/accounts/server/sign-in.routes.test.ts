import { describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { useAccountsApp } from '#tests/support/accounts-app.ts'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { FIELD_TEXTS, SERVER_TEXTS } from '../accounts.texts.ts'

const { world, draft, cookieLine, sessionOf } = useAccountsApp()

describe('signing in', () => {
  test('opens a session of thirty days, in a cookie that is hidden from scripts (C66) [R-AUTH-47, R-SESS-27]', async () => {
    const { user } = await signUp(world)
    const visitor = world.visitor()
    const answer = await visitor.post('/api/auth/signin', { email: user.email.toUpperCase(), password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      user: expect.objectContaining({ id: user.id, email: user.email }),
      session: { expiresAt: expect.any(String) },
      profile: {
        id: user.id,
        username: user.username,
        display_name: user.display_name,
        avatar_url: null,
        role: 'user',
        settings: { onboarded: false },
      },
    })
    const line = cookieLine(answer.headers, 'savepoint.session_token')
    for (const part of ['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax']) expect(line).toContain(part)
    expect(line).not.toMatch(/secure/i)
    const days = (Date.parse(answer.body.session.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('without "remember me" ends with the browser, and on the server after a day (C66)', async () => {
    const { user } = await signUp(world)
    const visitor = world.visitor()
    const given = { email: user.email, password: PASSWORD, rememberMe: false }
    const { headers, body } = await visitor.post('/api/auth/signin', given)
    expect(cookieLine(headers, 'savepoint.session_token')).not.toMatch(/max-age|expires/i)
    const hours = (Date.parse(body.session.expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    // The session is not renewed, and it is gone after its day.
    const again = await sessionOf(visitor)
    expect(again.headers.getSetCookie()).toEqual([])
    expect(again.body.session.expiresAt).toBe(body.session.expiresAt)
    world.time.now = new Date(Date.now() + 24 * 3_600_000 + 1000)
    expect((await sessionOf(visitor)).body.authenticated).toBe(false)
    world.time.now = new Date()
  })

  test('with "remember me" gives a full session after an earlier one without it (C66)', async () => {
    const { user } = await signUp(world)
    const visitor = world.visitor()
    await visitor.post('/api/auth/signin', { email: user.email, password: PASSWORD, rememberMe: false })
    expect(visitor.cookies.has('savepoint.dont_remember')).toBe(true)
    await visitor.post('/api/auth/signin', { email: user.email, password: PASSWORD })
    expect(visitor.cookies.has('savepoint.dont_remember')).toBe(false)
  })

  test('gives the same response to an unknown address and to a wrong password (C11) [R-AUTH-70]', async () => {
    const { user } = await signUp(world)
    const wrong = await world.visitor().post('/api/auth/signin', { email: user.email, password: 'Wrong-horse-7' })
    const unknown = await world.visitor().post('/api/auth/signin', { email: 'nobody@example.org', password: PASSWORD })
    for (const { status, body, headers } of [wrong, unknown]) {
      expect(status).toBe(401)
      expect(body).toEqual({
        error: 'Invalid email or password. Please try again.',
        code: 'invalid_credentials',
        requestId: expect.any(String),
      })
      expect(headers.getSetCookie()).toEqual([])
    }
    const names = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'content-length').sort()
    expect(names(wrong.headers)).toEqual(names(unknown.headers))
  })

  test.each<[Record<string, unknown>, Record<string, string>, string]>([
    [{ email: '', password: PASSWORD }, { email: FIELD_TEXTS.emailRequired }, 'R-AUTH-23'],
    [{ email: 'abc', password: PASSWORD }, { email: FIELD_TEXTS.emailInvalid }, 'R-AUTH-25'],
    [{ email: 'a@example.org' }, { password: FIELD_TEXTS.passwordRequired }, 'R-AUTH-26'],
    [{ email: 'a@example.org', password: '1234567' }, { password: FIELD_TEXTS.passwordTooShort }, 'R-AUTH-27'],
    [{ email: 'a@example.org', password: 'x'.repeat(129) }, { password: FIELD_TEXTS.passwordTooLong }, 'R-AUTH-28'],
    [{}, { email: FIELD_TEXTS.emailRequired, password: FIELD_TEXTS.passwordRequired }, 'R-AUTH-23, R-AUTH-26'],
  ])(
    'refuses %j with the texts of the fields %j (%s) [R-AUTH-23, R-AUTH-25, R-AUTH-26, R-AUTH-27, R-AUTH-28]',
    async (body, details) => {
      const answer = await world.visitor().post('/api/auth/signin', body)
      expect([answer.status, answer.body.code, answer.body.details]).toEqual([400, 'validation_failed', details])
      expect(answer.body.error).toBe(Object.values(details)[0])
    },
  )

  test('accepts an old password of one character class (C32)', async () => {
    const { user } = await signUp(world)
    const old = await signUp(world, { password: 'Wvutsrq7' })
    // An older installation may store a password that a member could not choose today.
    const { password } = await world.db
      .selectFrom('account')
      .where('userId', '=', old.user.id)
      .select('password')
      .executeTakeFirstOrThrow()
    await world.db.updateTable('account').set({ password }).where('userId', '=', user.id).execute()
    const answer = await world.visitor().post('/api/auth/signin', { email: user.email, password: 'Wvutsrq7' })
    expect(answer.status).toBe(200)
    const plain = await world.visitor().post('/api/auth/signin', { email: user.email, password: 'wvutsrqp' })
    expect([plain.status, plain.body.code]).toEqual([401, 'invalid_credentials'])
  })

  test('replaces the cookie of an earlier session and ends that session', async () => {
    const member = await signUp(world)
    const planted = member.cookies.get('savepoint.session_token') as string
    const other = await signUp(world)
    const before = await member.get('/api/auth/user')
    expect(before.body.user.id).toBe(member.user.id)
    await member.post('/api/auth/signin', { email: other.user.email, password: PASSWORD })
    expect(member.cookies.get('savepoint.session_token')).not.toBe(planted)
    const attacker = world.visitor()
    attacker.cookies.set('savepoint.session_token', planted)
    expect((await sessionOf(attacker)).body.authenticated).toBe(false)
  })

  test('refuses a disabled account, and its open sessions end (G10)', async () => {
    const member = await signUp(world)
    await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', member.user.id).execute()
    await announce(world.db, [tag.member(member.user.id)])
    await expect.poll(async () => (await sessionOf(member)).body.authenticated).toBe(false)
    const visitor = world.visitor()
    const answer = await visitor.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
    expect([answer.status, answer.body.code]).toEqual([403, 'account_disabled'])
    expect(answer.headers.getSetCookie()).toEqual([])
    // Without the password the response does not reveal that the account is disabled, or that it exists.
    const guess = await visitor.post('/api/auth/signin', { email: member.user.email, password: 'Wrong-horse-7' })
    expect([guess.status, guess.body.error]).toEqual([401, SERVER_TEXTS.invalid_credentials])
  })
})

describe('signing out', () => {
  test('ends the session on the server at once and deletes the cookies [R-SESS-20, R-AUTH-80]', async () => {
    const member = await signUp(world)
    const copied = member.cookies.get('savepoint.session_token') as string
    expect((await sessionOf(member)).body.authenticated).toBe(true)
    const { status, body, headers } = await member.post('/api/auth/logout')
    expect([status, body]).toEqual([200, { success: true }])
    expect(cookieLine(headers, 'savepoint.session_token')).toContain('Max-Age=0')
    expect((await sessionOf(member)).body.authenticated).toBe(false)
    const thief = world.visitor()
    thief.cookies.set('savepoint.session_token', copied)
    expect((await thief.get('/api/auth/user')).status).toBe(401)
    const rows = await world.db.selectFrom('session').where('userId', '=', member.user.id).select('id').execute()
    expect(rows).toEqual([])
  })

  test('does not end the sessions of other browsers', async () => {
    const member = await signUp(world)
    const phone = world.visitor()
    await phone.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
    await member.post('/api/auth/logout')
    expect((await sessionOf(phone)).body.user.id).toBe(member.user.id)
  })

  test('is no error for a visitor', async () => {
    const { status, body } = await world.visitor().post('/api/auth/logout')
    expect([status, body]).toEqual([200, { success: true }])
  })
})

describe('with rate limits on', () => {
  const limited = useTestApp({ RATE_LIMITS: 'on' })
  const budgetOf = (prefix: string) =>
    limited.db.deleteFrom('rate_limits').where('key', 'like', `${prefix}:%`).execute()

  test('the sixth sign-in after five failures of an address must wait, even with the right password (G56) [R-AUTH-74]', async () => {
    const { user } = await signUp(limited)
    const { user: other } = await signUp(limited)
    const visitor = limited.visitor()
    const attempt = (email: string, password: string) => visitor.post('/api/auth/signin', { email, password })
    // Simultaneous guesses count too.
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, at) => attempt(user.email, `Wrong-horse-${at}`)))
    expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const sixth = await attempt(user.email.toUpperCase(), PASSWORD)
    expect([sixth.status, sixth.body.code, sixth.body.error]).toEqual([
      429,
      'rate_limit_exceeded',
      'Too many attempts. Please try again later.',
    ])
    expect(sixth.body.retryAfter).toBeGreaterThan(800)
    expect(sixth.headers.get('retry-after')).toBe(String(sixth.body.retryAfter))
    // Other accounts from the same IP address can still sign in, and a nonexistent address has the same wait.
    expect((await attempt(other.email, PASSWORD)).status).toBe(200)
    // The lock is temporary: when it expires, the count starts at zero again.
    await budgetOf('sign-in-failure')
    expect((await attempt(user.email, PASSWORD)).status).toBe(200)
  })

  test('a successful sign-in resets the count of failures', async () => {
    await budgetOf('sign-up')
    await budgetOf('sign-in')
    const { user } = await signUp(limited)
    const visitor = limited.visitor()
    for (const password of [
      'Wrong-1-horse',
      'Wrong-2-horse',
      PASSWORD,
      'Wrong-3-horse',
      'Wrong-4-horse',
      'Wrong-5-horse',
      'Wrong-6-horse',
      PASSWORD,
    ])
      expect((await visitor.post('/api/auth/signin', { email: user.email, password })).status).toBe(
        password === PASSWORD ? 200 : 401,
      )
  })

  test('one IP address creates at most five accounts an hour (G56)', async () => {
    await budgetOf('sign-up')
    for (let made = 0; made < 5; made += 1)
      expect((await limited.visitor().post('/api/auth/signup', draft())).status).toBe(201)
    const sixth = await limited.visitor().post('/api/auth/signup', draft())
    expect([sixth.status, sixth.body.code]).toEqual([429, 'rate_limit_exceeded'])
  })

  test('the checks of names and addresses have a budget of thirty a minute (G56)', async () => {
    const visitor = limited.visitor()
    const statuses: number[] = []
    for (let asked = 0; asked < 31; asked += 1)
      statuses.push((await visitor.post('/api/auth/check-email', { email: `a${asked}@example.org` })).status)
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
    expect(statuses[30]).toBe(429)
  })
})

describe('over TLS', () => {
  const secure = useTestApp({ BASE_URL: 'https://games.example' })

  test('every cookie is Secure, and the session cookie has the name for TLS (G10)', async () => {
    const visitor = secure.visitor()
    const csrf = await visitor.get('/api/auth/csrf')
    expect(cookieLine(csrf.headers, '__Host-savepoint.csrf')).toContain('; Secure')
    const up = await visitor.post('/api/auth/signup', draft())
    const line = cookieLine(up.headers, '__Host-savepoint.session_token')
    for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(line).toContain(part)
    expect((await sessionOf(visitor)).body.authenticated).toBe(true)
    const out = await visitor.post('/api/auth/logout')
    expect(cookieLine(out.headers, '__Host-savepoint.session_token')).toContain('Max-Age=0')
    expect((await sessionOf(visitor)).body.authenticated).toBe(false)
  })
})
