import { describe, expect, test } from 'vitest'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { mailsTo, newestLink } from '#tests/support/outbox-mails.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { FIELD_TEXTS, SERVER_TEXTS } from '../../accounts.texts.ts'

const NEW_PASSWORD = 'Another-horse-8'
const world = useTestApp({ LOG_LEVEL: 'debug' })

async function asked() {
  const ann = await signUp(world)
  await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
  const link = await newestLink(world, ann.user.email)
  return { ann, email: ann.user.email, link, code: new URL(link, ORIGIN).searchParams.get('code') as string }
}
async function opened() {
  const given = await asked()
  const browser = world.visitor()
  await browser.get(given.link)
  return { ...given, browser }
}
const canSignIn = async (email: string, password: string) =>
  (await world.visitor().post('/api/auth/signin', { email, password })).status === 200

describe('asking for a reset link', () => {
  test('has the same response and work whether or not the account exists; only the job knows [R-AUTH-80]', async () => {
    const ann = await signUp(world)
    const ask = async (email: string) => {
      const browser = world.visitor()
      await browser.get('/api/auth/csrf')
      let answer = { status: 0, body: {} as unknown }
      const queries = await world.countQueries(async () => {
        answer = await browser.post('/api/auth/forgot-password', { email })
      })
      const { name, data } = world.queue.at(-1) as { name: string; data: object }
      return { status: answer.status, body: answer.body, queries, name, data: { ...data, email: 'x' } }
    }
    const known = await ask(ann.user.email)
    const unknown = await ask('nobody@example.org')
    expect(unknown).toEqual(known)
    // The one statement asks whether the address of the visitor is blocked.
    expect(known).toMatchObject({ status: 200, body: { success: true }, queries: 1 })
    expect(await mailsTo(world, ann.user.email)).toHaveLength(1)
    expect(await mailsTo(world, 'nobody@example.org')).toHaveLength(0)
  })

  test('mails nothing to a disabled account', async () => {
    const ann = await signUp(world)
    await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', ann.user.id).execute()
    await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
    expect(await mailsTo(world, ann.user.email)).toEqual([])
  })

  test('refuses a malformed email address', async () => {
    const { status, body } = await world.visitor().post('/api/auth/forgot-password', { email: 'abc' })
    expect([status, body.error]).toEqual([400, FIELD_TEXTS.emailInvalid])
  })
})

