import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { mailsTo } from '#tests/support/outbox-mails.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { appointAdmin } from '../accounts.service.ts'

const provider = await startOidcServer(`${ORIGIN}/auth/callback`)
afterAll(() => provider.close())
const OIDC = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
}
const world = useTestApp({ ...OIDC, OIDC_NAME: 'Keycloak', LOG_LEVEL: 'debug' })

let count = 0
const someone = () => {
  count += 1
  return `person-${count}@example.org`
}
async function startSignIn(browser: Client, body: object = {}, path = '/api/auth/oauth/google'): Promise<string> {
  const answer = await browser.post(path, body)
  expect(answer.status).toBe(200)
  return answer.body.url
}
/** Opens the provider's redirect and returns where our callback leads. */
const followCallback = async (browser: Client, address: string) =>
  (await browser.get(address.replace(ORIGIN, ''))).headers.get('location')
async function socialSignIn(login: string, browser = world.visitor(), body: object = {}) {
  const back = await provider.visit(await startSignIn(browser, body), { login })
  return { browser, back, location: await followCallback(browser, back) }
}
const userOf = async (browser: Client) => (await browser.get('/api/auth/session')).body.user

describe('signing in through the provider', () => {
  test('the provider is listed, with its name', async () => {
    expect((await world.visitor().get('/api/auth/providers')).body).toEqual({
      google: true,
      name: 'Keycloak',
      password: true,
      providers: [{ id: 'oidc', name: 'Keycloak' }],
    })
  })

  test('redirects with PKCE S256, state and nonce [R-SESS-07, R-AUTH-49]', async () => {
    const url = new URL(await startSignIn(world.visitor()))
    expect(url.origin).toBe(provider.issuer)
    const { searchParams } = url
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(searchParams.get('state')?.length).toBeGreaterThanOrEqual(32)
    expect(searchParams.get('nonce')?.length).toBeGreaterThanOrEqual(32)
    expect(searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/callback`)
  })

  test("creates an account with the provider's name and no username; the next sign-in finds it (G11)", async () => {
    const login = someone()
    const first = await socialSignIn(login)
    expect(first.location).toBe('/signin?auth=success')
    const user = await userOf(first.browser)
    expect(user).toMatchObject({ email: login, display_name: `Person ${login.split('@')[0]}`, username: null })
    const second = await socialSignIn(login)
    expect((await userOf(second.browser)).id).toBe(user.id)
  })

  test('redirects to the target, and to no other site (G06)', async () => {
    const to = (redirect: string) => socialSignIn(someone(), world.visitor(), { redirect })
    expect((await to('/all-games?genre=rpg')).location).toBe(
      `/signin?auth=success&redirect=${encodeURIComponent('/all-games?genre=rpg')}`,
    )
    for (const evil of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example'])
      expect((await to(evil)).location).toBe('/signin?auth=success')
  })

  test('stores none of the provider’s tokens, and logs no code', async () => {
    const { back } = await socialSignIn(someone())
    const rows = await world.db.selectFrom('account').where('providerId', '=', 'oidc').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect([row.accessToken, row.refreshToken, row.idToken]).toEqual([null, null, null])
    expect(world.logged()).not.toContain(new URL(back).searchParams.get('code') as string)
  })

  test("opens a new session and ends the browser's earlier one", async () => {
    const ann = await signUp(world)
    const before = ann.cookies.get('savepoint.session_token') as string
    const old = world.visitor()
    old.cookies.set('savepoint.session_token', before)
    await socialSignIn(someone(), ann)
    expect(ann.cookies.get('savepoint.session_token')).not.toBe(before)
    expect((await old.get('/api/auth/session')).body.authenticated).toBe(false)
  })
})

describe("the provider's callback refuses", () => {
  test('a sign-in that the person cancelled [R-AUTH-82]', async () => {
    const browser = world.visitor()
    const back = await provider.visit(await startSignIn(browser), 'refuses')
    expect(back).toContain('error=access_denied')
    expect(await followCallback(browser, back)).toBe('/signin?error=oauth_failed')
    expect(await userOf(browser)).toBeNull()
  })

  test('a person whose address the provider does not give; a member may link one', async () => {
    const { browser, location } = await socialSignIn('no-email-1@example.org')
    expect(location).toBe('/signin?error=no_email')
    expect(await userOf(browser)).toBeNull()
    const ann = await signUp(world)
    const url = await startSignIn(ann, { password: PASSWORD }, '/api/auth/link/google')
    const back = await provider.visit(url, { login: 'no-email-2@example.org' })
    expect(await followCallback(ann, back)).toBe('/settings/account?linked=1')
  })

  test('a state of another browser, changed or missing [R-AUTH-82, R-SESS-07]', async () => {
    const browser = world.visitor()
    const back = new URL(await provider.visit(await startSignIn(browser), { login: someone() }))
    // Another browser lacks the cookie that binds the callback, and the PKCE verifier.
    const victim = world.visitor()
    expect(await followCallback(victim, back.href)).toBe('/signin?error=oauth_failed')
    expect(await userOf(victim)).toBeNull()
    const changed = new URL(back)
    changed.searchParams.set('state', 'x'.repeat(32))
    expect(await followCallback(browser, changed.href)).toBe('/signin?error=oauth_failed')
    const bare = new URL(back)
    bare.searchParams.delete('state')
    expect(await followCallback(browser, bare.href)).toBe('/signin?error=callback_failed')
    expect(await userOf(browser)).toBeNull()
  })

  test('a used or foreign code [R-AUTH-82]', async () => {
    const { browser, back } = await socialSignIn(someone())
    await browser.post('/api/auth/logout')
    expect(await followCallback(browser, back)).toMatch(/^\/signin\?error=(oauth|callback)_failed$/)
    expect(await userOf(browser)).toBeNull()
    const other = world.visitor()
    const address = new URL(await provider.visit(await startSignIn(other), { login: someone() }))
    address.searchParams.set('code', 'another')
    expect(await followCallback(other, address.href)).toBe('/signin?error=callback_failed')
    expect(await userOf(other)).toBeNull()
  })

  test('an address that has a password here: no session, no link, and the text explains what to do [R-AUTH-79]', async () => {
    const ann = await signUp(world)
    const { browser, location } = await socialSignIn(ann.user.email)
    expect(location).toBe('/signin?error=account_exists')
    expect(await userOf(browser)).toBeNull()
    const methods = await world.db
      .selectFrom('account')
      .where('userId', '=', ann.user.id)
      .select('providerId')
      .execute()
    expect(methods).toEqual([{ providerId: 'credential' }])
  })

  test('a disabled account [R-AUTH-82]', async () => {
    const login = someone()
    const { browser } = await socialSignIn(login)
    const { id } = await userOf(browser)
    await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', id).execute()
    const { location } = await socialSignIn(login)
    expect(location).toMatch(/^\/signin\?error=auth_failed#appeal=[\w-]+$/)
    const token = new URLSearchParams(location?.split('#')[1]).get('appeal')
    const appeal = { token, text: 'I have done nothing of the kind, please look again.' }
    expect((await world.visitor().post('/api/appeals/suspension', appeal)).status).toBe(201)
    expect((await socialSignIn(login)).location).toBe('/signin?error=auth_failed')
  })
})

describe('linking from the settings', () => {
  const OWN = { password: PASSWORD }

  async function linked() {
    const ann = await signUp(world)
    const login = someone()
    const back = await provider.visit(await startSignIn(ann, OWN, '/api/auth/link/google'), { login })
    return { ann, login, location: await followCallback(ann, back) }
  }

  test('lets the member sign in either way, and can be undone', async () => {
    const { ann, login, location } = await linked()
    expect(location).toBe('/settings/account?linked=1')
    expect((await ann.get('/api/auth/ways')).body).toEqual({
      password: true,
      providers: [{ id: 'oidc', name: expect.any(String), linked_at: expect.any(String) }],
    })
    expect((await userOf((await socialSignIn(login)).browser)).id).toBe(ann.user.id)
    expect((await ann.delete('/api/auth/link/google', OWN)).status).toBe(200)
    expect((await ann.get('/api/auth/ways')).body).toMatchObject({ password: true, providers: [{ linked_at: null }] })
    expect((await ann.delete('/api/auth/link/google')).body.code).toBe('not_linked')
    expect((await userOf((await socialSignIn(login)).browser)).id).not.toBe(ann.user.id)
  })

  test('refuses an identity that another member uses', async () => {
    const { login } = await linked()
    const bea = await signUp(world)
    const back = await provider.visit(await startSignIn(bea, OWN, '/api/auth/link/google'), { login })
    expect(await followCallback(bea, back)).toBe('/settings/account?error=identity_used')
    expect((await bea.get('/api/auth/ways')).body.providers[0].linked_at).toBeNull()
  })

  test('refuses a second link, and removing the only sign-in method (G08)', async () => {
    const { ann } = await linked()
    const second = await ann.post('/api/auth/link/google')
    expect([second.status, second.body.code]).toEqual([409, 'already_linked'])
    const { browser } = await socialSignIn(someone())
    const refused = await browser.delete('/api/auth/link/google')
    expect([refused.status, refused.body.code]).toEqual([400, 'last_sign_in_way'])
    expect((await browser.get('/api/auth/ways')).body.social).not.toBeNull()
  })

  test('requires the password, and its owner is notified of both', async () => {
    const ann = await signUp(world)
    for (const given of [{}, { password: 'Wrong-horse-1' }]) {
      const refused = await ann.post('/api/auth/link/google', given)
      expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials'])
    }
    const back = await provider.visit(await startSignIn(ann, OWN, '/api/auth/link/google'), { login: someone() })
    await followCallback(ann, back)
    const refused = await ann.delete('/api/auth/link/google')
    expect([refused.status, refused.body.details.password]).toEqual([401, expect.any(String)])
    expect((await ann.get('/api/auth/ways')).body.social).not.toBeNull()
    await ann.delete('/api/auth/link/google', OWN)
    expect((await mailsTo(world, ann.user.email)).map(({ subject }) => subject)).toEqual([
      'A sign-in provider was linked · Savepoint',
      'A sign-in provider was unlinked · Savepoint',
    ])
  })

  test('requires a sign-in of the last ten minutes from a member without a password', async () => {
    const ann = await signUp(world)
    await world.db.deleteFrom('account').where('userId', '=', ann.user.id).execute()
    expect((await ann.post('/api/auth/link/google', {})).status).toBe(200)
    world.time.now = new Date(Date.now() + 11 * 60_000)
    const late = await ann.post('/api/auth/link/google', {})
    world.time.now = new Date()
    expect([late.status, late.body.code]).toEqual([403, 'not_recent'])
  })

  test('is void after a sign-out, also when the member signs in again, and for another member of the browser', async () => {
    const ann = await signUp(world)
    const begin = async () => provider.visit(await startSignIn(ann, OWN, '/api/auth/link/google'), { login: someone() })
    const isLinked = async () =>
      (
        await world.db
          .selectFrom('account')
          .where('userId', '=', ann.user.id)
          .where('providerId', '=', 'oidc')
          .select('id')
          .execute()
      ).length > 0
    const back = await begin()
    await ann.post('/api/auth/logout')
    expect(await followCallback(ann, back)).toBe('/signin?error=oauth_failed')
    expect(await isLinked()).toBe(false)
    await ann.post('/api/auth/signin', { email: ann.user.email, password: PASSWORD })
    expect(await followCallback(ann, back)).toBe('/settings/account?error=oauth_failed')
    const again = await begin()
    const bea = await signUp(world)
    await ann.post('/api/auth/signin', { email: bea.user.email, password: PASSWORD })
    expect(await followCallback(ann, again)).toBe('/settings/account?error=oauth_failed')
    expect(await isLinked()).toBe(false)
  })

  test('is for members', async () => {
    expect((await world.visitor().post('/api/auth/link/google')).status).toBe(401)
    expect((await world.visitor().delete('/api/auth/link/google')).status).toBe(401)
  })
})

describe('with email confirmation', () => {
  const strict = useTestApp({ ...OIDC, REQUIRE_EMAIL_CONFIRMATION: 'on' })
  const through = async (login: string) => {
    const browser = strict.visitor()
    const { url } = (await browser.post('/api/auth/oauth/google', {})).body
    return followCallback(browser, await provider.visit(url, { login }))
  }

  test('the provider’s verification of the address is enough, and required', async () => {
    expect(await through('known@example.org')).toBe('/signin?auth=success')
    for (const login of ['unverified-loose@example.org', 'unverified-word-false@example.org'])
      expect(await through(login)).toBe('/signin?error=email_not_confirmed')
  })
})

describe('the address of ADMIN_EMAIL', () => {
  const ruled = useTestApp({ ...OIDC, ADMIN_EMAIL: 'boss@example.org' })
  const through = async (login: string) => {
    const browser = ruled.visitor()
    const { url } = (await browser.post('/api/auth/oauth/google', {})).body
    await followCallback(browser, await provider.visit(url, { login }))
    return (await browser.get('/api/auth/session')).body.user.role
  }

  test('makes an admin only when the provider has verified it', async () => {
    expect(await through('unverified-boss@example.org')).toBe('user')
    // The next start, with or without confirmation by mail, changes nothing.
    for (const requireEmailConfirmation of [false, true])
      await appointAdmin({ db: ruled.db, config: { ...ruled.config, requireEmailConfirmation } })
    expect(await through('unverified-boss@example.org')).toBe('user')
    await ruled.db.deleteFrom('user').execute()
    expect(await through('boss@example.org')).toBe('admin')
  })
})

describe('without a provider', () => {
  const bare = useTestApp()

  test('none is listed, and a request for one is refused with 503 (G11)', async () => {
    expect((await bare.visitor().get('/api/auth/providers')).body).toEqual({
      google: false,
      name: 'Google',
      password: true,
      providers: [],
    })
    const { status, body } = await bare.visitor().post('/api/auth/oauth/google', {})
    expect([status, body.code]).toEqual([503, 'provider_not_configured'])
    const back = await bare.visitor().get('/auth/callback?code=x&state=y')
    expect(back.headers.get('location')).toBe('/signin?error=oauth_failed')
  })
})

describe('an unreachable provider', () => {
  const cut = useTestApp({ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:1' })

  test('is refused, and the server still starts', async () => {
    const { status, body } = await cut.visitor().post('/api/auth/oauth/google', {})
    expect([status, body.code]).toEqual([503, 'provider_unreachable'])
    expect((await cut.visitor().post('/api/auth/signin', { email: 'a@example.org', password: PASSWORD })).status).toBe(
      401,
    )
  })
})
