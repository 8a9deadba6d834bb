import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { openOAuthClient, REDIRECT, registerApp, VERIFIER } from '#tests/support/oauth-client.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { OWN_APP_TEXTS, REQUEST_TEXTS } from '../../apps.rules.ts'

// A client library plays an app of others through the whole of OAuth 2.1 (decision 0093).

const app = useTestApp()
type OAuthClient = Awaited<ReturnType<typeof openOAuthClient>>
let maker: Member
let mara: Member
let deck: OAuthClient
let server: OAuthClient
beforeAll(async () => {
  await addGames(app, ['igdb_1942'])
  maker = await signUp(app)
  deck = await openOAuthClient(app, await registerApp(maker, { name: 'Deck' }))
  server = await openOAuthClient(app, await registerApp(maker, { name: 'Server', kind: 'confidential' }))
})
beforeEach(async () => {
  mara = await signUp(app)
})
const statusOf = async (token: string, path = '/api/v1/library') => (await deck.call(token, path)).status
const refused = (error: string, status = 400) => expect.objectContaining({ error, status })
const tokens = async (member = mara) => (await member.get('/api/tokens')).body.tokens

describe('an app', () => {
  test.each(['on a device', 'on a server'])('%s gets access, uses it, renews it and gives it up', async (where) => {
    const client = where === 'on a server' ? server : deck
    const { body } = await client.ask(mara)
    expect(body.question).toMatchObject({
      made_by: maker.user.username,
      redirect_uri: REDIRECT,
      scopes: ['read:library'],
      is_lasting: true,
    })
    const back = await client.allow(mara)
    expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([REDIRECT, 'state-1'])
    const first = await client.exchange(back)
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read:library offline_access' })
    expect(first.access_token).toMatch(/^svpa_[\w-]{43}$/)
    const me = await (await client.call(first.access_token, '/api/v1/me')).json()
    expect(JSON.stringify(me)).toContain(mara.user.username)
    expect(await statusOf(first.access_token)).toBe(200)
    const second = await client.refresh(first.refresh_token as string)
    expect(await statusOf(second.access_token)).toBe(200)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await client.revoke(second.refresh_token as string)
    expect(await statusOf(second.access_token)).toBe(401)
    await expect(client.refresh(second.refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
  })

  test('opens exactly what the member allowed, at /api/v1 alone', async () => {
    const { access_token } = await deck.connect(mara, { scope: 'read:library' })
    expect(await statusOf(access_token)).toBe(200)
    for (const [path, method] of [
      ['/api/v1/library/igdb_1942', 'PUT'],
      ['/api/v1/journal', 'GET'],
      ['/api/v1/feed', 'GET'],
    ] as const) {
      const { status, headers } = await deck.call(access_token, path, method)
      expect([path, status]).toEqual([path, 403])
      expect(headers.get('www-authenticate')).toContain('insufficient_scope')
    }
    for (const path of ['/api/library', '/api/tokens', '/api/apps', '/api/auth/user', '/api/user/export'])
      expect([path, await statusOf(access_token, path)]).toEqual([path, 401])
  })

  test('has no refresh token without offline_access, and an access token ends after an hour', async () => {
    const { access_token, refresh_token } = await deck.connect(mara, { scope: 'read:library' })
    expect(refresh_token).toBeUndefined()
    const { now } = app.time
    app.time.now = new Date(Date.now() + 3601_000)
    try {
      const late = await deck.call(access_token, '/api/v1/library')
      expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([401, 'token_expired'])
    } finally {
      app.time.now = now
    }
  })

  test('stores hashes of codes and tokens only', async () => {
    const back = await deck.allow(mara)
    const codes = JSON.stringify(await app.db.selectFrom('verification').selectAll().execute())
    expect(codes).not.toContain(back.searchParams.get('code'))
    const { access_token, refresh_token } = await deck.exchange(back)
    const stored = JSON.stringify([
      await app.db.selectFrom('oauthAccessToken').selectAll().execute(),
      await app.db.selectFrom('oauthRefreshToken').selectAll().execute(),
      await app.db.selectFrom('access_tokens').selectAll().execute(),
    ])
    for (const secret of [access_token, refresh_token as string]) {
      expect(stored).not.toContain(secret.slice(5))
      expect(app.logged()).not.toContain(secret.slice(5))
    }
  })

  test('keeps what it may do on one device when another asks for less', async () => {
    const wide = await deck.connect(mara, { scope: 'read:library read:journal' })
    const narrow = await deck.connect(mara, { scope: 'read:library' })
    expect(await statusOf(wide.access_token, '/api/v1/journal')).toBe(200)
    expect(await statusOf(narrow.access_token, '/api/v1/journal')).toBe(403)
    expect(await tokens()).toEqual([
      expect.objectContaining({ name: 'Deck', scopes: ['read:library', 'read:journal'] }),
    ])
  })

  test('has one budget and one memory of repeated writes, whatever its token is', async () => {
    const first = await deck.connect(mara, { scope: 'write:library offline_access' })
    const play = (token: string) =>
      fetch(`${deck.server}/api/v1/library/igdb_1942/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'evening' },
        body: JSON.stringify({ minutes: 30 }),
      })
    expect((await play(first.access_token)).status).toBe(201)
    const again = await play((await deck.refresh(first.refresh_token as string)).access_token)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  })

  test('gives an access token up alone, and hears nothing about tokens that are not its own', async () => {
    const granted = await deck.connect(mara)
    await server.revoke(granted.access_token)
    await server.revoke(granted.refresh_token as string)
    expect(await statusOf(granted.access_token)).toBe(200)
    const signed = `${btoa('{"alg":"EdDSA","kid":"x"}')}.${btoa('{"azp":"x"}')}.AAAA`
    for (const token of [signed, 'svpa_unknown', 'svpr_unknown', 'unknown']) await deck.revoke(token)
    await deck.revoke(granted.access_token)
    expect(await statusOf(granted.access_token)).toBe(401)
    const renewed = await deck.refresh(granted.refresh_token as string)
    expect(await statusOf(renewed.access_token)).toBe(200)
  })

  test('finds what it needs in the metadata', async () => {
    expect(deck.as).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
    })
  })

  test('in the browser may call the token endpoint from its own site, without cookies', async () => {
    const preflight = await fetch(`${deck.server}/oauth/token`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    const { headers } = await deck.send({ grant_type: 'authorization_code' })
    expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual(['*', 'no-store'])
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('the member', () => {
  test('sees the app with its last use, and ends the access at once', async () => {
    const granted = await deck.connect(mara)
    const pending = await deck.allow(mara)
    await statusOf(granted.access_token)
    const [access] = await tokens()
    expect(access).toMatchObject({
      name: 'Deck',
      app: { made_by: maker.user.username },
      scopes: ['read:library'],
      last_used_at: app.time.now.toISOString(),
    })
    expect((await maker.delete(`/api/tokens/${access.id}`)).status).toBe(404)
    expect((await mara.delete(`/api/tokens/${access.id}`)).status).toBe(204)
    expect(await statusOf(granted.access_token)).toBe(401)
    await expect(deck.refresh(granted.refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
    // A code that was under way gives nothing back.
    await expect(deck.exchange(pending)).rejects.toEqual(refused('invalid_grant'))
    expect(await tokens()).toEqual([])
  })

  test('denies, and the app learns it', async () => {
    const { signed } = (await deck.ask(mara)).body.question
    const { body } = await mara.post('/api/apps/request', { signed, allow: false })
    const { searchParams } = new URL(body.url)
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 'state-1'])
    expect(await tokens()).toEqual([])
  })

  test('is asked each time', async () => {
    await deck.connect(mara)
    expect((await deck.ask(mara)).body).toMatchObject({ back_to: null, question: { name: 'Deck' } })
    const silent = await deck.ask(mara, { more: { prompt: 'none' } })
    expect(silent.body).toMatchObject({ back_to: null, question: { name: 'Deck' } })
  })

  test('decides twice at once, and the app has one access', async () => {
    const { signed } = (await deck.ask(mara)).body.question
    // The client learns the security token of its session before it sends two writes at once.
    await mara.post('/api/apps/request', { signed, allow: false })
    const both = await Promise.all([1, 2].map(() => mara.post('/api/apps/request', { signed, allow: true })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await tokens()).toHaveLength(1)
  })

  test('has the own tokens beside the apps, counted alone', async () => {
    await deck.connect(mara)
    const { status } = await mara.post('/api/tokens', { name: 'Mine', scopes: ['read:library'], days: null })
    expect(status).toBe(201)
    const found = (await tokens()).map(({ name, app: of }: { name: string; app: object | null }) => [name, of === null])
    expect(found.toSorted()).toEqual([
      ['Deck', false],
      ['Mine', true],
    ])
  })

  test('exports which apps have access', async () => {
    await deck.connect(mara)
    const { body } = await mara.get('/api/user/export')
    expect(body.data.access_tokens).toEqual([expect.objectContaining({ name: 'Deck', scopes: ['read:library'] })])
  })
})

describe('no access of an app survives', () => {
  const ends = async ({ access_token, refresh_token }: { access_token: string; refresh_token?: string }) => {
    expect(await statusOf(access_token)).toBe(401)
    await expect(deck.refresh(refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
    for (const table of ['oauthAccessToken', 'oauthRefreshToken', 'oauthConsent'] as const)
      expect(await app.db.selectFrom(table).where('userId', '=', mara.user.id).select('id').execute()).toEqual([])
  }

  test('a new password', async () => {
    const granted = await deck.connect(mara)
    const change = { password: 'Another-horse-9', current_password: PASSWORD }
    expect((await mara.post('/api/auth/update-password', change)).status).toBe(200)
    await ends(granted)
  })

  test('the suspension of the member, who cannot allow anything either, not even when it is over', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    const granted = await deck.connect(mara)
    const pending = await deck.allow(mara)
    const { signed } = (await deck.ask(mara)).body.question
    const standing = (disabled: boolean) =>
      admin.put(`/api/admin/users/${mara.user.id}/standing`, { disabled, reason: 'Spam' })
    expect((await standing(true)).status).toBe(200)
    await ends(granted)
    await expect(deck.exchange(pending)).rejects.toEqual(expect.objectContaining({ status: 400 }))
    expect((await mara.post('/api/apps/request', { signed, allow: true })).status).toBe(401)
    expect((await standing(false)).status).toBe(200)
    await ends(granted)
  })

  test('the deletion of the account', async () => {
    const granted = await deck.connect(mara)
    const { username } = mara.user
    expect((await mara.delete('/api/user/account', { username, password: PASSWORD })).status).toBe(200)
    await ends(granted)
  })

  test('the deletion of the app', async () => {
    const other = await registerApp(maker, { name: 'Short' })
    const short = await openOAuthClient(app, other)
    const { access_token } = await short.connect(mara)
    expect((await maker.delete(`/api/apps/${other.app.id}`)).status).toBe(204)
    expect(await statusOf(access_token)).toBe(401)
    expect((await short.ask(mara)).body.problem).toBe(REQUEST_TEXTS.unknown)
  })

  test('the suspension of the member who has registered the app, until it is over', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    const spammer = await signUp(app)
    const spam = await openOAuthClient(app, await registerApp(spammer))
    const { access_token, refresh_token } = await spam.connect(mara)
    const standing = (disabled: boolean) =>
      admin.put(`/api/admin/users/${spammer.user.id}/standing`, { disabled, reason: 'Spam' })
    await standing(true)
    expect(await statusOf(access_token)).toBe(401)
    expect((await spam.ask(mara)).body.problem).toBe(REQUEST_TEXTS.disabled)
    await expect(spam.refresh(refresh_token as string)).rejects.toEqual(refused('invalid_client'))
    await standing(false)
    expect(await statusOf(access_token)).toBe(200)
  })
})

describe('nobody gets in', () => {
  test('with another verifier, and the code is used up', async () => {
    const back = await deck.allow(mara)
    const verifier = 'another-verifier-that-is-long-enough-for-the-rules-1'
    await expect(deck.exchange(back, { verifier })).rejects.toEqual(refused('invalid_grant'))
    await expect(deck.exchange(back)).rejects.toEqual(refused('invalid_grant'))
  })

  test('with a code a second time, which ends what the first time gave', async () => {
    const back = await deck.allow(mara)
    const granted = await deck.exchange(back)
    const renewed = await deck.refresh(granted.refresh_token as string)
    await expect(deck.exchange(back)).rejects.toEqual(refused('invalid_grant'))
    expect(await statusOf(granted.access_token)).toBe(401)
    expect(await statusOf(renewed.access_token)).toBe(401)
    await expect(deck.refresh(renewed.refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
  })

  test('with a refresh token a second time, which ends all of them', async () => {
    const granted = await deck.connect(mara)
    const renewed = await deck.refresh(granted.refresh_token as string)
    await expect(deck.refresh(granted.refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
    expect(await statusOf(renewed.access_token)).toBe(401)
    await expect(deck.refresh(renewed.refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
  })

  test('with a code twice at once: the access that one of them gave ends', async () => {
    for (let round = 0; round < 4; round += 1) {
      const back = await deck.allow(mara)
      const both = await Promise.allSettled([deck.exchange(back), deck.exchange(back)])
      const [granted, ...more] = both.flatMap((done) => (done.status === 'fulfilled' ? [done.value] : []))
      expect(more).toEqual([])
      expect(await statusOf(granted?.access_token as string)).toBe(401)
      await expect(deck.refresh(granted?.refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
    }
  })

  test('with a refresh token twice at once: the access that one of them gave ends', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { refresh_token } = await deck.connect(mara)
      const refresh = () => deck.refresh(refresh_token as string)
      const both = await Promise.allSettled([refresh(), refresh()])
      const [renewed, ...more] = both.flatMap((done) => (done.status === 'fulfilled' ? [done.value] : []))
      expect(more).toEqual([])
      expect(await statusOf(renewed?.access_token as string)).toBe(401)
      await expect(deck.refresh(renewed?.refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
    }
  })

  test('with a code of a session that has ended', async () => {
    const back = await deck.allow(mara)
    expect((await mara.post('/api/auth/logout', {})).status).toBeLessThan(300)
    await expect(deck.exchange(back)).rejects.toEqual(refused('invalid_grant'))
  })

  test('with a code from before a revocation, which opens no more than what the member allowed since', async () => {
    const wide = await deck.allow(mara, { scope: 'read:library read:journal' })
    const [access] = await tokens()
    expect((await mara.delete(`/api/tokens/${access.id}`)).status).toBe(204)
    await deck.connect(mara, { scope: 'read:library' })
    const late = await deck.exchange(wide).catch(() => null)
    expect(late && (await statusOf(late.access_token, '/api/v1/journal'))).not.toBe(200)
  })

  test.each([
    'https://evil.example.org/back',
    `${REDIRECT}/more`,
    `${REDIRECT}?more=1`,
    'https://deck.example.org:444/back',
  ])('by a request with the redirect address %s, which leads nowhere', async (redirect) => {
    expect((await deck.ask(mara, { redirect })).body).toEqual({
      question: null,
      back_to: null,
      problem: REQUEST_TEXTS.redirect,
    })
  })

  test('by an exchange with another redirect address', async () => {
    const back = await deck.allow(mara)
    const redirect = 'https://evil.example.org/back'
    await expect(deck.exchange(back, { redirect })).rejects.toEqual(refused('invalid_grant'))
  })

  test('with the code or the refresh token of another app', async () => {
    const other = await openOAuthClient(app, await registerApp(maker, { name: 'Other' }))
    const back = await deck.allow(mara)
    await expect(other.exchange(back)).rejects.toEqual(refused('invalid_grant'))
    const { refresh_token } = await deck.connect(mara)
    await expect(other.refresh(refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
  })

  test('as an app on a server without its secret', async () => {
    const { client_id } = server.client
    const formOf = async () => ({
      grant_type: 'authorization_code',
      code: (await server.allow(mara)).searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    })
    const without = await server.send({ ...(await formOf()), client_id })
    expect([without.status, without.body.error]).toEqual([400, 'invalid_client'])
    const authorization = `Basic ${Buffer.from(`${client_id}:svps_${'A'.repeat(43)}`).toString('base64')}`
    const wrong = await server.send(await formOf(), { authorization })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client'])
    expect(wrong.headers.get('www-authenticate')).toBe('Basic')
  })

  test('as an app on a server with its secret, but without PKCE', async () => {
    const made = await registerApp(maker, { name: 'Web', kind: 'confidential' })
    const web = await openOAuthClient(app, made)
    const without = { scope: 'read:library', more: { code_challenge: '', code_challenge_method: '' } }
    const { body } = await web.ask(mara, without)
    expect(new URL(body.back_to).searchParams.get('error')).toBe('invalid_request')
    const code = (await web.allow(mara, { scope: 'read:library' })).searchParams.get('code') ?? ''
    const authorization = `Basic ${Buffer.from(`${made.app.client_id}:${made.secret}`).toString('base64')}`
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
    const answer = await web.send(form, { authorization })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })

  test('with more scopes than the member allowed', async () => {
    const { refresh_token } = await deck.connect(mara, { scope: 'read:library offline_access' })
    await expect(deck.refresh(refresh_token as string, 'read:library write:library')).rejects.toEqual(
      refused('invalid_scope'),
    )
    const search = await deck.address({ scope: 'read:library' })
    const { signed } = (await deck.ask(mara, { scope: 'read:library' })).body.question
    for (const changed of [signed.replace('read%3Alibrary', 'write%3Alibrary'), search.slice(1), `${signed}x`]) {
      const { status, body } = await mara.post('/api/apps/request', { signed: changed, allow: true })
      expect([status, body.code, body.error]).toEqual([400, 'app_request_over', OWN_APP_TEXTS.requestOver])
    }
  })

  test('by the decision of another site, or of nobody', async () => {
    const { signed } = (await deck.ask(mara)).body.question
    const cookie = [...mara.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const forged = await app.app.request(`${ORIGIN}/api/apps/request`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: 'https://evil.example.org' },
      body: JSON.stringify({ signed, allow: true }),
    })
    expect(forged.status).toBe(403)
    expect((await app.visitor().post('/api/apps/request', { signed, allow: true })).status).toBe(401)
    expect(await tokens()).toEqual([])
  })

  test.each([
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['only a lasting access', { scope: 'offline_access' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'read:library admin' }, 'invalid_scope'],
    ['no challenge', { more: { code_challenge: '', code_challenge_method: '' } }, 'invalid_request'],
    ['a plain challenge', { more: { code_challenge_method: 'plain' } }, 'invalid_request'],
    ['the implicit grant', { more: { response_type: 'token' } }, 'unsupported_response_type'],
  ])('by a request with %s, and the app learns it', async (_, asked, error) => {
    const { body } = await deck.ask(mara, asked)
    const back = new URL(body.back_to)
    expect(back.origin + back.pathname).toBe(REDIRECT)
    const answer = new URLSearchParams(back.search || back.hash.slice(1))
    expect([answer.get('error'), answer.get('state')]).toEqual([error, 'state-1'])
  })

  test('by a repeated parameter', async () => {
    const search = `${await deck.address({})}&scope=write%3Alibrary`
    const { body } = await mara.get(`/api/apps/request?${new URLSearchParams({ search })}`)
    expect(new URL(body.back_to).searchParams.get('error')).toBe('invalid_request')
  })

  test.each([
    [{ grant_type: 'password', username: 'mara', password: 'horse' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{}, 'invalid_request'],
  ])('by the form %j at the token endpoint', async (form, error) => {
    const { status, body } = await deck.send({ ...(form as Record<string, string>), client_id: deck.client.client_id })
    expect([status, body.error]).toEqual([400, error])
  })

  test('with characters that no database stores', async () => {
    const search = `${await deck.address({})}`.replace(deck.client.client_id, '%00')
    const { status, body } = await mara.get(`/api/apps/request?${new URLSearchParams({ search })}`)
    expect([status, body.problem]).toEqual([200, REQUEST_TEXTS.unknown])
    const form = { grant_type: 'refresh_token', client_id: '\0', refresh_token: `svpr_\0` }
    const answer = await deck.send(form)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/invalid_(request|grant|client)/)])
    const authorization = `Basic ${Buffer.from('\0:x').toString('base64')}`
    expect(
      (await deck.send({ grant_type: 'refresh_token', refresh_token: 'svpr_x' }, { authorization })).status,
    ).toBeLessThan(500)
  })

  test('by JSON, or a body that is too large', async () => {
    const url = `${deck.server}/oauth/token`
    const json = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect([json.status, await json.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })])
    expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ code: 'x'.repeat(20_000) }) })).status).toBe(
      413,
    )
    expect((await fetch(url)).status).toBe(405)
  })

  test('through a frame: no site can show the page inside its own', async () => {
    const { headers } = await fetch(`${deck.server}/oauth/authorize`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('as a visitor, who signs in first', async () => {
    expect((await deck.ask(app.visitor())).status).toBe(401)
  })
})

test('a job deletes expired tokens, and keeps used refresh tokens until they expire', async () => {
  const { refresh_token } = await deck.connect(mara)
  await deck.refresh(refresh_token as string)
  const count = async (table: 'oauthAccessToken' | 'oauthRefreshToken') =>
    (await app.db.selectFrom(table).where('userId', '=', mara.user.id).select('id').execute()).length
  const { now } = app.time
  try {
    app.time.now = new Date(Date.now() + 2 * 3600_000)
    await app.run('prune-tokens-of-apps')
    expect([await count('oauthAccessToken'), await count('oauthRefreshToken')]).toEqual([0, 2])
    app.time.now = new Date(Date.now() + 31 * 86_400_000)
    await app.run('prune-tokens-of-apps')
    expect(await count('oauthRefreshToken')).toBe(0)
  } finally {
    app.time.now = now
  }
})
