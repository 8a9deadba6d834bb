import { afterAll, describe, expect, test } from 'vitest'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { mailsTo, newestLink } from '#tests/support/outbox-mails.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { totp } from '#tests/support/totp.ts'

const provider = await startOidcServer(`${ORIGIN}/auth/callback`)
afterAll(() => provider.close())
const world = useTestApp({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  LOG_LEVEL: 'debug',
})

interface Guarded extends Member {
  secret: string
  recovery: string[]
}
/** Creates a member with a second factor. Each code is that of the next half minute, so none is used twice. */
async function guarded(wanted: { email?: string } = {}): Promise<Guarded> {
  const ann = await signUp(world, wanted)
  const { secret } = (await ann.post('/api/auth/two-factor', { password: PASSWORD })).body
  const answer = await ann.post('/api/auth/two-factor/confirm', { code: totp(secret) })
  expect(answer.status).toBe(200)
  return Object.assign(ann, { secret, recovery: answer.body.recovery_codes })
}
const nextCode = ({ secret }: Guarded) => totp(secret, 1)
const isIn = async (browser: Client) => (await browser.get('/api/auth/session')).body.authenticated
const firstStep = (browser: Client, email: string, more = {}) =>
  browser.post('/api/auth/signin', { email, password: PASSWORD, ...more })
const secondStep = (browser: Client, code: string, more = {}) =>
  browser.post('/api/auth/signin/second-step', { code, ...more })
const wrong = (ann: Guarded) => (totp(ann.secret) === '000000' ? '111111' : '000000')

describe('turning the second factor on', () => {
  test('requires the password, then a code; the factor is off until then', async () => {
    const ann = await signUp(world)
    const begun = await ann.post('/api/auth/two-factor', { password: PASSWORD })
    expect(begun.body).toEqual({
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Savepoint:/),
      secret: expect.any(String),
    })
    expect((await ann.get('/api/auth/two-factor')).body).toEqual({ is_on: false, codes_left: 0 })
    // The setup is not confirmed: the password alone still signs in.
    expect((await firstStep(world.visitor(), ann.user.email)).body.user.id).toBe(ann.user.id)

    const { body } = await ann.post('/api/auth/two-factor/confirm', { code: totp(begun.body.secret) })
    expect(body.recovery_codes).toHaveLength(10)
    expect(new Set(body.recovery_codes).size).toBe(10)
    expect((await ann.get('/api/auth/two-factor')).body).toEqual({ is_on: true, codes_left: 10 })
    expect(await isIn(ann)).toBe(true)
    expect((await mailsTo(world, ann.user.email)).map(({ subject }) => subject)).toContain(
      'Two-factor sign-in is on · Savepoint',
    )
  })

  test('is refused with a wrong password or code, before it was begun, and twice', async () => {
    const ann = await signUp(world)
    const early = await ann.post('/api/auth/two-factor/confirm', { code: '123456' })
    expect([early.status, early.body.code]).toEqual([409, 'not_begun'])
    const wrongPassword = await ann.post('/api/auth/two-factor', { password: 'Wrong-horse-1' })
    expect([wrongPassword.status, wrongPassword.body.code]).toEqual([401, 'invalid_credentials'])
    const { secret } = (await ann.post('/api/auth/two-factor', { password: PASSWORD })).body
    const code = totp(secret) === '000000' ? '111111' : '000000'
    const wrongCode = await ann.post('/api/auth/two-factor/confirm', { code })
    expect([wrongCode.status, wrongCode.body.code]).toEqual([401, 'invalid_code'])
    expect((await ann.get('/api/auth/two-factor')).body.is_on).toBe(false)

    const bea = await guarded()
    const again = await bea.post('/api/auth/two-factor', { password: PASSWORD })
    expect([again.status, again.body.code]).toEqual([409, 'already_on'])
  })

  test('encrypts secret and recovery codes, and keeps them out of responses and logs', async () => {
    const ann = await guarded()
    const row = await world.db
      .selectFrom('twoFactor')
      .where('userId', '=', ann.user.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    const stored = JSON.stringify(row)
    for (const text of [ann.secret, ...ann.recovery]) {
      expect(stored).not.toContain(text)
      expect(world.logged()).not.toContain(text)
    }
    expect(JSON.stringify((await ann.get('/api/auth/user')).body)).not.toContain(row.secret)
  })
})

