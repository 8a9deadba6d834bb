import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { SESSION_COOKIE } from '#server/session.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { cheapPasswordHashing } from '#tests/support/password-hashing.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { totp } from '#tests/support/totp.ts'
import { LOCK_SECONDS, RECOVERY_CODES, readCode } from '../../../factors.rules.ts'
import { insertPassword, insertProfile, insertUser } from '../../accounts.queries.ts'
import { deleteTrustedDevices } from '../../second-factor/second-factor.queries.ts'
import { OIDC_PROVIDER, PASSWORD_PROVIDER } from '../provider-ids.ts'
import { RENEWAL_SECONDS, SESSION_SECONDS } from '../session-lifetime.ts'
import { ADDRESS_HEADER, COOKIES, hasCookie, sessionTokenIn } from './cookies.ts'
import { createAuth, createProviderAuth } from './create-auth.ts'
import { ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED, errorCodeOf, errorStatusOf, PASSKEY_NOT_VERIFIED } from './failures.ts'

// What Savepoint assumes of better-auth: one assumption per test, tested on the library itself. After an upgrade the
// title of a failing test states the broken assumption, and in brackets where to fix it. `../README.md` has the
// checklist.

const PASSWORD = 'Correct-horse-7'
const { connectionString, drop } = await cloneDatabase()
const database = openDatabase({ connectionString, poolSize: 4, onError: () => {} })
const { db } = database
const provider = await startOidcServer(`${ORIGIN}/auth/callback`)
afterAll(async () => {
  await provider.close()
  await database.close()
  await drop()
})
const configOf = (settings: Record<string, string> = {}) =>
  readConfig({
    SECRET: 'a secret of the tests that is long enough',
    DATABASE_URL: connectionString,
    BASE_URL: ORIGIN,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    ...settings,
  })
const log = createLog('silent')
const open = (settings?: Record<string, string>) =>
  createAuth({ db, config: configOf(settings), log, passwordHashing: cheapPasswordHashing })
const auth = open()
const { api } = auth
const openProvider = createProviderAuth({ db, config: configOf(), log, passwordHashing: cheapPasswordHashing })

/** Stores cookies between calls, as a browser does. */
function browser() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    headers: (more: Record<string, string> = {}) =>
      new Headers({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...more }),
    take(headers: Headers): string[] {
      const lines = headers.getSetCookie()
      for (const line of lines) {
        const [pair = ''] = line.split(';')
        const at = pair.indexOf('=')
        if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at))
        else cookies.set(pair.slice(0, at), pair.slice(at + 1))
      }
      return lines
    },
  }
}
type Browser = ReturnType<typeof browser>

let count = 0
async function someone(): Promise<{ id: string; email: string }> {
  count += 1
  const email = `someone-${count}@example.org`
  const id = await insertUser(db, { email, name: `Someone ${count}` })
  if (id === null) throw new Error('there is such an account already')
  await insertPassword(db, id, await (await auth.$context).password.hash(PASSWORD))
  await insertProfile(db, { id, username: `someone-${count}`, display_name: `Someone ${count}`, role: 'user' })
  return { id, email }
}
const disable = (id: string) =>
  db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', id).execute()

async function signIn(email: string, { at = browser(), rememberMe = true, password = PASSWORD } = {}) {
  const answer = await api.signInEmail({
    body: { email, password, rememberMe },
    headers: at.headers({ 'user-agent': 'A browser', [ADDRESS_HEADER]: '203.0.113.7' }),
    returnHeaders: true,
  })
  return { at, lines: at.take(answer.headers), response: answer.response }
}
const sessionsOf = (id: string) => db.selectFrom('session').where('userId', '=', id).selectAll().execute()
const sessionOf = (id: string) =>
  db.selectFrom('session').where('userId', '=', id).selectAll().executeTakeFirstOrThrow()
const attributesOf = (lines: readonly string[], name: string) =>
  lines.find((line) => line.startsWith(`savepoint.${name}=`)) ?? ''

/** Creates a member with a second factor, and a browser in which they are signed in. */
async function guarded() {
  const member = await someone()
  const { at } = await signIn(member.email)
  const begun = await api.enableTwoFactor({ body: { password: PASSWORD, method: 'totp' }, headers: at.headers() })
  const uri = 'totpURI' in begun ? begun.totpURI : ''
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const turnedOn = await api.verifyTOTP({ body: { code: totp(secret) }, headers: at.headers(), returnHeaders: true })
  at.take(turnedOn.headers)
  const { backupCodes } = await api.viewBackupCodes({ body: { userId: member.id } })
  return { ...member, at, secret, uri, recovery: backupCodes, turnedOn }
}
const wrongCode = (secret: string) =>
  ['000000', '111111', '222222', '333333'].find(
    (code) => ![-1, 0, 1].some((step) => totp(secret, step) === code),
  ) as string

