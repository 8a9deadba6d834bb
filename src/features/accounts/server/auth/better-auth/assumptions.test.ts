import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/session.ts'
import { useBetterAuth } from '#tests/support/better-auth-app.ts'
import { totp } from '#tests/support/totp.ts'
import { RECOVERY_CODES, readCode } from '../../../factors.rules.ts'
import { PASSWORD_PROVIDER } from '../provider-ids.ts'
import { RENEWAL_SECONDS, SESSION_SECONDS } from '../session-lifetime.ts'
import { deleteTrustedDevices } from '../trusted-devices.queries.ts'
import { ADDRESS_HEADER, COOKIES, hasCookie, sessionTokenIn } from './cookies.ts'
import { createAuth } from './create-auth.ts'
import { ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED } from './failures.ts'

const {
  PASSWORD,
  configOf,
  log,
  open,
  auth,
  browser,
  someone,
  disable,
  signIn,
  sessionsOf,
  sessionOf,
  attributesOf,
  guarded,
  failureOf,
  db,
  api,
} = await useBetterAuth()

// These files test on the library itself what Savepoint assumes of better-auth, one assumption in each test. After an
// upgrade the title of a failing test states the broken assumption, and in brackets where to fix it. `../README.md` has
// the checklist.

describe('cookies (better-auth/cookies.ts)', () => {
  test('the session cookie is SESSION_COOKIE of server/session.ts', async () => {
    const { authCookies } = await auth.$context
    expect(authCookies.sessionToken.name).toBe(SESSION_COOKIE)
    expect(SESSION_COOKIE).toBe(`savepoint.${COOKIES.session}`)
    const { lines } = await signIn((await someone()).email)
    expect(attributesOf(lines, COOKIES.session)).toContain(`Max-Age=${SESSION_SECONDS}`)
  })

  test('over TLS every name begins with __Host- and never with __Secure-', async () => {
    const { authCookies, createAuthCookie } = await open({ BASE_URL: 'https://games.example' }).$context
    const names = [authCookies.sessionToken.name, authCookies.dontRememberToken.name, createAuthCookie('x').name]
    expect(names).toEqual([
      `__Host-${SESSION_COOKIE}`,
      `__Host-savepoint.${COOKIES.doNotRemember}`,
      '__Host-savepoint.x',
    ])
  })

  test('the value of the session cookie is the token, a dot and a signature (sessionTokenIn)', async () => {
    const member = await someone()
    const { lines, response } = await signIn(member.email)
    expect(sessionTokenIn(lines)).toBe(response.token)
    expect((await sessionsOf(member.id)).map(({ token }) => token)).toEqual([response.token])
  })

  test('a session that is not remembered has COOKIES.doNotRemember beside it, and both end with the browser', async () => {
    const { lines } = await signIn((await someone()).email, { rememberMe: false })
    for (const name of [COOKIES.session, COOKIES.doNotRemember]) {
      expect(attributesOf(lines, name)).not.toBe('')
      expect(attributesOf(lines, name)).not.toMatch(/max-age|expires/i)
    }
  })

  test('a sign-in that waits for its second step is identified by COOKIES.challenge', async () => {
    const { lines } = await signIn((await guarded()).email)
    expect(hasCookie(lines, COOKIES.challenge)).toBe(true)
  })

  test('a withheld sign-in deletes COOKIES.session and COOKIES.sessionCache, and no other cookie of a session', async () => {
    const { lines } = await signIn((await guarded()).email, { rememberMe: false })
    const expired = lines.filter((line) => /max-age=0/i.test(line)).map((line) => line.slice(0, line.indexOf('=')))
    expect(expired.sort()).toEqual([`savepoint.${COOKIES.sessionCache}`, SESSION_COOKIE])
  })

  test('a trusted device gets COOKIES.trustedDevice, needs no code, and loses COOKIES.doNotRemember', async () => {
    const member = await guarded()
    const { at } = await signIn(member.email, { rememberMe: false })
    const passed = await api.verifyTOTP({
      body: { code: totp(member.secret, 1), trustDevice: true },
      headers: at.headers(),
      returnHeaders: true,
    })
    const lines = at.take(passed.headers)
    expect(hasCookie(lines, COOKIES.trustedDevice)).toBe(true)
    expect(attributesOf(lines.toReversed(), COOKIES.doNotRemember)).toMatch(/max-age=0/i)
    const again = browser()
    const name = `savepoint.${COOKIES.trustedDevice}`
    again.cookies.set(name, at.cookies.get(name) as string)
    expect((await signIn(member.email, { at: again })).response.token).toEqual(expect.any(String))
  })

  test('the challenge of a passkey is in COOKIES.passkeyChallenge', async () => {
    const { headers } = await api.generatePasskeyAuthenticationOptions({ headers: new Headers(), returnHeaders: true })
    expect(hasCookie(headers.getSetCookie(), COOKIES.passkeyChallenge)).toBe(true)
  })
})