describe('signing in with a second factor', () => {
  test('the password alone opens no session and sets no session cookie', async () => {
    const ann = await guarded()
    const before = await world.db.selectFrom('session').select('id').execute()
    const browser = world.visitor()
    const { status, body, headers } = await firstStep(browser, ann.user.email)
    expect([status, body]).toEqual([200, { user: null, session: null, profile: null, second_factor: true }])
    expect(headers.getSetCookie().join()).not.toContain('session_token')
    expect([...browser.cookies.keys()].join()).not.toContain('session_token')
    expect(await isIn(browser)).toBe(false)
    expect(await world.db.selectFrom('session').select('id').execute()).toHaveLength(before.length)
  })

  test('a code of the app opens a session, once', async () => {
    const ann = await guarded()
    const browser = world.visitor()
    await firstStep(browser, ann.user.email)
    const code = nextCode(ann)
    const { status, body } = await secondStep(browser, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect([status, body.user.id, body.profile.username]).toEqual([200, ann.user.id, ann.user.username])
    expect(await isIn(browser)).toBe(true)

    const thief = world.visitor()
    await firstStep(thief, ann.user.email)
    const replayed = await secondStep(thief, code)
    expect([replayed.status, replayed.body.code]).toEqual([401, 'code_used'])
    expect(await isIn(thief)).toBe(false)
  })

  test('a used code is refused with a text, and the next code completes the same sign-in', async () => {
    const ann = await guarded()
    const code = nextCode(ann)
    const first = world.visitor()
    await firstStep(first, ann.user.email)
    expect((await secondStep(first, code)).status).toBe(200)

    const phone = world.visitor()
    await firstStep(phone, ann.user.email, { rememberMe: false })
    const sessions = () => world.db.selectFrom('session').where('userId', '=', ann.user.id).select('id').execute()
    const before = await sessions()
    const { status, body } = await secondStep(phone, code)
    const sentence = 'This code was used already. Please wait for the next one.'
    expect([status, body.code, body.error, body.details]).toEqual([401, 'code_used', sentence, { code: sentence }])
    expect(await sessions()).toHaveLength(before.length)
    // A recovery code replaces the app's next code, which the clock of this test cannot reach.
    expect((await secondStep(phone, ann.recovery[0] as string)).status).toBe(200)
    expect(await isIn(phone)).toBe(true)
  })

  test('of two simultaneous uses of a code one opens a session, and the other sign-in can continue', async () => {
    const ann = await guarded()
    const browsers = [world.visitor(), world.visitor()]
    for (const browser of browsers) await firstStep(browser, ann.user.email)
    const answers = await Promise.all(browsers.map((browser) => secondStep(browser, nextCode(ann))))
    expect(answers.map(({ body }) => body.code ?? 'in').sort()).toEqual(['code_used', 'in'])
    const late = browsers[answers.findIndex(({ body }) => body.code === 'code_used')] as Client
    for (let tries = 0; tries < 4; tries += 1)
      expect((await secondStep(late, wrong(ann))).body.code).toBe('invalid_code')
    expect((await secondStep(late, ann.recovery[0] as string)).status).toBe(200)
    expect(await isIn(late)).toBe(true)
  })

  test('a recovery code opens a session, once, and its owner is notified', async () => {
    const ann = await guarded()
    const [first = ''] = ann.recovery
    const browser = world.visitor()
    await firstStep(browser, ann.user.email)
    // The spacing does not matter.
    expect((await secondStep(browser, ` ${first.replace('-', '')} `)).status).toBe(200)
    expect((await ann.get('/api/auth/two-factor')).body.codes_left).toBe(9)
    const again = world.visitor()
    await firstStep(again, ann.user.email)
    expect((await secondStep(again, first)).body.code).toBe('invalid_code')
    expect((await mailsTo(world, ann.user.email)).at(-1)?.subject).toBe('A recovery code was used · Savepoint')
  })

  test('of two simultaneous uses of a recovery code one opens a session', async () => {
    const ann = await guarded()
    const browsers = [world.visitor(), world.visitor()]
    for (const browser of browsers) await firstStep(browser, ann.user.email)
    const answers = await Promise.all(browsers.map((browser) => secondStep(browser, ann.recovery[1] as string)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('a wrong code may be corrected; after five the sign-in ends', async () => {
    const ann = await guarded()
    const browser = world.visitor()
    await firstStep(browser, ann.user.email)
    const answers = []
    for (let tries = 0; tries < 5; tries += 1) answers.push((await secondStep(browser, wrong(ann))).body.code)
    expect(answers).toEqual(Array(5).fill('invalid_code'))
    expect((await secondStep(browser, nextCode(ann))).body.code).toBe('second_step_over')
    expect(await isIn(browser)).toBe(false)
  })

  test('ten wrong codes in a row lock the second step for a while, in every browser', async () => {
    const ann = await guarded()
    for (let browsers = 0; browsers < 2; browsers += 1) {
      const thief = world.visitor()
      await firstStep(thief, ann.user.email)
      for (let tries = 0; tries < 5; tries += 1) await secondStep(thief, wrong(ann))
    }
    const owner = world.visitor()
    await firstStep(owner, ann.user.email)
    const locked = await secondStep(owner, nextCode(ann))
    expect([locked.status, locked.body.code, locked.body.retryAfter]).toEqual([429, 'rate_limit_exceeded', 900])
    await world.db
      .updateTable('twoFactor')
      .set({ lockedUntil: new Date(Date.now() - 1) })
      .where('userId', '=', ann.user.id)
      .execute()
    expect((await secondStep(owner, nextCode(ann))).status).toBe(200)
  })

  test('without a first step, or with that of another browser, a code opens nothing', async () => {
    const ann = await guarded()
    const stranger = await secondStep(world.visitor(), nextCode(ann))
    expect([stranger.status, stranger.body.code]).toEqual([401, 'second_step_over'])
    const forged = world.visitor()
    forged.cookies.set('savepoint.two_factor', '2fa-made-up.signature')
    expect((await secondStep(forged, nextCode(ann))).body.code).toBe('second_step_over')
    expect((await secondStep(world.visitor(), '')).status).toBe(400)
  })

  test('another account of the same browser stays signed in until the second step is done', async () => {
    const ann = await guarded()
    const bea = await signUp(world)
    await firstStep(bea, ann.user.email)
    expect((await bea.get('/api/auth/session')).body.user.id).toBe(bea.user.id)
    expect((await secondStep(bea, nextCode(ann))).body.user.id).toBe(ann.user.id)
    expect((await bea.get('/api/auth/session')).body.user.id).toBe(ann.user.id)
  })

  test('a session that is not remembered stays so after the second step (C66)', async () => {
    const ann = await guarded()
    const browser = world.visitor()
    await firstStep(browser, ann.user.email, { rememberMe: false })
    const { headers } = await secondStep(browser, nextCode(ann), { trustDevice: true })
    const cookie = headers.getSetCookie().find((one) => one.startsWith('savepoint.session_token='))
    expect(cookie).toMatch(/httponly/i)
    expect(cookie).not.toMatch(/max-age/i)
    expect(browser.cookies.has('savepoint.dont_remember')).toBe(true)
  })

  test('a disabled account cannot sign in with a code either (G10)', async () => {
    const ann = await guarded()
    const browser = world.visitor()
    await firstStep(browser, ann.user.email)
    await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', ann.user.id).execute()
    const answer = await secondStep(browser, nextCode(ann))
    expect([answer.status, answer.body.code]).toEqual([403, 'account_disabled'])
  })
})

describe('a trusted device', () => {
  async function trusting(): Promise<{ ann: Guarded; browser: Client }> {
    const ann = await guarded()
    const browser = world.visitor()
    await firstStep(browser, ann.user.email)
    const { headers } = await secondStep(browser, nextCode(ann), { trustDevice: true })
    expect(headers.getSetCookie().find((one) => one.includes('trust_device'))).toMatch(/Max-Age=2592000.*HttpOnly/i)
    await browser.post('/api/auth/logout')
    return { ann, browser }
  }

  test('needs no code, and other devices still do', async () => {
    const { ann, browser } = await trusting()
    expect((await firstStep(browser, ann.user.email)).body.user.id).toBe(ann.user.id)
    expect((await firstStep(world.visitor(), ann.user.email)).body.second_factor).toBe(true)
    const other = await guarded()
    await browser.post('/api/auth/logout')
    expect((await firstStep(browser, other.user.email)).body.second_factor).toBe(true)
  })

  test('is no longer trusted after a new password', async () => {
    const { ann, browser } = await trusting()
    await ann.post('/api/auth/update-password', { password: 'Another-horse-8', current_password: PASSWORD })
    const answer = await firstStep(browser, ann.user.email, { password: 'Another-horse-8' })
    expect(answer.body.second_factor).toBe(true)
  })
})

describe('no other sign-in skips the second factor', () => {
  test('a new password by mail signs in only with a code', async () => {
    const ann = await guarded()
    await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
    const browser = world.visitor()
    await browser.get(await newestLink(world, ann.user.email))
    const { status, body } = await browser.post('/api/auth/update-password', { password: 'Another-horse-8' })
    expect([status, body]).toEqual([200, { success: true, second_factor: true }])
    expect(await isIn(browser)).toBe(false)
    expect((await secondStep(browser, nextCode(ann))).status).toBe(200)
    expect(await isIn(browser)).toBe(true)
  })

  test('the provider signs in only with a code, and then redirects to the target', async () => {
    const email = 'guarded-social@example.org'
    const ann = await guarded({ email })
    const link = (await ann.post('/api/auth/link/google', { password: PASSWORD })).body.url
    await ann.get((await provider.visit(link, { login: email })).replace(ORIGIN, ''))
    const browser = world.visitor()
    const { url } = (await browser.post('/api/auth/oauth/google', { redirect: '/all-games' })).body
    const back = await provider.visit(url, { login: email })
    const landed = await browser.get(back.replace(ORIGIN, ''))
    expect(landed.headers.get('location')).toBe(`/signin?step=code&redirect=${encodeURIComponent('/all-games')}`)
    expect(landed.headers.getSetCookie().filter((one) => one.startsWith('savepoint.session_token='))).toEqual([])
    expect(await isIn(browser)).toBe(false)
    expect((await secondStep(browser, nextCode(ann))).status).toBe(200)
    expect((await browser.get('/api/auth/session')).body.user.id).toBe(ann.user.id)
    // It is a session of the provider, which ends it.
    const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: email }) })
    const answer = await world.app.request(`${ORIGIN}/auth/backchannel-logout`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(await isIn(browser)).toBe(false)
  })
})

describe('managing the second factor', () => {
  test('a session of the provider stays one when the factor is turned on and off, so that the provider ends it', async () => {
    const email = 'replaced-social@example.org'
    const ann = await signUp(world, { email })
    const link = (await ann.post('/api/auth/link/google', { password: PASSWORD })).body.url
    await ann.get((await provider.visit(link, { login: email })).replace(ORIGIN, ''))
    const browser = world.visitor()
    const { url } = (await browser.post('/api/auth/oauth/google', {})).body
    await browser.get((await provider.visit(url, { login: email })).replace(ORIGIN, ''))
    const { secret } = (await browser.post('/api/auth/two-factor', { password: PASSWORD })).body
    expect((await browser.post('/api/auth/two-factor/confirm', { code: totp(secret) })).status).toBe(200)
    expect((await browser.post('/api/auth/two-factor/off', { password: PASSWORD })).status).toBe(200)
    const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: email }) })
    await world.app.request(`${ORIGIN}/auth/backchannel-logout`, { method: 'POST', body })
    expect([await isIn(browser), await isIn(ann)]).toEqual([false, true])
  })

  test('new recovery codes require the password and replace the old ones', async () => {
    const ann = await guarded()
    expect((await ann.post('/api/auth/two-factor/recovery-codes', { password: 'Wrong-horse-1' })).status).toBe(401)
    const { body } = await ann.post('/api/auth/two-factor/recovery-codes', { password: PASSWORD })
    expect(body.recovery_codes).toHaveLength(10)
    const browser = world.visitor()
    await firstStep(browser, ann.user.email)
    expect((await secondStep(browser, ann.recovery[0] as string)).status).toBe(401)
    expect((await secondStep(browser, body.recovery_codes[0])).status).toBe(200)
    const bea = await signUp(world)
    const none = await bea.post('/api/auth/two-factor/recovery-codes', { password: PASSWORD })
    expect([none.status, none.body.code]).toEqual([409, 'not_on'])
  })

  test('turning it off requires the password; then the password is enough again, and its owner is notified', async () => {
    const ann = await guarded()
    expect((await ann.post('/api/auth/two-factor/off', { password: 'Wrong-horse-1' })).status).toBe(401)
    expect((await firstStep(world.visitor(), ann.user.email)).body.second_factor).toBe(true)
    const waiting = world.visitor()
    await firstStep(waiting, ann.user.email)
    expect((await ann.post('/api/auth/two-factor/off', { password: PASSWORD })).status).toBe(200)
    expect(await isIn(ann)).toBe(true)
    expect((await firstStep(world.visitor(), ann.user.email)).body.user.id).toBe(ann.user.id)
    // A pending second step must start over.
    expect((await secondStep(waiting, nextCode(ann))).body.code).toBe('second_step_over')
    expect((await mailsTo(world, ann.user.email)).at(-1)?.subject).toBe('Two-factor sign-in is off · Savepoint')
    expect((await ann.post('/api/auth/two-factor/off', { password: PASSWORD })).body.code).toBe('not_on')
  })

  test('turning it on and off gives the browser a new session; the old token is invalid', async () => {
    const ann = await signUp(world)
    const old = world.visitor()
    old.cookies.set('savepoint.session_token', ann.cookies.get('savepoint.session_token') as string)
    expect(await isIn(old)).toBe(true)
    const { secret } = (await ann.post('/api/auth/two-factor', { password: PASSWORD })).body
    await ann.post('/api/auth/two-factor/confirm', { code: totp(secret) })
    expect([await isIn(old), await isIn(ann)]).toEqual([false, true])
  })
})