async function failureOf(work: Promise<unknown>): Promise<{ code: unknown; status: unknown }> {
  try {
    await work
  } catch (error) {
    return { code: errorCodeOf(error), status: errorStatusOf(error) }
  }
  throw new Error('it did not fail')
}

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

describe('error codes of the second factor (SECOND_STEP_CODES and SECOND_FACTOR_SETTINGS_CODES in failures.ts)', () => {
  const step = (at: Browser, code: string) => api.verifyTOTP({ body: { code }, headers: at.headers() })
  const recoveryStep = (at: Browser, code: string) => api.verifyBackupCode({ body: { code }, headers: at.headers() })

  test('INVALID_CODE for a wrong code, when it is turned on and in the second step', async () => {
    const member = await someone()
    const { at } = await signIn(member.email)
    const begun = await api.enableTwoFactor({ body: { password: PASSWORD, method: 'totp' }, headers: at.headers() })
    const secret = new URL('totpURI' in begun ? begun.totpURI : '').searchParams.get('secret') ?? ''
    expect((await failureOf(step(at, wrongCode(secret)))).code).toBe('INVALID_CODE')
    const other = await guarded()
    const challenged = await signIn(other.email)
    expect((await failureOf(step(challenged.at, wrongCode(other.secret)))).code).toBe('INVALID_CODE')
  })

  test('INVALID_BACKUP_CODE for a wrong recovery code, and for one that was used', async () => {
    const member = await guarded()
    const [code = ''] = member.recovery
    const first = await signIn(member.email)
    expect((await failureOf(recoveryStep(first.at, 'aaaaa-bbbbb'))).code).toBe('INVALID_BACKUP_CODE')
    await recoveryStep(first.at, code)
    const second = await signIn(member.email)
    expect((await failureOf(recoveryStep(second.at, code))).code).toBe('INVALID_BACKUP_CODE')
  })

  test('INVALID_TWO_FACTOR_COOKIE without a pending sign-in', async () => {
    expect((await failureOf(step(browser(), '123456'))).code).toBe('INVALID_TWO_FACTOR_COOKIE')
  })

  test('TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE after five wrong codes, then ACCOUNT_TEMPORARILY_LOCKED after ten for LOCK_SECONDS', async () => {
    const member = await guarded()
    const wrong = wrongCode(member.secret)
    const first = await signIn(member.email)
    for (let time = 0; time < 5; time += 1) expect((await failureOf(step(first.at, wrong))).code).toBe('INVALID_CODE')
    expect((await failureOf(step(first.at, wrong))).code).toBe('TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')
    const second = await signIn(member.email)
    const before = Date.now()
    for (let time = 0; time < 5; time += 1) expect((await failureOf(step(second.at, wrong))).code).toBe('INVALID_CODE')
    const after = Date.now()
    const third = await signIn(member.email)
    expect((await failureOf(step(third.at, wrong))).code).toBe('ACCOUNT_TEMPORARILY_LOCKED')
    const { lockedUntil } = await db
      .selectFrom('twoFactor')
      .where('userId', '=', member.id)
      .select('lockedUntil')
      .executeTakeFirstOrThrow()
    const until = (lockedUntil as Date).getTime() - LOCK_SECONDS * 1000
    expect([until >= before, until <= after]).toEqual([true, true])
  })

  test('TOTP_NOT_ENABLED and BACKUP_CODES_NOT_ENABLED when it was turned off during the second step', async () => {
    const member = await guarded()
    const [app, recovery] = [await signIn(member.email), await signIn(member.email)]
    await db.deleteFrom('twoFactor').where('userId', '=', member.id).execute()
    expect((await failureOf(step(app.at, '123456'))).code).toBe('TOTP_NOT_ENABLED')
    expect((await failureOf(recoveryStep(recovery.at, 'aaaaa-bbbbb'))).code).toBe('BACKUP_CODES_NOT_ENABLED')
  })

  test('TOTP_ALREADY_ENABLED when it is begun a second time', async () => {
    const { at } = await guarded()
    const again = api.enableTwoFactor({ body: { password: PASSWORD, method: 'totp' }, headers: at.headers() })
    expect((await failureOf(again)).code).toBe('TOTP_ALREADY_ENABLED')
  })

  test('TWO_FACTOR_NOT_ENABLED for new recovery codes of a member without it', async () => {
    const { at } = await signIn((await someone()).email)
    const codes = api.generateBackupCodes({ body: { password: PASSWORD }, headers: at.headers() })
    expect((await failureOf(codes)).code).toBe('TWO_FACTOR_NOT_ENABLED')
  })

  test('UNAUTHORIZED without a session, for everything in the settings', async () => {
    const headers = new Headers()
    const calls = [
      api.enableTwoFactor({ body: { password: PASSWORD, method: 'totp' }, headers }),
      api.generateBackupCodes({ body: { password: PASSWORD }, headers }),
      api.disableTwoFactor({ body: { password: PASSWORD }, headers }),
    ]
    for (const call of calls) expect((await failureOf(call)).status).toBe('UNAUTHORIZED')
  })
})

