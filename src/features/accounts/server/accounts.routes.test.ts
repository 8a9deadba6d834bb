import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { makeCsrfToken } from '#server/csrf.ts'
import { tag } from '#server/tags.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { FIELD_TEXTS, SERVER_TEXTS } from '../accounts.rules.ts'
import { type AccountsDeps, appointAdmin } from './accounts.service.ts'

const world = useTestApp({ ADMIN_EMAIL: 'boss@example.org' })

let count = 0
function draft(over: Record<string, unknown> = {}) {
  count += 1
  const username = `ann-${count}x`
  return { email: `${username}@example.org`, password: PASSWORD, username, displayName: 'Ann Ame', ...over }
}

const users = async () => (await world.db.selectFrom('user').select('id').execute()).length
const cookieLine = (headers: Headers, name: string) =>
  headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? ''
const sessionOf = (client: Client) => client.get('/api/auth/session')

describe('the CSRF token', () => {
  test('comes with a cookie that lives for an hour and is hidden from scripts [R-SESS-18, R-SESS-27]', async () => {
    const { status, body, headers } = await world.visitor().get('/api/auth/csrf')
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, csrfToken: expect.stringMatching(/^[\w-]+\.\d+\.[\w-]+$/) })
    expect(cookieLine(headers, 'savepoint.csrf')).toBe(
      `savepoint.csrf=${body.csrfToken}; Path=/; SameSite=Lax; Max-Age=3600; HttpOnly`,
    )
  })

  test("is returned again while half of its hour is left, so that tabs do not replace each other's token", async () => {
    const visitor = world.visitor()
    const token = async () => (await visitor.get('/api/auth/csrf')).body.csrfToken
    const first = await token()
    expect(await token()).toBe(first)
    world.time.now = new Date(Date.now() + 31 * 60_000)
    expect(await token()).not.toBe(first)
    world.time.now = new Date()
  })

  test('is required for every write: a missing, foreign or expired one is refused and changes nothing [R-SESS-19]', async () => {
    const refused = { error: 'Invalid or missing security token', code: 'csrf_invalid', requestId: expect.any(String) }
    const before = await users()
    for (const path of ['signup', 'signin', 'logout', 'check-username', 'check-email']) {
      const body = draft()
      const bare = await world.app.request(`${ORIGIN}/api/auth/${path}`, { method: 'POST', body: JSON.stringify(body) })
      expect([path, bare.status, await bare.json()]).toEqual([path, 403, refused])
    }
    const visitor = world.visitor()
    const { csrfToken } = (await visitor.get('/api/auth/csrf')).body
    const foreign = await visitor.post('/api/auth/signup', draft(), {
      'x-csrf-token': csrfToken,
      origin: 'https://evil.example',
    })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'csrf_invalid'])
    const ofAnother = makeCsrfToken(world.config.secret, 'somebody', new Date())
    visitor.cookies.set('savepoint.csrf', ofAnother)
    expect((await visitor.post('/api/auth/signup', draft(), { 'x-csrf-token': ofAnother })).status).toBe(403)
    const expired = makeCsrfToken(world.config.secret, null, new Date(Date.now() - 3_601_000))
    visitor.cookies.set('savepoint.csrf', expired)
    expect((await visitor.post('/api/auth/signup', draft(), { 'x-csrf-token': expired })).status).toBe(403)
    expect(await users()).toBe(before)
  })

  test('changes at sign-in and sign-out', async () => {
    const member = await signUp(world)
    const { csrfToken: own } = (await member.get('/api/auth/csrf')).body
    await member.post('/api/auth/logout')
    const { csrfToken: after } = (await member.get('/api/auth/csrf')).body
    expect(after).not.toBe(own)
    await member.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
    const stale = await member.post('/api/auth/logout', undefined, { 'x-csrf-token': after })
    expect(stale.body.code).toBe('csrf_invalid')
  })
})