/** better-auth writes the flag and the secret one after the other. */
describe('after a crash between two writes', () => {
  const flag = (ann: Member, twoFactorEnabled: boolean) =>
    world.db.updateTable('user').set({ twoFactorEnabled }).where('id', '=', ann.user.id).execute()
  const confirmAnew = async (ann: Member) => {
    const begun = await ann.post('/api/auth/two-factor', { password: PASSWORD })
    expect(begun.status).toBe(200)
    const answer = await ann.post('/api/auth/two-factor/confirm', { code: totp(begun.body.secret) })
    expect(answer.body.recovery_codes).toHaveLength(10)
    expect((await ann.get('/api/auth/two-factor')).body.is_on).toBe(true)
    const browser = world.visitor()
    expect((await firstStep(browser, ann.user.email)).body.user).toBeNull()
    expect((await secondStep(browser, totp(begun.body.secret, 1))).status).toBe(200)
  }

  test('while turning it on, the member is not locked out, and can start over', async () => {
    const ann = await signUp(world)
    const { secret } = (await ann.post('/api/auth/two-factor', { password: PASSWORD })).body
    await flag(ann, true)
    expect((await ann.get('/api/auth/two-factor')).body.is_on).toBe(false)
    const browser = world.visitor()
    await firstStep(browser, ann.user.email)
    expect((await secondStep(browser, totp(secret))).body.code).toBe('second_step_over')
    expect((await firstStep(browser, ann.user.email)).body.user.id).toBe(ann.user.id)
    expect(await isIn(browser)).toBe(true)
    await confirmAnew(ann)
  })

  test('while turning it on, a member who is still signed in can start over at once', async () => {
    const ann = await signUp(world)
    await ann.post('/api/auth/two-factor', { password: PASSWORD })
    await flag(ann, true)
    await confirmAnew(ann)
  })

  test('while turning it off, it is off, and can be turned on again', async () => {
    const ann = await guarded()
    await flag(ann, false)
    expect((await ann.get('/api/auth/two-factor')).body.is_on).toBe(false)
    expect((await firstStep(world.visitor(), ann.user.email)).body.user.id).toBe(ann.user.id)
    await confirmAnew(ann)
  })

  test('the repair does not turn off a complete second factor', async () => {
    const ann = await guarded()
    const half = await signUp(world)
    await half.post('/api/auth/two-factor', { password: PASSWORD })
    await flag(half, true)
    const browser = world.visitor()
    await firstStep(browser, half.user.email)
    await secondStep(browser, '123456')
    expect((await ann.get('/api/auth/two-factor')).body.is_on).toBe(true)
    expect((await firstStep(world.visitor(), ann.user.email)).body.user).toBeNull()
  })
})