describe('error codes of signing in (SIGN_IN_CODES in failures.ts)', () => {
  test('INVALID_EMAIL_OR_PASSWORD for an unknown address and for a wrong password', async () => {
    const { email } = await someone()
    const expected = { code: 'INVALID_EMAIL_OR_PASSWORD', status: 'UNAUTHORIZED' }
    expect(await failureOf(signIn('nobody@example.org'))).toEqual(expected)
    expect(await failureOf(signIn(email, { password: 'Wrong-horse-1' }))).toEqual(expected)
  })

  test('the codes that our session hook throws reach the caller (ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED)', async () => {
    const member = await someone()
    const strict = open({
      REQUIRE_EMAIL_CONFIRMATION: 'true',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@example.org',
    })
    const body = { email: member.email, password: PASSWORD }
    expect((await failureOf(strict.api.signInEmail({ body }))).code).toBe(EMAIL_NOT_CONFIRMED)
    await disable(member.id)
    expect((await failureOf(signIn(member.email))).code).toBe(ACCOUNT_DISABLED)
  })

  test('an SQLSTATE passes through: 23503 for an account that is removed while its session is created', async () => {
    const member = await someone()
    const context = await auth.$context
    const insert = context.internalAdapter.createSession.bind(context.internalAdapter)
    await sql`
      create function lose_member() returns trigger language plpgsql as $$
      begin delete from "user" where id = new."userId"; return new; end $$`.execute(db)
    await sql`create trigger lose_member before insert on session for each row execute function lose_member()`.execute(
      db,
    )
    try {
      expect((await failureOf(insert(member.id, false))).code).toBe('23503')
    } finally {
      await sql`drop function lose_member cascade`.execute(db)
    }
  })
})

describe('renewing a session (renewSession in authenticator.ts)', () => {
  async function due() {
    const member = await someone()
    const { at } = await signIn(member.email)
    const expiresAt = new Date(Date.now() + (SESSION_SECONDS - 2 * RENEWAL_SECONDS) * 1000)
    await db.updateTable('session').set({ expiresAt }).where('userId', '=', member.id).execute()
    return { member, at }
  }
  const onUpdate = async (body: string) => {
    await sql.raw(`create function on_update() returns trigger language plpgsql as $$ begin ${body} end $$`).execute(db)
    await sql`create trigger on_update before update on session for each row execute function on_update()`.execute(db)
  }
  afterEach(() => sql`drop function if exists on_update cascade`.execute(db))

  test('getSession renews one that is older than RENEWAL_SECONDS, sets its cookie, and returns when it ends', async () => {
    const { member, at } = await due()
    const { headers, response } = await api.getSession({ headers: at.headers(), returnHeaders: true })
    const { expiresAt } = await sessionOf(member.id)
    expect(response?.session.expiresAt).toEqual(expiresAt)
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + (SESSION_SECONDS - RENEWAL_SECONDS) * 1000)
    expect(attributesOf(headers.getSetCookie(), COOKIES.session)).toContain(`Max-Age=${SESSION_SECONDS}`)
  })

  test('getSession returns null for a session that has ended', async () => {
    const { member, at } = await due()
    await db.deleteFrom('session').where('userId', '=', member.id).execute()
    expect(await api.getSession({ headers: at.headers() })).toBeNull()
  })

  test('getSession fails with FAILED_TO_GET_SESSION and UNAUTHORIZED when the session ends during the renewal', async () => {
    const { at } = await due()
    await onUpdate('return null;')
    expect(await failureOf(api.getSession({ headers: at.headers() }))).toEqual({
      code: 'FAILED_TO_GET_SESSION',
      status: 'UNAUTHORIZED',
    })
  })

  test('getSession fails with FAILED_TO_GET_SESSION and another status when the database refuses', async () => {
    const { at } = await due()
    await onUpdate(`raise exception 'no';`)
    expect(await failureOf(api.getSession({ headers: at.headers() }))).toEqual({
      code: 'FAILED_TO_GET_SESSION',
      status: 'INTERNAL_SERVER_ERROR',
    })
  })

  test('a session that is not remembered lives a day (stated in session-lifetime.ts)', async () => {
    const member = await someone()
    await signIn(member.email, { rememberMe: false })
    const { expiresAt, createdAt } = await sessionOf(member.id)
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 3_600_000)).toBe(24)
  })
})