describe('error codes of passkeys (PASSKEY_CODES in failures.ts)', () => {
  async function asked(at: Browser) {
    const { headers, response } = await api.generatePasskeyRegistrationOptions({
      headers: at.headers(),
      returnHeaders: true,
    })
    at.take(headers)
    return response
  }
  type Made = ReturnType<ReturnType<typeof createAuthenticator>['make']>
  const add = (at: Browser, response: Made) =>
    api.verifyPasskeyRegistration({ body: { name: 'Key', response }, headers: at.headers() })
  async function challenged() {
    const at = browser()
    const { headers, response } = await api.generatePasskeyAuthenticationOptions({
      headers: new Headers(),
      returnHeaders: true,
    })
    at.take(headers)
    return { at, options: response }
  }
  const use = (at: Browser, response: object) =>
    api.verifyPasskeyAuthentication({
      body: { response: response as never },
      headers: at.headers(),
      returnHeaders: true,
    })
  async function owner() {
    const member = await someone()
    const { at } = await signIn(member.email)
    const device = createAuthenticator()
    await add(at, device.make(await asked(at)))
    return { member, at, device }
  }

  test('FAILED_TO_VERIFY_REGISTRATION for a response from another site', async () => {
    const { at } = await signIn((await someone()).email)
    const made = createAuthenticator().make(await asked(at), { origin: 'https://elsewhere.example' })
    expect((await failureOf(add(at, made))).code).toBe('FAILED_TO_VERIFY_REGISTRATION')
  })

  test('YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY for the challenge of another member', async () => {
    const [ann, bob] = [await signIn((await someone()).email), await signIn((await someone()).email)]
    const made = createAuthenticator().make(await asked(ann.at))
    const name = `savepoint.${COOKIES.passkeyChallenge}`
    bob.at.cookies.set(name, ann.at.cookies.get(name) as string)
    expect((await failureOf(add(bob.at, made))).code).toBe('YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY')
  })

  test('CHALLENGE_NOT_FOUND without the cookie of the challenge, when one is added and when it is used', async () => {
    const { at, device } = await owner()
    const made = createAuthenticator().make(await asked(at))
    at.cookies.delete(`savepoint.${COOKIES.passkeyChallenge}`)
    expect((await failureOf(add(at, made))).code).toBe('CHALLENGE_NOT_FOUND')
    const { options } = await challenged()
    expect((await failureOf(use(browser(), device.use(options)))).code).toBe('CHALLENGE_NOT_FOUND')
  })

  test('PASSKEY_NOT_FOUND for an unknown passkey', async () => {
    const { at, options } = await challenged()
    expect((await failureOf(use(at, createAuthenticator().use(options)))).code).toBe('PASSKEY_NOT_FOUND')
  })

  test('AUTHENTICATION_FAILED for a signature of another key', async () => {
    const { device } = await owner()
    const { at, options } = await challenged()
    const forged = { ...createAuthenticator().use(options), id: device.id, rawId: device.id }
    expect((await failureOf(use(at, forged))).code).toBe('AUTHENTICATION_FAILED')
  })

  test('the code that our afterVerification throws reaches the caller (PASSKEY_NOT_VERIFIED)', async () => {
    const { at: ownAt, device } = await owner()
    const made = createAuthenticator().make(await asked(ownAt), { isVerified: false })
    const added = await failureOf(add(ownAt, made))
    const { at, options } = await challenged()
    const used = await failureOf(use(at, device.use(options, { isVerified: false })))
    expect([added.code, used.code]).toEqual([PASSKEY_NOT_VERIFIED, PASSKEY_NOT_VERIFIED])
  })

  test('a passkey opens a session at once, and its row is found by the id that the device sends (touchPasskey)', async () => {
    const { member, device } = await owner()
    const { at, options } = await challenged()
    const { headers, response } = await use(at, device.use(options))
    expect(sessionTokenIn(headers.getSetCookie())).toBe(response.session.token)
    const row = await db.selectFrom('passkey').where('credentialID', '=', device.id).select('userId').executeTakeFirst()
    expect(row?.userId).toBe(member.id)
  })
})

