import { describe, expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useOAuthApp } from '#tests/support/oauth-app.ts'
import { openOAuthClient, REDIRECT, registerApp, VERIFIER } from '#tests/support/oauth-client.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { OWN_APP_TEXTS, REQUEST_TEXTS } from '../../apps.texts.ts'

// A client library plays apps that want more than a member has allowed (decision 0093).
const { app, maker, mara, deck, server, statusOf, refused, tokens } = useOAuthApp()

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

  test('through an app whose redirect address is on this site', async () => {
    // Any port of this machine is allowed to an app (RFC 8252), the one of the site, too.
    const local = await openOAuthClient(
      app,
      await registerApp(maker, { redirect_uris: ['http://localhost:9999/back'] }),
    )
    const redirect = `${ORIGIN}/back`
    const nowhere = { question: null, back_to: null, problem: REQUEST_TEXTS.redirect }
    expect((await local.ask(mara, { redirect })).body).toEqual(nowhere)
    expect((await local.ask(mara, { redirect, scope: 'admin' })).body).toEqual(nowhere)
    expect((await local.ask(mara, { redirect: 'http://localhost:9998/back' })).body.question).not.toBeNull()
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

  test('with the credentials of two apps, with a secret in the form, or with those of an app that has none', async () => {
    const made = await registerApp(maker, { name: 'Mixed', kind: 'confidential' })
    const mixed = await openOAuthClient(app, made)
    const basicOf = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    })
    const own = basicOf(made.app.client_id, made.secret as string)
    const code = (await mixed.allow(mara)).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER }
    const inForm = { client_id: made.app.client_id, client_secret: made.secret as string }
    for (const [fields, headers, status] of [
      [{ client_id: server.client.client_id }, own, 401],
      [inForm, {}, 400],
      [inForm, own, 401],
      [{}, basicOf(deck.client.client_id, 'x'), 401],
      [{}, basicOf(made.app.client_id, '%E0%A4%A'), 401],
      [{}, { authorization: `Bearer ${made.secret}` }, 401],
      [{}, {}, 400],
    ] as const) {
      const answer = await mixed.send({ ...form, ...fields }, headers as Record<string, string>)
      expect([answer.status, answer.body.error]).toEqual([status, 'invalid_client'])
    }
    // None of them has used the code up.
    expect((await mixed.send({ ...form, client_id: made.app.client_id }, own)).status).toBe(200)
  })

  test('with a public app that proves itself by nothing: the client id of a server app is not enough to revoke', async () => {
    const { access_token } = await server.connect(mara)
    const revoke = (form: Record<string, string>) =>
      fetch(`${server.server}/oauth/revoke`, { method: 'POST', body: new URLSearchParams(form) })
    expect((await revoke({ token: access_token, client_id: server.client.client_id })).status).toBe(400)
    expect((await revoke({ token: access_token, client_id: deck.client.client_id })).status).toBe(200)
    expect(await statusOf(access_token)).toBe(200)
    const without = await revoke({ client_id: deck.client.client_id })
    expect([without.status, ((await without.json()) as { error: string }).error]).toEqual([400, 'invalid_request'])
  })

  test('with a code that another app has sent, and that its own app then exchanges', async () => {
    const back = await deck.allow(mara)
    const other = await openOAuthClient(app, await registerApp(maker, { name: 'Thief' }))
    await expect(other.exchange(back)).rejects.toEqual(refused('invalid_grant'))
    const granted = await deck.exchange(back)
    // The other app cannot end what it does not own, either.
    await expect(other.exchange(back)).rejects.toEqual(refused('invalid_grant'))
    expect(await statusOf(granted.access_token)).toBe(200)
  })

  test('with a code, a request or a refresh token that is too old', async () => {
    const back = await deck.allow(mara)
    const { signed } = (await deck.ask(mara)).body.question
    const { refresh_token } = await deck.connect(mara)
    const { now } = app.time
    try {
      app.time.now = new Date(Date.now() + 11 * 60_000)
      await expect(deck.exchange(back)).rejects.toEqual(refused('invalid_grant'))
      const late = await mara.post('/api/apps/request', { signed, allow: true })
      expect([late.status, late.body.code]).toEqual([400, 'app_request_over'])
      app.time.now = new Date(Date.now() + 31 * 86_400_000)
      await expect(deck.refresh(refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
    } finally {
      app.time.now = now
    }
  })

  test('by a request that another member has read', async () => {
    const { signed } = (await deck.ask(mara)).body.question
    const { status, body } = await maker.post('/api/apps/request', { signed, allow: true })
    expect([status, body.code]).toEqual([400, 'app_request_over'])
  })

  test('with a scope that an earlier refresh gave up, but no more than the member allowed', async () => {
    const { refresh_token } = await deck.connect(mara, { scope: 'read:library read:journal offline_access' })
    const narrow = await deck.refresh(refresh_token as string, 'read:library')
    expect(narrow.scope).toBe('read:library')
    expect(await statusOf(narrow.access_token, '/api/v1/journal')).toBe(403)
    await expect(deck.refresh(narrow.refresh_token as string, 'read:journal write:journal')).rejects.toEqual(
      refused('invalid_scope'),
    )
    // A refusal does not use the refresh token up.
    const wide = await deck.refresh(narrow.refresh_token as string)
    expect(await statusOf(wide.access_token, '/api/v1/journal')).toBe(200)
  })

  test('with a used refresh token while its successor is renewed at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await deck.connect(mara)
      const second = await deck.refresh(first.refresh_token as string)
      const [stolen, third] = await Promise.allSettled([
        deck.refresh(first.refresh_token as string),
        deck.refresh(second.refresh_token as string),
      ])
      expect(stolen.status).toBe('rejected')
      expect(await statusOf(second.access_token)).toBe(401)
      if (third.status === 'fulfilled') expect(await statusOf(third.value.access_token)).toBe(401)
    }
  })

  test('with a code while the member revokes the access, signs out, or deletes the app at the same time', async () => {
    for (const end of ['access', 'session', 'app'] as const) {
      const member = await signUp(app)
      const made = await registerApp(maker, { name: 'Racing' })
      const racing = await openOAuthClient(app, made)
      await racing.connect(member)
      const back = await racing.allow(member)
      const [access] = await tokens(member)
      const ends = {
        access: () => member.delete(`/api/tokens/${access.id}`),
        session: () => member.post('/api/auth/logout', {}),
        app: () => maker.delete(`/api/apps/${made.app.id}`),
      }
      const [granted, ended] = await Promise.allSettled([racing.exchange(back), ends[end]()])
      expect(ended).toMatchObject({ status: 'fulfilled', value: { status: expect.toSatisfy((is) => is < 300) } })
      if (granted.status === 'fulfilled')
        expect(await statusOf(granted.value.access_token)).toBe(end === 'session' ? 200 : 401)
      else expect(granted.reason).toEqual(expect.objectContaining({ status: 400 }))
      if (end !== 'app') await maker.delete(`/api/apps/${made.app.id}`)
    }
  })

  test.each([
    ['/oauth/token', 'GET'],
    ['/oauth/token', 'HEAD'],
    ['/oauth/revoke', 'GET'],
    ['/oauth/revoke', 'HEAD'],
    ['/oauth/token', 'PUT'],
  ])('at %s by %s', async (path, method) => {
    const search = new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'x',
      client_id: deck.client.client_id,
    })
    const { status, headers } = await fetch(`${deck.server}${path}?${search}`, { method })
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  test('by a form with a repeated parameter', async () => {
    const form = [
      ['grant_type', 'refresh_token'],
      ['client_id', deck.client.client_id],
      ['client_id', server.client.client_id],
      ['refresh_token', 'svpr_x'],
    ] as [string, string][]
    const { status, body } = await deck.send(form)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
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
  ])('by a request with %s: the member reads it first, and the app learns it', async (_, asked, error) => {
    const { body } = await deck.ask(mara, asked)
    expect(body.problem).toBe(error === 'invalid_scope' ? REQUEST_TEXTS.scope : REQUEST_TEXTS.other)
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