describe('the reset link', () => {
  test('leads to the form, without the code in the URL, and may be opened twice before it is used [R-ROUTE-36]', async () => {
    const { link, code } = await asked()
    for (let times = 0; times < 2; times += 1) {
      const { status, headers } = await world.visitor().get(link)
      expect([status, headers.get('location')]).toEqual([302, '/reset-password'])
      expect(headers.getSetCookie().join()).toMatch(
        new RegExp(`^savepoint.recovery=${code}; Path=/; SameSite=Lax; Max-Age=3600; HttpOnly$`),
      )
    }
  })

  test('is stored as a hash only', async () => {
    const { code } = await asked()
    const rows = await world.db.selectFrom('verification').select(['identifier', 'value']).execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows.some(({ identifier }) => identifier.startsWith('recovery:'))).toBe(true)
    expect(world.logged()).not.toContain(code)
  })

  test('sets the password, ends every other session and signs in; it works once [R-AUTH-75]', async () => {
    const { ann, email, link, browser } = await opened()
    const answer = await browser.post('/api/auth/update-password', { password: NEW_PASSWORD })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect((await ann.get('/api/auth/session')).body.authenticated).toBe(false)
    expect((await browser.get('/api/auth/session')).body.user.email).toBe(email)
    expect(browser.cookies.has('savepoint.recovery')).toBe(false)
    expect([await canSignIn(email, PASSWORD), await canSignIn(email, NEW_PASSWORD)]).toEqual([false, true])
    expect((await mailsTo(world, email)).at(-1)?.subject).toBe('Your Savepoint password was changed')

    const again = await world.visitor().get(link)
    expect(again.headers.get('location')).toBe('/reset-password?error=invalid_grant')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('works for one of two simultaneous uses [R-AUTH-75]', async () => {
    const { link } = await asked()
    const browsers = [world.visitor(), world.visitor()]
    for (const browser of browsers) await browser.get(link)
    const answers = await Promise.all(
      browsers.map((browser) => browser.post('/api/auth/update-password', { password: NEW_PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({ code: 'invalid_grant', error: SERVER_TEXTS.invalid_grant })
  })

  test('expires after an hour, opened or not [R-AUTH-75]', async () => {
    const { link, browser } = await opened()
    world.time.now = new Date(Date.now() + 61 * 60_000)
    const late = await browser.post('/api/auth/update-password', { password: NEW_PASSWORD })
    expect([late.status, late.body.code]).toEqual([400, 'invalid_grant'])
    expect((await world.visitor().get(link)).headers.get('location')).toBe('/reset-password?error=invalid_grant')
    world.time.now = new Date()
  })

  test('invalidates all other reset links of the member', async () => {
    const first = await opened()
    await world.visitor().post('/api/auth/forgot-password', { email: first.email })
    const second = world.visitor()
    await second.get(await newestLink(world, first.email))
    expect((await second.post('/api/auth/update-password', { password: NEW_PASSWORD })).status).toBe(200)
    expect((await first.browser.post('/api/auth/update-password', { password: 'Third-horse-9' })).body.code).toBe(
      'invalid_grant',
    )
  })

  test('is invalid for another purpose, and so is a guessed code', async () => {
    const { code } = await asked()
    for (const path of [
      `/auth/callback?type=signup&code=${code}`,
      '/auth/callback?type=signup&code=x',
      `/auth/callback?type=unknown&code=${code}`,
    ])
      expect((await world.visitor().get(path)).headers.get('location')).toBe('/signin?error=callback_failed')
  })
})

describe('the new password', () => {
  test.each([
    ['Abcdef1', SERVER_TEXTS.weak_password, FIELD_TEXTS.passwordTooShort],
    ['abcdefg1', FIELD_TEXTS.passwordTooPlain, FIELD_TEXTS.passwordTooPlain],
  ])('follows the rules of sign-up: %s [R-AUTH-72]', async (password, error, detail) => {
    const { email, browser } = await opened()
    const { status, body } = await browser.post('/api/auth/update-password', { password })
    expect([status, body.code, body.error, body.details]).toEqual([400, 'weak_password', error, { password: detail }])
    expect(await canSignIn(email, PASSWORD)).toBe(true)
    // A refused attempt does not consume the link.
    expect((await browser.post('/api/auth/update-password', { password: NEW_PASSWORD })).status).toBe(200)
  })

  test('requires a link or the current password, and the body cannot name another member [R-SESS-21]', async () => {
    const ann = await signUp(world)
    const bare = await world
      .visitor()
      .post('/api/auth/update-password', { password: NEW_PASSWORD, user_id: ann.user.id })
    expect([bare.status, bare.body.code]).toEqual([400, 'invalid_grant'])
    const visitor = await world
      .visitor()
      .post('/api/auth/update-password', { password: NEW_PASSWORD, current_password: PASSWORD })
    expect([visitor.status, visitor.body.code]).toEqual([400, 'invalid_grant'])
    expect(await canSignIn(ann.user.email, PASSWORD)).toBe(true)
  })

  test('with the current password ends all sessions except this one (G10)', async () => {
    const ann = await signUp(world)
    const phone = world.visitor()
    await phone.post('/api/auth/signin', { email: ann.user.email, password: PASSWORD })
    const wrong = await ann.post('/api/auth/update-password', {
      password: NEW_PASSWORD,
      current_password: 'Wrong-horse-1',
    })
    expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([
      401,
      'invalid_credentials',
      { current_password: 'This is not your current password' },
    ])
    const right = await ann.post('/api/auth/update-password', { password: NEW_PASSWORD, current_password: PASSWORD })
    expect(right.status).toBe(200)
    expect((await ann.get('/api/auth/session')).body.authenticated).toBe(true)
    expect((await phone.get('/api/auth/session')).body.authenticated).toBe(false)
    expect(await canSignIn(ann.user.email, NEW_PASSWORD)).toBe(true)
  })
})

describe('with rate limits on', () => {
  const limited = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
  const ask = (email: string, ip: string, path = 'forgot-password') =>
    limited.visitor().post(`/api/auth/${path}`, { email }, { 'x-forwarded-for': ip })

  test('an email address gets one mail a minute, whether or not it has an account and for every client [R-AUTH-77]', async () => {
    expect((await ask('ann@example.org', '10.0.0.1')).status).toBe(200)
    for (const path of ['forgot-password', 'resend-confirmation']) {
      const { status, body, headers } = await ask('ann@example.org', '10.0.0.2', path)
      expect([status, body.code, body.error]).toEqual([
        429,
        'over_email_send_rate_limit',
        'Too many email requests. Please wait a few minutes.',
      ])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('an IP address requests one mail a minute, for any email address [R-AUTH-77]', async () => {
    expect((await ask('bea@example.org', '10.0.1.1')).status).toBe(200)
    expect((await ask('cleo@example.org', '10.0.1.1')).status).toBe(429)
  })

  test('an email address gets five mails an hour', async () => {
    const statuses: number[] = []
    for (let minute = 0; minute < 6; minute += 1) {
      statuses.push((await ask('dora@example.org', `10.0.2.${minute}`)).status)
      // A minute passes.
      await limited.db.deleteFrom('rate_limits').where('key', 'like', 'mail-minute%').execute()
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
