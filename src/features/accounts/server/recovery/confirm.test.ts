import { describe, expect, test } from 'vitest'
import { PASSWORD } from '#tests/support/members.ts'
import { follow, mailsTo, newestLink } from '#tests/support/outbox-mails.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { SERVER_TEXTS } from '../../accounts.texts.ts'
import { appointAdmin } from '../accounts.service.ts'

const world = useTestApp({ REQUIRE_EMAIL_CONFIRMATION: 'on', ADMIN_EMAIL: 'boss@example.org', LOG_LEVEL: 'debug' })

let count = 0
async function newcomer(over: Record<string, unknown> = {}) {
  count += 1
  const username = `new-${count}x`
  const draft = { email: `${username}@example.org`, password: PASSWORD, username, displayName: 'New', ...over }
  const browser = world.visitor()
  const answer = await browser.post('/api/auth/signup', draft)
  return { browser, answer, email: draft.email }
}
const signIn = (email: string, password = PASSWORD) => world.visitor().post('/api/auth/signin', { email, password })

/** Returns what a browser sends when somebody presses the button of the page. */
function fieldsOf(page: string): string {
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of page.matchAll(/name="(\w+)" value="([^"]*)"/g)) form.set(name, value)
  return form.toString()
}

describe('signing up with email confirmation', () => {
  test('creates the account, opens no session, and mails a link [R-AUTH-56]', async () => {
    const { browser, answer, email } = await newcomer()
    expect([answer.status, answer.body]).toEqual([201, { user: null, session: null }])
    expect(browser.cookies.has('savepoint.session_token')).toBe(false)
    expect((await browser.get('/api/auth/session')).body.authenticated).toBe(false)
    expect((await mailsTo(world, email)).map(({ subject }) => subject)).toEqual(['Confirm your email for Savepoint'])
  })

  test('mails nothing when it is refused', async () => {
    const { email } = await newcomer()
    await world.work()
    const { answer } = await newcomer({ email })
    expect(answer.status).toBe(409)
    expect(world.queue).toEqual([])
  })

  test('before confirmation only the right password gets the error that the address is unconfirmed [R-AUTH-67, R-AUTH-71]', async () => {
    const { email } = await newcomer()
    const right = await signIn(email)
    expect([right.status, right.body.code, right.body.error]).toEqual([
      403,
      'email_not_confirmed',
      SERVER_TEXTS.email_not_confirmed,
    ])
    expect((await signIn(email, 'Wrong-horse-1')).body.code).toBe('invalid_credentials')
  })
})