describe('tables (src/db/migrations)', () => {
  test('every table and column that better-auth reads or writes exists', async () => {
    const missing = async () => {
      const { toBeCreated, toBeAdded } = await getMigrations(auth.options)
      return [...toBeCreated, ...toBeAdded].map(({ table, fields }) => [table, Object.keys(fields)])
    }
    expect(await missing()).toEqual([])
    // The comparison detects a missing column.
    await sql`alter table passkey rename column aaguid to elsewhere`.execute(db)
    const found = await missing()
    await sql`alter table passkey rename column elsewhere to aaguid`.execute(db)
    expect(found).toEqual([['passkey', ['aaguid']]])
  })

  test('a password is a row of account with PASSWORD_PROVIDER and the member as accountId (insertPassword)', async () => {
    const member = await someone()
    const [row] = await db.selectFrom('account').where('userId', '=', member.id).selectAll().execute()
    expect(row).toMatchObject({ providerId: PASSWORD_PROVIDER, accountId: member.id })
    expect((await signIn(member.email)).response.user.id).toBe(member.id)
  })

  test('a session stores device and IP address from the headers (headersForNewSession)', async () => {
    const member = await someone()
    await signIn(member.email)
    expect(await sessionsOf(member.id)).toMatchObject([{ userAgent: 'A browser', ipAddress: '203.0.113.7' }])
  })

  test("pending sign-ins and trusted devices are verifications whose value is the member's id (deleteTrustedDevices)", async () => {
    const member = await guarded()
    const { at } = await signIn(member.email)
    const body = { code: totp(member.secret, 1), trustDevice: true }
    at.take((await api.verifyTOTP({ body, headers: at.headers(), returnHeaders: true })).headers)
    await signIn(member.email)
    const rows = () => db.selectFrom('verification').where('value', '=', member.id).selectAll().execute()
    expect(await rows()).toHaveLength(2)
    await deleteTrustedDevices(db, member.id)
    const trusted = browser()
    for (const [name, value] of at.cookies) if (name.endsWith(COOKIES.trustedDevice)) trusted.cookies.set(name, value)
    expect((await signIn(member.email, { at: trusted })).lines.some((line) => line.includes(COOKIES.challenge))).toBe(
      true,
    )
  })

  test('identifiers of verifications are hashes, which none of our codes resemble (codes.queries.ts)', async () => {
    await signIn((await guarded()).email)
    const rows = await db.selectFrom('verification').select('identifier').execute()
    for (const { identifier } of rows) expect(identifier).toMatch(/^[\w-]{43}$/)
  })

  test('enabled means user.twoFactorEnabled and twoFactor.verified; disabled means neither (findSecondFactor)', async () => {
    const member = await someone()
    const { at } = await signIn(member.email)
    const state = async () =>
      db
        .selectFrom('user')
        .leftJoin('twoFactor', 'twoFactor.userId', 'user.id')
        .where('user.id', '=', member.id)
        .select(['twoFactorEnabled', 'verified'])
        .executeTakeFirst()
    const begun = await api.enableTwoFactor({ body: { password: PASSWORD, method: 'totp' }, headers: at.headers() })
    expect(await state()).toEqual({ twoFactorEnabled: false, verified: false })
    const secret = new URL('totpURI' in begun ? begun.totpURI : '').searchParams.get('secret') ?? ''
    const on = await api.verifyTOTP({ body: { code: totp(secret) }, headers: at.headers(), returnHeaders: true })
    at.take(on.headers)
    expect(await state()).toEqual({ twoFactorEnabled: true, verified: true })
    await api.disableTwoFactor({ body: { password: PASSWORD }, headers: at.headers() })
    expect(await state()).toEqual({ twoFactorEnabled: false, verified: null })
  })
})