describe('errors in the URL of the callback (CALLBACK_ERRORS in failures.ts)', () => {
  async function depart(at: Browser, link?: string) {
    const social = await openProvider()
    if (social === null) throw new Error('the provider was not reached')
    const callbackURL = '/settings/account'
    const common = { provider: OIDC_PROVIDER, callbackURL, errorCallbackURL: callbackURL, disableRedirect: true }
    const { headers, response } =
      link === undefined
        ? await social.api.signInSocial({ body: common, returnHeaders: true })
        : await social.api.linkSocialAccount({
            body: { ...common, additionalData: { session: link } },
            headers: at.headers(),
            returnHeaders: true,
          })
    at.take(headers)
    return { social, url: new URL(response.url as string) }
  }
  async function comeBack(at: Browser, { social, url }: Awaited<ReturnType<typeof depart>>, login: string) {
    const back = new URL(await provider.visit(url.href, { login }))
    return callback(at, social, Object.fromEntries(back.searchParams))
  }
  async function callback(
    at: Browser,
    social: NonNullable<Awaited<ReturnType<typeof openProvider>>>,
    query: Record<string, string>,
  ) {
    const answer = await social.api.callbackOAuth({
      params: { id: OIDC_PROVIDER },
      query,
      headers: at.headers(),
      method: 'GET',
      asResponse: true,
    })
    const lines = at.take(answer.headers)
    const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '/', 'http://here.invalid')
    return { lines, pathname, error: searchParams.get('error') }
  }

  test('account_not_linked for an address that has an account here', async () => {
    const member = await someone()
    const at = browser()
    expect(await comeBack(at, await depart(at), member.email)).toMatchObject({ error: 'account_not_linked' })
  })

  test('account_already_linked_to_different_user when another member has linked it', async () => {
    const [ann, bob] = [await signIn((await someone()).email), await signIn((await someone()).email)]
    expect((await comeBack(ann.at, await depart(ann.at, 'x'), 'shared@example.org')).error).toBeNull()
    const second = await comeBack(bob.at, await depart(bob.at, 'x'), 'shared@example.org')
    expect(second).toMatchObject({ pathname: '/settings/account', error: 'account_already_linked_to_different_user' })
  })

  test('invalid_code for a code that the provider did not issue', async () => {
    const at = browser()
    const { social, url } = await depart(at)
    const state = url.searchParams.get('state') as string
    expect(await callback(at, social, { state, code: 'made-up', iss: provider.issuer })).toMatchObject({
      error: 'invalid_code',
    })
  })

  test('the code of our session hook (ACCOUNT_DISABLED)', async () => {
    const at = browser()
    await comeBack(at, await depart(at), 'later-disabled@example.org')
    const { id } = await db
      .selectFrom('user')
      .where('email', '=', 'later-disabled@example.org')
      .select('id')
      .executeTakeFirstOrThrow()
    await insertProfile(db, { id: id as never, username: 'later', display_name: 'Later', role: 'user' })
    await disable(id)
    const again = browser()
    expect((await comeBack(again, await depart(again), 'later-disabled@example.org')).error).toBe(ACCOUNT_DISABLED)
  })

  test('a pending link is found by its state under auth-state:, with the added data (readLink in own-endpoints.ts)', async () => {
    const { at } = await signIn((await someone()).email)
    const linking = await depart(at, 'a hash of the session')
    const read = (state: string) => linking.social.api.readLink({ query: { state } })
    expect(await read(linking.url.searchParams.get('state') as string)).toEqual({ session: 'a hash of the session' })
    const signingIn = await depart(browser())
    expect(await read(signingIn.url.searchParams.get('state') as string)).toBeNull()
    expect(await read('made-up')).toBeNull()
  })

  test('the account hooks keep the provider’s tokens out of the database (databaseHooks in create-auth.ts)', async () => {
    const at = browser()
    await comeBack(at, await depart(at), 'tokens@example.org')
    const row = await db
      .selectFrom('account')
      .innerJoin('user', 'user.id', 'account.userId')
      .where('user.email', '=', 'tokens@example.org')
      .select(['account.providerId', 'accessToken', 'refreshToken', 'idToken'])
      .executeTakeFirst()
    expect(row).toEqual({ providerId: OIDC_PROVIDER, accessToken: null, refreshToken: null, idToken: null })
  })

  test('the second factor is required after the provider, whose path is /callback/:id (FIRST_STEPS in plugins.ts)', async () => {
    const member = await guarded()
    const login = 'guarded-at-provider@example.org'
    expect((await comeBack(member.at, await depart(member.at, 'x'), login)).error).toBeNull()
    const before = await sessionsOf(member.id)
    const at = browser()
    const { lines } = await comeBack(at, await depart(at), login)
    expect([sessionTokenIn(lines), hasCookie(lines, COOKIES.challenge)]).toEqual([null, true])
    expect(await sessionsOf(member.id)).toEqual(before)
  })

  test('an unreachable provider leaves no entry in socialProviders (createProviderAuth)', async () => {
    const unreachable = createProviderAuth({ db, config: configOf({ OIDC_ISSUER: 'http://127.0.0.1:1' }), log })
    expect(await unreachable()).toBeNull()
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
    const { password } = await createAuth({ db, config: configOf(), log }).$context
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
