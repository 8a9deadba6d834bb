import { describe, expect, test } from 'vitest'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { type Browser, useBetterAuth } from '#tests/support/better-auth-app.ts'
import { totp } from '#tests/support/totp.ts'
import { LOCK_SECONDS } from '../../../factors.rules.ts'
import { COOKIES, sessionTokenIn } from './cookies.ts'
import { PASSKEY_NOT_VERIFIED } from './failures.ts'

const { PASSWORD, browser, someone, signIn, guarded, wrongCode, failureOf, db, api } = await useBetterAuth()

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

describe('internal functions of the second factor (own-endpoints.ts)', () => {
  test('isAppCode reads the secret as the plugin stores it, and neither consumes a code nor counts a wrong one', async () => {
    const member = await guarded()
    const isCode = (email: string, code: string) => api.isAppCode({ body: { email, code } })
    const right = totp(member.secret, 1)
    for (let time = 0; time < 11; time += 1) expect(await isCode(member.email, wrongCode(member.secret))).toBe(false)
    expect([await isCode(member.email, right), await isCode(member.email, right)]).toEqual([true, true])
    expect(await isCode('nobody@example.org', right)).toBe(false)
    expect(await isCode((await someone()).email, right)).toBe(false)
    const { at } = await signIn(member.email)
    const { headers } = await api.verifyTOTP({ body: { code: right }, headers: at.headers(), returnHeaders: true })
    expect(sessionTokenIn(headers.getSetCookie())).not.toBe(null)
  })

  test('isAppCode refuses a code of a secret that no code has confirmed', async () => {
    const member = await someone()
    const { at } = await signIn(member.email)
    const begun = await api.enableTwoFactor({ body: { password: PASSWORD, method: 'totp' }, headers: at.headers() })
    const secret = new URL('totpURI' in begun ? begun.totpURI : '').searchParams.get('secret') ?? ''
    expect(await api.isAppCode({ body: { email: member.email, code: totp(secret) } })).toBe(false)
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