describe('hooks (create-auth.ts and plugins.ts)', () => {
  test('the two-factor plugin has one hook, which runs after a password; its matcher is replaced (secondFactor)', async () => {
    const { twoFactor } = await import('better-auth/plugins')
    const { after } = twoFactor().hooks
    expect(after).toHaveLength(1)
    expect(after[0]?.matcher({ path: '/sign-in/email' } as never)).toBe(true)
  })

  test('the session hook runs before a session is stored', async () => {
    const member = await someone()
    await disable(member.id)
    await failureOf(signIn(member.email))
    expect(await sessionsOf(member.id)).toEqual([])
  })

  test('the two-factor hook runs after a password and deletes the session that it withholds', async () => {
    const member = await guarded()
    const before = await sessionsOf(member.id)
    const { lines, response } = await signIn(member.email)
    expect(response).toMatchObject({ twoFactorRedirect: true })
    expect([sessionTokenIn(lines), hasCookie(lines, COOKIES.challenge)]).toEqual([null, true])
    expect(await sessionsOf(member.id)).toEqual(before)
  })

  test('the two-factor hook runs after our own endpoint too (openSession in own-endpoints.ts)', async () => {
    const member = await guarded()
    const before = await sessionsOf(member.id)
    const { headers, response } = await api.openSession({
      body: { userId: member.id, rememberMe: true },
      headers: new Headers(),
      returnHeaders: true,
    })
    expect(response).toMatchObject({ twoFactorRedirect: true })
    const lines = headers.getSetCookie()
    expect([sessionTokenIn(lines), hasCookie(lines, COOKIES.challenge)]).toEqual([null, true])
    expect(await sessionsOf(member.id)).toEqual(before)
  })

  test('turning it on gives the browser another session and ends the earlier one (completeChange in second-factor.service.ts)', async () => {
    const { id, turnedOn } = await guarded()
    const token = sessionTokenIn(turnedOn.headers.getSetCookie())
    expect((await sessionsOf(id)).map((session) => session.token)).toEqual([token])
  })
})

describe('internal functions (own-endpoints.ts)', () => {
  test('$context.password hashes and verifies', async () => {
    const { password } = await createAuth({ db, config: configOf(), log, admit: async () => {} }).$context
    const hash = await password.hash(PASSWORD)
    expect(await password.verify({ hash, password: PASSWORD })).toBe(true)
    expect(await password.verify({ hash, password: 'Wrong-horse-1' })).toBe(false)
  })

  test('getSignedCookie returns a token with a valid signature, and nothing for another (readSessionToken)', async () => {
    const { at, response } = await signIn((await someone()).email, { rememberMe: false })
    expect(await api.readSessionToken({ headers: at.headers() })).toEqual({
      token: response.token,
      isRemembered: false,
    })
    at.cookies.set(SESSION_COOKIE, encodeURIComponent(`${response.token}.forged`))
    expect((await api.readSessionToken({ headers: at.headers() })).token).toBeNull()
  })

  test('findVerificationValue returns the member of a pending sign-in (readChallenge)', async () => {
    const member = await guarded()
    const { at } = await signIn(member.email)
    expect(await api.readChallenge({ headers: at.headers() })).toMatchObject({
      id: expect.stringMatching(/^2fa-/),
      userId: member.id,
      expiresAt: expect.any(Date),
    })
    expect(await api.readChallenge({ headers: new Headers() })).toBeNull()
  })

  test('a consumed sign-in is pending again after renewChallenge: its rows are 2fa-… and 2fa-attempts-…', async () => {
    const member = await guarded()
    const { at } = await signIn(member.email)
    const headers = at.headers()
    const body = { code: totp(member.secret, 1) }
    const challenge = await api.readChallenge({ headers })
    await api.verifyTOTP({ body, headers })
    expect((await failureOf(api.verifyTOTP({ body, headers }))).code).toBe('INVALID_TWO_FACTOR_COOKIE')
    if (challenge) await api.renewChallenge({ body: challenge })
    const answer = await api.verifyTOTP({ body, headers, returnHeaders: true })
    expect(hasCookie(answer.headers.getSetCookie(), COOKIES.session)).toBe(true)
  })

  test('createSession and setSessionCookie open a session with its cookie (openSession)', async () => {
    const member = await someone()
    const { headers, response } = await api.openSession({
      body: { userId: member.id, rememberMe: true },
      headers: new Headers({ 'user-agent': 'A browser', [ADDRESS_HEADER]: '203.0.113.7' }),
      returnHeaders: true,
    })
    expect(sessionTokenIn(headers.getSetCookie())).toBe(response.token)
    expect(await sessionsOf(member.id)).toMatchObject([{ userAgent: 'A browser', ipAddress: '203.0.113.7' }])
  })

  test('the otpauth URL contains the secret (beginSecondFactor), and recovery codes have the form that readCode parses', async () => {
    const { uri, recovery } = await guarded()
    expect(new URL(uri).searchParams.get('secret')).toMatch(/^[A-Z2-7]+$/)
    expect(recovery).toHaveLength(RECOVERY_CODES)
    for (const code of recovery) expect(readCode(code)).toEqual({ kind: 'recovery', code })
  })
})