describe('signing up', () => {
  test('creates user and profile and signs in [R-AUTH-48, R-SESS-09]', async () => {
    const visitor = world.visitor()
    const given = draft({ email: ' Mixed.Case@Example.ORG ', username: 'MixedCase', displayName: '  Mia Mixed ' })
    const answer = await visitor.post('/api/auth/signup', given)
    expect(answer.status).toBe(201)
    const user = {
      id: expect.any(String),
      email: 'mixed.case@example.org',
      role: 'user',
      username: 'MixedCase',
      display_name: 'Mia Mixed',
      avatar_url: null,
      onboarded: false,
    }
    expect(answer.body).toEqual({ user, session: { expiresAt: expect.any(String) } })
    expect((await sessionOf(visitor)).body).toEqual({ user, session: answer.body.session, authenticated: true })
    const { profile } = (await visitor.get('/api/auth/user')).body
    expect(profile).toMatchObject({ username: 'MixedCase', display_name: 'Mia Mixed', role: 'user' })
  })

  test('returns nothing secret', async () => {
    const visitor = world.visitor()
    const given = draft()
    const up = await visitor.post('/api/auth/signup', given)
    const inn = await visitor.post('/api/auth/signin', { email: given.email, password: PASSWORD })
    const me = await visitor.get('/api/auth/user')
    const row = await world.db
      .selectFrom('account')
      .innerJoin('session', 'session.userId', 'account.userId')
      .where('account.userId', '=', me.body.user.id)
      .select(['password', 'token'])
      .executeTakeFirstOrThrow()
    const bodies = JSON.stringify([up.body, inn.body, me.body, (await sessionOf(visitor)).body])
    expect(row.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    for (const secret of [PASSWORD, row.password as string, row.token]) expect(bodies).not.toContain(secret)
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    ['email', { email: undefined }, FIELD_TEXTS.emailRequired, 'R-AUTH-23'],
    ['email', { email: '' }, FIELD_TEXTS.emailRequired, 'R-AUTH-23'],
    ['email', { email: `${'a'.repeat(243)}@example.org` }, FIELD_TEXTS.emailTooLong, 'R-AUTH-24'],
    ['email', { email: 'a@b' }, FIELD_TEXTS.emailInvalid, 'R-AUTH-25'],
    ['email', { email: 'abc' }, FIELD_TEXTS.emailInvalid, 'R-AUTH-25'],
    ['password', { password: undefined }, FIELD_TEXTS.passwordRequired, 'R-AUTH-26'],
    ['password', { password: `Aa1${'x'.repeat(126)}` }, FIELD_TEXTS.passwordTooLong, 'R-AUTH-28'],
    ['username', { username: '' }, FIELD_TEXTS.usernameRequired, 'R-AUTH-30'],
    ['username', { username: 'ab' }, FIELD_TEXTS.usernameTooShort, 'R-AUTH-31'],
    ['username', { username: 'a'.repeat(21) }, FIELD_TEXTS.usernameTooLong, 'R-AUTH-32'],
    ['username', { username: '_abc' }, FIELD_TEXTS.usernameEdges, 'R-AUTH-33'],
    ['username', { username: 'abc-' }, FIELD_TEXTS.usernameEdges, 'R-AUTH-33'],
    ['username', { username: 'a b c' }, FIELD_TEXTS.usernameCharacters, 'R-AUTH-33'],
    ['username', { username: 'All-Games' }, FIELD_TEXTS.usernameReserved, 'C31'],
    ['displayName', { displayName: 'x'.repeat(50) }, FIELD_TEXTS.displayNameTooLong, 'R-AUTH-34'],
    ['displayName', { displayName: '   ' }, FIELD_TEXTS.displayNameRequired, 'R-AUTH-35'],
    ['displayName', { displayName: 'a\u0000b' }, FIELD_TEXTS.displayNameCharacters, 'G44'],
  ])(
    'refuses a wrong %s %j with the text: %s (%s) [R-AUTH-23, R-AUTH-24, R-AUTH-25, R-AUTH-26, R-AUTH-28, R-AUTH-30, R-AUTH-31, R-AUTH-32, R-AUTH-33, R-AUTH-34, R-AUTH-35]',
    async (field, over, sentence) => {
      const before = await users()
      const { status, body } = await world.visitor().post('/api/auth/signup', draft(over))
      expect([status, body.code, body.error]).toEqual([400, 'validation_failed', sentence])
      expect(body.details).toEqual({ [field]: sentence })
      expect(await users()).toBe(before)
    },
  )

  test('refuses a password that is too short or too simple as weak, each with its own text [R-AUTH-27, R-AUTH-29, R-AUTH-72]', async () => {
    const before = await users()
    const short = await world.visitor().post('/api/auth/signup', draft({ password: 'Abcdef1' }))
    expect([short.status, short.body.code, short.body.error]).toEqual([
      400,
      'weak_password',
      'Password must be at least 8 characters long.',
    ])
    expect(short.body.details).toEqual({ password: 'Password must be at least 8 characters' })
    const plain = await world.visitor().post('/api/auth/signup', draft({ password: 'abcdefg1' }))
    expect([plain.status, plain.body.code, plain.body.error]).toEqual([
      400,
      'weak_password',
      'Password must contain at least 3 of: lowercase, uppercase, number, special character',
    ])
    expect(await users()).toBe(before)
    expect((await world.visitor().post('/api/auth/signup', draft({ password: 'Abcdefg1' }))).status).toBe(201)
    expect((await world.visitor().post('/api/auth/signup', draft({ password: `Aa1${'x'.repeat(125)}` }))).status).toBe(
      201,
    )
  })

  test('refuses a body of the wrong shape with the general text [R-AUTH-76]', async () => {
    for (const body of ['[]', '"text"', 'null', '7', '{"email":', 'email=a']) {
      const answer = await world.visitor().post('/api/auth/signup', body)
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([
        400,
        'validation_failed',
        'Please check your information and try again.',
      ])
    }
  })

  test('accepts an email address of 254 characters and refuses one of 255 [R-AUTH-24]', async () => {
    const statusOf = async (length: number) => {
      const email = `${'a'.repeat(length - '@example.org'.length)}@example.org`
      return (await world.visitor().post('/api/auth/signup', draft({ email }))).status
    }
    expect([await statusOf(254), await statusOf(255)]).toEqual([201, 400])
  })

  test('accepts usernames of twenty and of three characters [R-AUTH-31, R-AUTH-32, R-AUTH-33]', async () => {
    for (const username of ['a_b-c_d-e_f-g_h-i_jk', 'xyz'])
      expect((await world.visitor().post('/api/auth/signup', draft({ username }))).status).toBe(201)
  })

  test('refuses a second account for an email address, in any letter case, and stores nothing [R-AUTH-73]', async () => {
    const first = draft()
    await world.visitor().post('/api/auth/signup', first)
    const before = await users()
    const again = await world.visitor().post('/api/auth/signup', draft({ email: first.email.toUpperCase() }))
    expect([again.status, again.body.code, again.body.error]).toEqual([
      409,
      'user_already_exists',
      'An account with this email already exists.',
    ])
    expect(again.headers.getSetCookie()).toEqual([])
    expect(await users()).toBe(before)
  })

  test('refuses a taken username, in any letter case, and stores no user', async () => {
    const first = draft()
    await world.visitor().post('/api/auth/signup', first)
    const before = await users()
    const again = await world.visitor().post('/api/auth/signup', draft({ username: first.username.toUpperCase() }))
    expect([again.status, again.body.code, again.body.error]).toEqual([
      409,
      'username_taken',
      'Username is already taken',
    ])
    expect(again.body.details).toEqual({ username: 'Username is already taken' })
    expect(await users()).toBe(before)
  })

  test('lets one of several simultaneous claims to a name, or to an email address, succeed; the others store nothing', async () => {
    const before = await users()
    const names = await Promise.all(
      ['Racer', 'racer', 'RACER', 'rAcEr'].map((username) =>
        world.visitor().post('/api/auth/signup', draft({ username })),
      ),
    )
    expect(names.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await users()).toBe(before + 1)
    const addresses = await Promise.all(
      ['same@example.org', 'SAME@example.org', 'Same@Example.org'].map((email) =>
        world.visitor().post('/api/auth/signup', draft({ email })),
      ),
    )
    expect(addresses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await users()).toBe(before + 2)
    const orphans = await world.db
      .selectFrom('user')
      .leftJoin('profiles', 'profiles.id', 'user.id')
      .leftJoin('account', 'account.userId', 'user.id')
      .where((eb) => eb.or([eb('profiles.id', 'is', null), eb('account.id', 'is', null)]))
      .select('user.id')
      .execute()
    expect(orphans).toEqual([])
  })

  test('makes the address of ADMIN_EMAIL an admin, and nobody who asks for the role [R-SESS-26]', async () => {
    const boss = await world.visitor().post('/api/auth/signup', draft({ email: 'Boss@example.org' }))
    expect(boss.body.user.role).toBe('admin')
    const claim = await world.visitor().post('/api/auth/signup', draft({ role: 'admin', user_id: boss.body.user.id }))
    expect(claim.body.user.role).toBe('user')
    expect(claim.body.user.id).not.toBe(boss.body.user.id)
  })

  test("makes an account that is older than ADMIN_EMAIL an admin at the server's start", async () => {
    const member = await signUp(world)
    expect((await sessionOf(member)).body.user.role).toBe('user')
    const config = { ...world.config, adminEmail: member.user.email }
    await appointAdmin({ db: world.db, config } as AccountsDeps)
    await expect.poll(async () => (await sessionOf(member)).body.user.role).toBe('admin')
  })
})

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
    const old = await signUp(world, { password: 'Abcdefg1' })
    // An older installation may store a password that a member could not choose today.
    const { password } = await world.db
      .selectFrom('account')
      .where('userId', '=', old.user.id)
      .select('password')
      .executeTakeFirstOrThrow()
    await world.db.updateTable('account').set({ password }).where('userId', '=', user.id).execute()
    const answer = await world.visitor().post('/api/auth/signin', { email: user.email, password: 'Abcdefg1' })
    expect(answer.status).toBe(200)
    const plain = await world.visitor().post('/api/auth/signin', { email: user.email, password: 'abcdefgh' })
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

describe('the session', () => {
  test('is readable by everybody; a visitor has none [R-SESS-17]', async () => {
    const { status, body, headers } = await sessionOf(world.visitor())
    expect(status).toBe(200)
    expect(body).toEqual({ user: null, session: null, authenticated: false })
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('the user check is for members [R-AUTH-50]', async () => {
    const stranger = await world.visitor().get('/api/auth/user')
    expect([stranger.status, stranger.body.error]).toEqual([401, 'Not authenticated'])
    const member = await signUp(world)
    const { status, body } = await member.get('/api/auth/user')
    expect([status, body.user.id, body.profile.id]).toEqual([200, member.user.id, member.user.id])
  })

  test('a forged, foreign or expired cookie makes the viewer a visitor, and the response deletes the cookie', async () => {
    const member = await signUp(world)
    const real = decodeURIComponent(member.cookies.get('savepoint.session_token') as string)
    const [token] = real.split('.')
    const forged = [`${token}.${'A'.repeat(43)}=`, token as string, `x${real}`, '', '%', `${real}; admin=1`]
    for (const value of forged) {
      const thief = world.visitor()
      thief.cookies.set('savepoint.session_token', encodeURIComponent(value))
      const { body, headers } = await sessionOf(thief)
      expect([value, body.authenticated]).toEqual([value, false])
      expect(cookieLine(headers, 'savepoint.session_token')).toContain('Max-Age=0')
    }
    await world.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('token', '=', token as string)
      .execute()
    await announce(world.db, [tag.member(member.user.id)])
    await expect.poll(async () => (await sessionOf(member)).body.authenticated).toBe(false)
  })

  test('is renewed for thirty days after one day, and not more often (C36) [R-SESS-08]', async () => {
    const member = await signUp(world)
    expect((await sessionOf(member)).headers.getSetCookie()).toEqual([])
    await world.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() + 28.9 * 86_400_000) })
      .where('userId', '=', member.user.id)
      .execute()
    await announce(world.db, [tag.member(member.user.id)])
    await expect
      .poll(async () => cookieLine((await sessionOf(member)).headers, 'savepoint.session_token'))
      .toContain('Max-Age=2592000')
    const { expiresAt } = await world.db
      .selectFrom('session')
      .where('userId', '=', member.user.id)
      .select('expiresAt')
      .executeTakeFirstOrThrow()
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    const after = await sessionOf(member)
    expect([after.body.authenticated, after.headers.getSetCookie()]).toEqual([true, []])
  })

  test('stays valid when a database error prevents the renewal, and is renewed later', async () => {
    const member = await signUp(world)
    await world.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() + 28.9 * 86_400_000) })
      .where('userId', '=', member.user.id)
      .execute()
    await sql`create function no_room() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100''; end'`.execute(world.db)
    await sql`create trigger no_room before update of "expiresAt" on session execute function no_room()`.execute(
      world.db,
    )
    await announce(world.db, [tag.member(member.user.id)])
    await expect.poll(() => world.countQueries(() => sessionOf(member))).toBeGreaterThan(0)
    const kept = await sessionOf(member)
    expect([kept.body.authenticated, kept.headers.getSetCookie()]).toEqual([true, []])
    await sql`drop function no_room cascade`.execute(world.db)
    expect(cookieLine((await sessionOf(member)).headers, 'savepoint.session_token')).toContain('Max-Age=2592000')
  })

  /**
   * Invalidates the cached session and reads it again, in one query. The announcements of the sign-up have arrived by
   * then, because announcements arrive in their order.
   */
  const readAfterAllAnnouncements = async (member: Member) => {
    // The first request of the day also updates the last-seen time.
    await sessionOf(member)
    await announce(world.db, [tag.member(member.user.id)])
    await expect.poll(() => world.countQueries(() => sessionOf(member))).toBe(1)
  }

  test('is read from the database once a minute, however many calls a page makes', async () => {
    const member = await signUp(world)
    await readAfterAllAnnouncements(member)
    const queries = await world.countQueries(async () => {
      for (let call = 0; call < 5; call += 1) await sessionOf(member)
    })
    expect(queries).toBe(0)
  })

  test('takes one query when it is read, and none while it is cached', async () => {
    const member = await signUp(world)
    await readAfterAllAnnouncements(member)
    expect(await world.countQueries(() => sessionOf(member))).toBe(0)
  })

  test('gets a profile without a username when its profile is missing, and never the profile of another member [R-SESS-12]', async () => {
    const member = await signUp(world, { displayName: 'Lost And Found' })
    const other = await signUp(world)
    await world.db.deleteFrom('profiles').where('id', 'in', [member.user.id, other.user.id]).execute()
    await announce(world.db, [tag.member(member.user.id)])
    await expect
      .poll(async () => (await sessionOf(member)).body.user)
      .toMatchObject({
        id: member.user.id,
        username: null,
        display_name: 'Lost And Found',
      })
    const made = await world.db.selectFrom('profiles').where('id', '=', other.user.id).select('id').execute()
    expect(made).toEqual([])
  })

  test('a member who reads or creates their own lost profile gets a new one, and nobody else does [R-SESS-12]', async () => {
    const [member, other] = [await signUp(world, { displayName: 'Lost Again' }), await signUp(world)]
    const lose = () => world.db.deleteFrom('profiles').where('id', 'in', [member.user.id, other.user.id]).execute()
    const create = (who: Awaited<ReturnType<typeof signUp>>, user_id: string) =>
      who.post('/api/rpc/create_user_profile_safe', { user_id, user_email: 'a@example.org', user_metadata: {} })
    // No event invalidates the cached sessions.
    await lose()
    const read = await member.get(`/api/profiles/${member.user.id}`)
    expect([read.status, read.body.profile?.display_name]).toEqual([200, 'Lost Again'])
    expect((await member.get(`/api/profiles/${other.user.id}`)).body.code).toBe('PGRST116')
    await lose()
    const made = await create(member, member.user.id)
    expect([made.status, made.body]).toMatchObject([200, { id: member.user.id, display_name: 'Lost Again' }])
    expect((await create(member, member.user.id)).body).toEqual(made.body)
    const foreign = await create(member, other.user.id)
    expect([foreign.status, foreign.body.code]).toEqual([403, '42501'])
    const rows = await world.db.selectFrom('profiles').where('id', '=', other.user.id).select('id').execute()
    expect(rows).toEqual([])
  })
})

