import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import type { OidcConfig } from '#server/config-providers.ts'
import { createLog } from '#server/log.ts'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { openProviderAuthenticator } from '../auth/authenticator.ts'
import { valuesOf } from './provider-sessions.service.ts'

/** What the provider has sent to the site, and what the site has answered. */
const sent: { form: string; status: number }[] = []
async function deliver(form: string): Promise<Response> {
  const answer = await world.app.request(`${ORIGIN}/auth/backchannel-logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  })
  sent.push({ form, status: answer.status })
  return answer
}
const provider = await startOidcServer(`${ORIGIN}/auth/callback`, 0, undefined, (form) => deliver(form))
afterAll(() => provider.close())
const SETTINGS = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  OIDC_ADMIN_GROUPS: 'admins, root',
  OIDC_MODERATOR_GROUPS: 'moderators',
  OIDC_SIGN_OUT: 'on',
  BASE_URL: ORIGIN,
  ADMIN_EMAIL: 'first@example.org',
}
const world = useTestApp(SETTINGS)

let count = 0
const someone = (prefix = '') => {
  count += 1
  return `${prefix}person-${count}@example.org`
}

/** Signs in through the provider; `cookies` is the person's browser at the provider. */
async function enter(login: string, cookies = new Map<string, string>(), browser = world.visitor()) {
  const { url } = (await browser.post('/api/auth/oauth/google', {})).body
  const back = await provider.visit(url, { login }, cookies)
  const { headers } = await browser.get(back.replace(ORIGIN, ''))
  return { browser, cookies, location: headers.get('location') }
}
const isIn = async (browser: Client) => (await browser.get('/api/auth/session')).body.authenticated
const roleOf = async (browser: Client) => (await browser.get('/api/auth/session')).body.user.role
const leaveProvider = (cookies: Map<string, string>) =>
  provider.signOut(`${provider.issuer}/session/end?client_id=${provider.clientId}`, cookies)

describe('signing out', () => {
  test('leads to the provider, which ends its session and leads back', async () => {
    const { browser, cookies } = await enter(someone())
    const { body } = await browser.post('/api/auth/logout')
    const url = new URL(body.url)
    expect([url.origin, url.searchParams.get('client_id')]).toEqual([provider.issuer, provider.clientId])
    expect(await provider.signOut(body.url, cookies)).toBe(`${ORIGIN}/`)
    expect(await isIn(browser)).toBe(false)
  })

  test('of a member who came with a password leads nowhere', async () => {
    const ann = await signUp(world)
    expect((await ann.post('/api/auth/logout')).body).toEqual({ success: true })
  })
})

describe('the provider', () => {
  test('ends the session that began in its own, and no other of the member', async () => {
    const login = someone()
    const first = await enter(login)
    const second = await enter(login)
    await leaveProvider(first.cookies)
    expect(sent.at(-1)?.status).toBe(200)
    expect(await isIn(first.browser)).toBe(false)
    expect(await isIn(second.browser)).toBe(true)
  })

  test('that sends the same token again is refused, and ends nothing', async () => {
    const login = someone()
    const { browser, cookies } = await enter(login)
    await leaveProvider(cookies)
    expect(await isIn(browser)).toBe(false)
    const again = await enter(login)
    const answer = await deliver(sent.at(-2)?.form ?? '')
    expect(answer.status).toBe(400)
    expect(await isIn(again.browser)).toBe(true)
  })

  test('that ends a session which nobody has here gets the same answer as for one', async () => {
    const { browser, cookies } = await enter(someone())
    await browser.post('/api/auth/logout')
    await leaveProvider(cookies)
    expect(sent.at(-1)?.status).toBe(200)
  })
})

describe('a logout token', () => {
  const send = async (changes: object) =>
    (await deliver(`${new URLSearchParams({ logout_token: await provider.logoutToken({ ...changes }) })}`)).status
  const hourAgo = Math.floor(Date.now() / 1000) - 3600

  test('for the person alone ends all sessions that came through the provider, and none with a password', async () => {
    const login = someone()
    const [first, second] = [await enter(login), await enter(login)]
    expect(await send({ sub: login })).toBe(200)
    expect([await isIn(first.browser), await isIn(second.browser)]).toEqual([false, false])
  })

  test.each([
    ['of another site', { aud: 'another' }],
    ['of another provider', { iss: 'https://another.example' }],
    ['that is an ID token', { events: undefined, nonce: 'x' }],
    ['with a nonce', { nonce: 'x' }],
    ['about another event', { events: { 'https://another.example/event': {} } }],
    ['without an id', { jti: undefined }],
    ['that is over', { exp: hourAgo }],
    ['of an hour ago', { iat: hourAgo }],
    ['without a time', { iat: undefined }],
  ])('%s ends nothing and is refused', async (_, changes) => {
    const login = someone()
    const { browser } = await enter(login)
    expect(await send({ sub: login, ...changes })).toBe(400)
    expect(await isIn(browser)).toBe(true)
  })

  test('for nobody is refused, also with an empty session', async () => {
    const { browser } = await enter(someone())
    expect(await send({})).toBe(400)
    expect(await send({ sid: '' })).toBe(400)
    expect(await isIn(browser)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['no token', 'logout_token=abc'],
    ['a token without a signature', `logout_token=${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`],
  ])('%s in its place is refused', async (_, form) => {
    expect((await deliver(form)).status).toBe(400)
  })
})

describe('the claim of groups', () => {
  test('may be one value, a list, or within an object', () => {
    expect(valuesOf({ groups: 'admins' }, 'groups')).toEqual(['admins'])
    expect(valuesOf({ realm_access: { roles: ['a', 7, 'b'] } }, 'realm_access.roles')).toEqual(['a', 'b'])
    expect(valuesOf({ 'https://id.example.org/roles': ['a'] }, 'https://id.example.org/roles')).toEqual(['a'])
    for (const claims of [{}, { realm_access: null }, { realm_access: 'x' }])
      expect(valuesOf(claims, 'realm_access.roles')).toEqual([])
  })

  test('gives the role at each sign-in', async () => {
    expect(await roleOf((await enter(someone('admin-'))).browser)).toBe('admin')
    expect(await roleOf((await enter(someone('moderator-'))).browser)).toBe('moderator')
    expect(await roleOf((await enter(someone())).browser)).toBe('user')
  })

  test('takes the role back', async () => {
    const login = someone()
    const { browser } = await enter(login)
    const { id } = (await browser.get('/api/auth/session')).body.user
    await world.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', id).execute()
    expect(await roleOf((await enter(login)).browser)).toBe('user')
  })

  test('leaves the account of ADMIN_EMAIL its role', async () => {
    expect(await roleOf((await enter('first@example.org')).browser)).toBe('admin')
    expect(await roleOf((await enter('first@example.org')).browser)).toBe('admin')
  })
})

describe('with PASSWORD_SIGN_IN=off', () => {
  const strict = useTestApp({ ...SETTINGS, OIDC_NAME: 'Keycloak', PASSWORD_SIGN_IN: 'off' })

  test.each([
    ['signing in', '/api/auth/signin', { email: 'ann@example.org', password: PASSWORD }],
    [
      'signing up',
      '/api/auth/signup',
      { email: 'ann@example.org', password: PASSWORD, username: 'annabel', displayName: 'Ann' },
    ],
    ['a reset link', '/api/auth/forgot-password', { email: 'ann@example.org' }],
    ['a new password', '/api/auth/update-password', { password: PASSWORD }],
  ])('%s is refused, and the sentence names the provider', async (_, path, body) => {
    const answer = await strict.visitor().post(path, body)
    expect([answer.status, answer.body.code]).toEqual([403, 'password_sign_in_off'])
    expect(answer.body.error).toBe('Passwords are off here. Please sign in with Keycloak.')
  })

  test('the provider signs in, and the page learns that it is the only way', async () => {
    const browser = strict.visitor()
    expect((await browser.get('/api/auth/providers')).body.password).toBe(false)
    expect((await enter(someone(), new Map(), browser)).location).toBe('/signin?auth=success')
  })
})

/** Accepts connections, and responds to none. */
const silent = createServer(() => {})
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  silent.close()
  silent.closeAllConnections()
})

describe('a provider that does not respond', () => {
  const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const waiting = useTestApp({ ...SETTINGS, OIDC_ISSUER: issuer })

  test('does not hold up who signs out here', async () => {
    const ann = await signUp(waiting)
    await waiting.db.updateTable('session').set({ provider_sid: 'x' }).execute()
    expect((await ann.post('/api/auth/logout')).body).toEqual({ success: true })
    expect(await isIn(ann)).toBe(false)
  })

  test('gets 503 for a logout token, so that it tries again', async () => {
    const body = new URLSearchParams({ logout_token: new UnsecuredJWT({ iss: issuer }).encode() })
    const answer = await waiting.app.request(`${ORIGIN}/auth/backchannel-logout`, { method: 'POST', body })
    expect(answer.status).toBe(503)
  })

  test('gets 400 for a token of another issuer', async () => {
    const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: 'x' }) })
    const answer = await waiting.app.request(`${ORIGIN}/auth/backchannel-logout`, { method: 'POST', body })
    expect(answer.status).toBe(400)
  })
})

test('a logout token is not refused while the keys of its provider cannot be read', async () => {
  const gone = await startOidcServer(`${ORIGIN}/auth/callback`)
  const auth = openProviderAuthenticator({
    ...world,
    ...{ log: createLog('silent'), admit: async () => {} },
    config: { ...world.config, oidc: [{ ...(world.config.oidc[0] as OidcConfig), issuer: gone.issuer }] },
  })
  const social = await auth('oidc')
  await gone.close()
  expect(await social?.readLogout(await gone.logoutToken({ sub: 'x' }))).toBe('unreachable')
})