describe('the confirmation link', () => {
  test.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
  ])('confirms nothing by %s with %j, because nobody has followed it', async (method, headers) => {
    const { email } = await newcomer()
    const link = await newestLink(world, email)
    const looked = await world.app.request(ORIGIN + link, { method, headers })
    expect([looked.status, looked.headers.get('location'), looked.headers.get('set-cookie')]).toEqual([204, null, null])
    expect((await signIn(email)).body.code).toBe('email_not_confirmed')
    expect((await follow(world.visitor(), link)).headers.get('location')).toMatch(/auth=success/)
  })

  test('confirms nothing by a plain GET, as mail scanners send it, but by the button of the page that it gets', async () => {
    const { email } = await newcomer({ redirect: '/all-games' })
    const link = await newestLink(world, email)
    const browser = world.visitor()
    for (let times = 0; times < 2; times += 1) {
      const { status, body, headers } = await browser.get(link)
      expect([status, headers.get('location')]).toEqual([200, null])
      expect(headers.get('cache-control')).toBe('no-store')
      expect(body).toMatch(
        /<form method="post" action="\/auth\/callback">.*<button[^>]*>Confirm email address<\/button>/,
      )
      expect(body).not.toContain('<script')
    }
    expect((await signIn(email)).body.code).toBe('email_not_confirmed')

    const { body } = await browser.get(link)
    const { status, headers } = await browser.post('/auth/callback', fieldsOf(body))
    expect([status, headers.get('location')]).toEqual([303, '/signin?auth=success&redirect=%2Fall-games'])
    expect((await browser.get('/api/auth/session')).body.user.email).toBe(email)
    for (const again of [await world.visitor().get(link), await browser.post('/auth/callback', fieldsOf(body))])
      expect(again.headers.get('location')).toBe('/signin?error=already_confirmed')
  })

  test('is not used by a form without the token of the page, or of another site', async () => {
    const { email } = await newcomer()
    const link = await newestLink(world, email)
    const browser = world.visitor()
    const { body } = await browser.get(link)
    const fields = new URLSearchParams(fieldsOf(body))
    const without = new URLSearchParams({ ...Object.fromEntries(fields), csrf: '' })
    for (const refused of [
      await browser.post('/auth/callback', `${without}`),
      await world.visitor().post('/auth/callback', `${fields}`),
      await browser.post('/auth/callback', `${fields}`, { origin: 'https://evil.example' }),
      await browser.post('/auth/callback', `${fields}`, { 'sec-fetch-site': 'cross-site' }),
    ])
      expect([refused.status, refused.headers.get('location')]).toEqual([403, null])
    expect((await signIn(email)).body.code).toBe('email_not_confirmed')
    const again = await browser.post('/auth/callback', `${without}`)
    expect((await browser.post('/auth/callback', fieldsOf(again.body))).headers.get('location')).toMatch(/auth=success/)
    expect((await browser.post('/auth/callback', 'type=recovery&code=x')).headers.get('location')).toBe(
      '/signin?error=no_code',
    )
  })

  test('confirms the address, signs in, and redirects to the target; it works once [R-ROUTE-36]', async () => {
    const { email } = await newcomer({ redirect: '/all-games?genre=rpg' })
    const link = await newestLink(world, email)
    const browser = world.visitor()
    const { status, headers } = await follow(browser, link)
    expect([status, headers.get('location')]).toEqual([
      302,
      `/signin?auth=success&redirect=${encodeURIComponent('/all-games?genre=rpg')}`,
    ])
    expect((await browser.get('/api/auth/session')).body.user.email).toBe(email)
    expect((await signIn(email)).status).toBe(200)

    const stranger = world.visitor()
    expect((await follow(stranger, link)).headers.get('location')).toBe('/signin?error=already_confirmed')
    expect((await stranger.get('/api/auth/session')).body.authenticated).toBe(false)
  })

  test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example/', '/signin'])(
    'never redirects to %s (G06)',
    async (redirect) => {
      const { email } = await newcomer({ redirect })
      const { headers } = await follow(world.visitor(), await newestLink(world, email))
      expect(headers.get('location')).toBe('/signin?auth=success')
    },
  )

  test('expires after 24 hours', async () => {
    const { email } = await newcomer()
    const link = await newestLink(world, email)
    world.time.now = new Date(Date.now() + 24 * 3600_000 + 1000)
    expect((await follow(world.visitor(), link)).headers.get('location')).toBe('/signin?error=callback_failed')
    world.time.now = new Date()
    expect((await signIn(email)).body.code).toBe('email_not_confirmed')
  })

  test('opens a session of its own, whatever cookie the browser had', async () => {
    const { email } = await newcomer()
    const browser = world.visitor()
    browser.cookies.set('savepoint.session_token', 'planted.by-somebody')
    await follow(browser, await newestLink(world, email))
    expect(browser.cookies.get('savepoint.session_token')).not.toContain('planted')
  })

  test('does not let a disabled account in [R-AUTH-82]', async () => {
    const { email } = await newcomer()
    const link = await newestLink(world, email)
    await world.db
      .updateTable('profiles')
      .from('user')
      .whereRef('user.id', '=', 'profiles.id')
      .where('user.email', '=', email)
      .set({ disabled_at: new Date() })
      .execute()
    expect((await follow(world.visitor(), link)).headers.get('location')).toBe('/signin?error=auth_failed')
  })

  test('is not needed after a reset link, which went to the same address', async () => {
    const { email } = await newcomer()
    await world.visitor().post('/api/auth/forgot-password', { email })
    const browser = world.visitor()
    await follow(browser, await newestLink(world, email))
    expect((await browser.post('/api/auth/update-password', { password: 'Another-horse-8' })).status).toBe(200)
    expect((await signIn(email, 'Another-horse-8')).status).toBe(200)
  })
})

describe('the repeated confirmation mail', () => {
  test('is sent when the address is unconfirmed, and the response is always the same', async () => {
    const { email } = await newcomer()
    await world.work()
    const confirmed = await newcomer()
    await follow(world.visitor(), await newestLink(world, confirmed.email))
    const answers = []
    for (const address of [email, confirmed.email, 'nobody@example.org']) {
      const { status, body } = await world.visitor().post('/api/auth/resend-confirmation', { email: address })
      answers.push({ status, body })
    }
    expect(answers).toEqual(Array(3).fill({ status: 200, body: { success: true } }))
    expect(await mailsTo(world, email)).toHaveLength(2)
    expect(await mailsTo(world, confirmed.email)).toHaveLength(1)
    expect(await mailsTo(world, 'nobody@example.org')).toHaveLength(0)
  })
})

test.each([
  ['', 'no_code'],
  ['?type=signup', 'no_code'],
  ['?type=signup&code=', 'no_code'],
  ['?error=access_denied', 'oauth_failed'],
  ['?type=signup&code=nonsense', 'callback_failed'],
  ['?code=nonsense', 'callback_failed'],
])('/auth/callback%s leads to /signin?error=%s [R-AUTH-82, R-ROUTE-36]', async (search, code) => {
  const { status, headers } = await world.visitor().get(`/auth/callback${search}`)
  expect([status, headers.get('location')]).toEqual([302, `/signin?error=${code}`])
  expect(headers.get('cache-control')).toBe('no-store')
})

test('ADMIN_EMAIL makes nobody an admin before the address is confirmed', async () => {
  const { email } = await newcomer({ email: 'boss@example.org' })
  const role = async () =>
    (
      await world.db
        .selectFrom('profiles')
        .innerJoin('user', 'user.id', 'profiles.id')
        .where('email', '=', email)
        .select('role')
        .executeTakeFirst()
    )?.role
  expect(await role()).toBe('user')
  // Neither does the next start.
  await appointAdmin({ db: world.db, config: world.config })
  expect(await role()).toBe('user')
  const browser = world.visitor()
  await follow(browser, await newestLink(world, email))
  expect(await role()).toBe('admin')
  expect((await browser.get('/api/admin/outbox')).status).toBe(200)
})