describe('signing out', () => {
  test('ends the session on the server at once and deletes the cookies [R-SESS-20, R-AUTH-80]', async () => {
    const member = await signUp(world)
    const kept = member.cookies.get('savepoint.session_token') as string
    expect((await sessionOf(member)).body.authenticated).toBe(true)
    const { status, body, headers } = await member.post('/api/auth/logout')
    expect([status, body]).toEqual([200, { success: true }])
    expect(cookieLine(headers, 'savepoint.session_token')).toContain('Max-Age=0')
    expect((await sessionOf(member)).body.authenticated).toBe(false)
    const thief = world.visitor()
    thief.cookies.set('savepoint.session_token', kept)
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

describe('the checks before signing up', () => {
  test('report a free name as available, and a taken or reserved one as not, in any letter case [R-AUTH-42]', async () => {
    const { user } = await signUp(world, { username: 'Taken_Name' })
    const visitor = world.visitor()
    const check = async (username: string) => (await visitor.post('/api/auth/check-username', { username })).body
    expect(await check('free-name')).toEqual({ available: true })
    expect(await check(user.username.toLowerCase())).toEqual({ available: false, reason: 'Username is already taken' })
    expect(await check('TAKEN_NAME')).toEqual({ available: false, reason: 'Username is already taken' })
    expect(await check('Settings')).toEqual({ available: false, reason: 'This username is reserved' })
  })

  test('refuse a malformed username with its text', async () => {
    for (const [username, sentence] of [
      ['ab', FIELD_TEXTS.usernameTooShort],
      ['_ab', FIELD_TEXTS.usernameEdges],
      [undefined, FIELD_TEXTS.usernameRequired],
    ]) {
      const { status, body } = await world.visitor().post('/api/auth/check-username', { username })
      expect([status, body.error]).toEqual([400, sentence])
    }
  })

  test('report whether an email address exists, ignoring case [R-AUTH-46]', async () => {
    const { user } = await signUp(world)
    const visitor = world.visitor()
    const check = (email: unknown) => visitor.post('/api/auth/check-email', { email })
    expect((await check(user.email.toUpperCase())).body).toEqual({ exists: true })
    expect((await check('nobody@example.org')).body).toEqual({ exists: false })
    const wrong = await check('abc')
    expect([wrong.status, wrong.body.error]).toEqual([400, FIELD_TEXTS.emailInvalid])
  })

  test('ignore a foreign user_id in the body [R-SESS-21]', async () => {
    const victim = await signUp(world)
    const member = await signUp(world)
    await member.post('/api/auth/logout', { user_id: victim.user.id, userId: victim.user.id })
    expect((await sessionOf(victim)).body.authenticated).toBe(true)
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
