import { describe, expect, test } from 'vitest'
import { makeCsrfToken } from '#server/csrf.ts'
import { useAccountsApp } from '#tests/support/accounts-app.ts'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { FIELD_TEXTS } from '../accounts.texts.ts'
import { type AccountsDeps, appointAdmin } from './accounts.service.ts'

const { world, draft, users, cookieLine, sessionOf } = useAccountsApp()

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
    expect((await world.visitor().post('/api/auth/signup', draft({ password: 'Hxqdefg1' }))).status).toBe(201)
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
