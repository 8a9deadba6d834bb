import { describe, expect, test } from 'vitest'
import { useOAuthApp } from '#tests/support/oauth-app.ts'
import { openOAuthClient, REDIRECT, registerApp } from '#tests/support/oauth-client.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { REQUEST_TEXTS } from '../../apps.texts.ts'

// A client library plays an app of others through the whole of OAuth 2.1 (decision 0093).
const { app, maker, mara, deck, server, statusOf, refused, tokens } = useOAuthApp()

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
      app: { made_by: maker.user.username, allowed_as: null },
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

  test('reads what the app is called now, and cannot return to an address that it no longer has', async () => {
    const made = await registerApp(maker, { name: 'Before' })
    const client = await openOAuthClient(app, made)
    const { access_token } = await client.connect(mara)
    const pending = (await client.ask(mara)).body.question
    const change = { name: 'After', redirect_uris: ['https://deck.example.org/new'] }
    expect((await maker.patch(`/api/apps/${made.app.id}`, change)).status).toBe(200)
    expect(await tokens()).toMatchObject([{ name: 'After', app: { allowed_as: 'Before' } }])
    expect(await statusOf(access_token)).toBe(200)
    expect((await client.ask(mara)).body.problem).toBe(REQUEST_TEXTS.redirect)
    const decided = await mara.post('/api/apps/request', { signed: pending.signed, allow: true })
    expect([decided.status, decided.body.code]).toEqual([400, 'app_request_over'])
    expect((await client.ask(mara, { redirect: 'https://deck.example.org/new' })).body.question.name).toBe('After')
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
