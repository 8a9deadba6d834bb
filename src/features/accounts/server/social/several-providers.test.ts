import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'

type Provider = Awaited<ReturnType<typeof startOidcServer>>

/** The answers to the logout tokens that the second provider has sent. */
const sent: number[] = []
const first = await startOidcServer(`${ORIGIN}/auth/callback`)
const second: Provider = await startOidcServer(`${ORIGIN}/auth/callback`, 0, undefined, (form) => logOut(form))
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
})
const world = useTestApp({
  BASE_URL: ORIGIN,
  OIDC_ISSUER: first.issuer,
  OIDC_CLIENT_ID: first.clientId,
  OIDC_CLIENT_SECRET: first.clientSecret,
  OIDC_NAME: 'Keycloak',
  OIDC_2_ISSUER: second.issuer,
  OIDC_2_CLIENT_ID: second.clientId,
  OIDC_2_CLIENT_SECRET: second.clientSecret,
  OIDC_2_NAME: 'Authentik',
  OIDC_2_MODERATOR_GROUPS: 'moderators',
  OIDC_2_SIGN_OUT: 'on',
  // A provider that is away does not concern the others.
  OIDC_3_ISSUER: 'http://127.0.0.1:1',
  OIDC_3_CLIENT_ID: 'site',
  OIDC_3_CLIENT_SECRET: 'secret',
  OIDC_3_NAME: 'Away',
})

async function logOut(form: string): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await world.app.request(`${ORIGIN}/auth/backchannel-logout`, { method: 'POST', headers, body: form })
  sent.push(answer.status)
  return answer
}

let count = 0
const someone = (prefix = '') => {
  count += 1
  return `${prefix}person-${count}@example.org`
}
const IDS = new Map<Provider, string>([
  [first, 'oidc'],
  [second, 'oidc-2'],
])

/** Goes to the provider and back. */
async function visit(provider: Provider, login: string, at: Client, path = '/api/auth/oauth/google', more = {}) {
  const cookies = new Map<string, string>()
  const started = await at.post(path, { provider: IDS.get(provider), ...more })
  const back = await provider.visit(started.body.url, { login }, cookies)
  const { headers } = await at.get(back.replace(ORIGIN, ''))
  return { browser: at, cookies, location: headers.get('location') }
}
const enter = (provider: Provider, login: string) => visit(provider, login, world.visitor())
const link = (provider: Provider, login: string, at: Client, proof = {}) =>
  visit(provider, login, at, '/api/auth/link/google', proof)
const sessionOf = async (browser: Client) => (await browser.get('/api/auth/session')).body
const linksOf = async (browser: Client) =>
  ((await browser.get('/api/auth/ways')).body.providers as { id: string; linked_at: string | null }[])
    .filter(({ linked_at }) => linked_at !== null)
    .map(({ id }) => id)

test('the site names all of them; without a choice the first one is asked', async () => {
  const { body } = await world.visitor().get('/api/auth/providers')
  expect(body).toEqual({
    google: true,
    name: 'Keycloak',
    password: true,
    providers: [
      { id: 'oidc', name: 'Keycloak' },
      { id: 'oidc-2', name: 'Authentik' },
      { id: 'oidc-3', name: 'Away' },
    ],
  })
  const { url } = (await world.visitor().post('/api/auth/oauth/google', {})).body
  expect(new URL(url).origin).toBe(new URL(first.issuer).origin)
})

test('each signs in, and the same name at two of them is two people', async () => {
  const login = someone()
  const one = await enter(first, login)
  expect(one.location).toContain('auth=success')
  // The address belongs to an account, so the other one must be linked in the settings (G11).
  expect((await enter(second, login)).location).toBe('/signin?error=account_exists&provider=oidc-2')
  const two = await enter(second, someone())
  expect((await sessionOf(two.browser)).user.id).not.toBe((await sessionOf(one.browser)).user.id)
})

test('the groups of a provider give roles to those who come through it, and to nobody else', async () => {
  const login = someone('moderator-')
  const { browser } = await enter(second, login)
  const role = (await sessionOf(browser)).user.role
  expect((await sessionOf((await enter(first, someone('moderator-'))).browser)).user.role).toBe('user')
  expect(role).toBe('moderator')
})

describe('one that is away or unknown', () => {
  test.each([
    ['oidc-3', 'provider_unreachable'],
    ['oidc-9', 'provider_not_configured'],
    ['credential', 'provider_not_configured'],
  ])('%s: %s', async (provider, code) => {
    const refused = await world.visitor().post('/api/auth/oauth/google', { provider })
    expect([refused.status, refused.body.code]).toEqual([503, code])
  })

  test('a callback whose state nobody knows leads to the sign-in', async () => {
    const { headers } = await world.visitor().get('/auth/callback?state=made-up&code=x')
    expect(headers.get('location')).toContain('/signin?error=oauth_failed')
  })
})

describe('links', () => {
  test('a member links both, signs in by each, and unlinks one without a password', async () => {
    const login = someone()
    const { browser } = await enter(first, login)
    const { id } = (await sessionOf(browser)).user
    expect((await browser.delete('/api/auth/link/google', { provider: 'oidc' })).body.code).toBe('last_sign_in_way')
    const other = someone()
    expect((await link(second, other, browser)).location).toBe('/settings/account?linked=1&provider=oidc-2')
    expect(await linksOf(browser)).toEqual(['oidc', 'oidc-2'])
    expect((await sessionOf((await enter(second, other)).browser)).user.id).toBe(id)
    expect((await browser.delete('/api/auth/link/google', { provider: 'oidc' })).status).toBe(200)
    expect(await linksOf(browser)).toEqual(['oidc-2'])
    expect((await browser.delete('/api/auth/link/google', { provider: 'oidc-2' })).body.code).toBe('last_sign_in_way')
  })

  test('of two that are removed at once one stays', async () => {
    const { browser } = await enter(first, someone())
    await link(second, someone(), browser)
    await Promise.all(['oidc', 'oidc-2'].map((provider) => browser.delete('/api/auth/link/google', { provider })))
    expect(await linksOf(browser)).toHaveLength(1)
  })

  test('a second link to the same one, and one of somebody else, are refused by its name', async () => {
    const ann = await signUp(world)
    const login = someone()
    await link(second, login, ann, { password: PASSWORD })
    const again = await ann.post('/api/auth/link/google', { provider: 'oidc-2', password: PASSWORD })
    expect([again.status, again.body.code]).toEqual([409, 'already_linked'])
    expect(again.body.error).toContain('Authentik')
    const bea = await signUp(world)
    expect((await link(second, login, bea, { password: PASSWORD })).location).toBe(
      '/settings/account?error=identity_used&provider=oidc-2',
    )
  })
})

describe('signing out', () => {
  let login = ''
  beforeAll(() => {
    login = someone()
  })

  test('here leads to the provider of this session, if that is wanted of it', async () => {
    const { browser } = await enter(second, login)
    const { url } = (await browser.post('/api/auth/logout')).body
    expect(new URL(url).origin).toBe(new URL(second.issuer).origin)
    const other = await enter(first, someone())
    expect((await other.browser.post('/api/auth/logout')).body).toEqual({ success: true })
  })

  test('at a provider ends the session that came through it, also where another one uses the same names', async () => {
    const { browser, cookies } = await enter(second, login)
    const other = await enter(first, someone())
    // A token of the second provider says nothing about people of the first.
    const { user } = await sessionOf(other.browser)
    const account = await world.db
      .selectFrom('account')
      .where('userId', '=', user.id)
      .select('accountId')
      .executeTakeFirstOrThrow()
    await logOut(new URLSearchParams({ logout_token: await second.logoutToken({ sub: account.accountId }) }).toString())
    expect((await sessionOf(other.browser)).authenticated).toBe(true)
    await second.signOut(`${second.issuer}/session/end?client_id=${second.clientId}`, cookies)
    expect(sent.at(-1)).toBe(200)
    expect((await sessionOf(browser)).authenticated).toBe(false)
  })
})
